import { sql } from 'kysely';
import { defineModule, defineService, ServiceError } from '../index.ts';

/** Records each change, and refuses those listed in the table `refusals`; for tests with child processes. */
const trail = defineModule({
  name: 'trail',
  migrations: {
    '0001_trail': {
      up: async (db) => {
        await sql`create table trail (id serial primary key, what text not null, record int not null, by int, changes text not null)`.execute(
          db,
        );
        await sql`create table refusals (what text not null)`.execute(db);
      },
    },
  },
  hooks: {
    recordChange: {
      before: async ({ kind, action, id, by, changes, db }) => {
        const what = `${kind} ${action}`;
        const text = JSON.stringify(changes);
        await sql`insert into trail (what, record, by, changes) values (${what}, ${id}, ${by}, ${text})`.execute(
          db,
        );
        const { rows } = await sql`select 1 from refusals where what = ${what}`.execute(db);
        if (rows.length > 0) throw new ServiceError('service.forbidden', `No "${what}" today.`);
      },
    },
  },
});

export default defineService({ modules: [trail] });
