import { defineTable } from '@rowhouse/tables';
import { nodeSqlite } from '@rowhouse/tables/testing';
import { type Generated, Kysely, SqliteDialect } from 'kysely';

export interface Database {
  rooms: { id: Generated<number>; name: string; seats: number };
}

export const rooms = defineTable({
  template: {
    routePrefix: 'rooms',
    name: 'Rooms',
    buttons: ['destroy'],
    columns: [
      { label: 'Name', name: 'name', data: 'rooms.name', meta: ['searchable', 'sortable', 'sort:ASC'] },
      { label: 'Seats', name: 'seats', data: 'rooms.seats', number: {}, meta: ['sortable', 'total'] },
    ],
  },
  query: (db: Kysely<Database>) =>
    db.selectFrom('rooms').select(['rooms.id as dtRowId', 'rooms.name', 'rooms.seats']),
});

/** A small database in memory. */
export async function openRooms(): Promise<Kysely<Database>> {
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: nodeSqlite() }) });
  await db.schema
    .createTable('rooms')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('seats', 'integer', (column) => column.notNull())
    .execute();
  await db
    .insertInto('rooms')
    .values([
      { name: 'Library', seats: 24 },
      { name: 'Attic', seats: 6 },
    ])
    .execute();

  return db;
}
