import { defineTable } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../kernel/database/Database.ts';

export interface RoomsDatabase extends Database {
  rooms: { id: number; name: string; cleaned: number };
}

const button = { type: 'global', action: 'ajax', method: 'PATCH', icon: 'check', class: 'is-info' } as const;
/** A table with a cell, an action, and one in the background. */
export const rooms = defineTable({
  template: {
    routePrefix: 'rooms',
    name: 'Rooms',
    buttons: [
      { ...button, name: 'clean', routeSuffix: 'clean' },
      { ...button, name: 'scrub', routeSuffix: 'scrub' },
    ],
    columns: [
      {
        label: 'Name',
        name: 'name',
        data: 'rooms.name',
        meta: ['searchable', 'sortable', 'filterable', 'editable'],
      },
    ],
  },
  query: (db: Kysely<RoomsDatabase>) => db.selectFrom('rooms').select(['rooms.id as dtRowId', 'rooms.name']),
  edit: { columns: { name: true } },
  actions: {
    clean: {
      row: ({ dtRowId }: { dtRowId: number }, { db }: { db: Kysely<RoomsDatabase> }) => clean(db, dtRowId),
    },
    scrub: {
      background: true,
      row: ({ dtRowId }: { dtRowId: number }, { db }: { db: Kysely<RoomsDatabase> }) => clean(db, dtRowId),
    },
  } as never,
});

async function clean(db: Kysely<RoomsDatabase>, id: number): Promise<void> {
  if (id === 3) throw new Error('locked');
  await sql`update rooms set cleaned = cleaned + 1 where id = ${id}`.execute(db);
}
