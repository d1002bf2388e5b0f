import type { Kysely } from 'kysely';
import { defineTable, type TableDefinition } from '../src/index.ts';
import type { Depot } from './depot.ts';

export const regions = {
  ...defineTable({
    template: {
      routePrefix: 'regions',
      name: 'Regions',
      columns: [{ label: 'Name', name: 'name', data: 'regions.name' }],
    },
    query: (db: Kysely<Depot>) =>
      db.selectFrom('regions').select(['regions.code as dtRowId', 'regions.name']),
  }),
} as TableDefinition;

/** A rule that no catalogue has: a trigger that refuses two codes. */
export const refusing = {
  postgres: {
    create: [
      `create function refuse_code() returns trigger language plpgsql as $$ begin
        if new.code in ('P77', 'P500') then raise check_violation; end if; return new; end $$`,
      'create trigger refuse_code before insert on parcels for each row execute function refuse_code()',
    ],
    drop: ['drop trigger refuse_code on parcels', 'drop function refuse_code()'],
  },
  mysql: {
    create: [
      `create trigger refuse_code before insert on parcels for each row
        if new.code in ('P77', 'P500') then signal sqlstate '23000' set mysql_errno = 4025; end if`,
    ],
    drop: ['drop trigger refuse_code'],
  },
  sqlite: {
    create: [
      `create trigger refuse_code before insert on parcels when new.code in ('P77', 'P500')
        begin select raise(abort, 'refused'); end`,
    ],
    drop: ['drop trigger refuse_code'],
  },
};
