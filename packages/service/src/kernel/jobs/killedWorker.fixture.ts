import { sql } from 'kysely';
import { Type } from 'typebox';
import { defineJob, defineModule, defineService } from '../../index.ts';

/** Packs a crate, once; the first attempt never ends. */
export const pack = defineJob({
  name: 'depot.pack',
  queue: 'heavy',
  data: Type.Object({ crate: Type.Integer() }),
});

const depot = defineModule({
  name: 'depot',
  migrations: {
    '0001_crates': {
      up: async (db) => {
        await sql`create table crates (id int primary key, packed int not null default 0)`.execute(db);
        await sql`create table attempts (crate int not null, attempt int not null, process int not null)`.execute(
          db,
        );
        await sql`insert into crates values (1), (2)`.execute(db);
      },
    },
  },
  jobs: ({ db }) => [
    pack.handledBy({
      run: async ({ crate }, { attempt, fence, signal }) => {
        await sql`insert into attempts values (${crate}, ${attempt}, ${process.pid})`.execute(db);
        if (attempt === 1) {
          await new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason)),
          );
        }
        await db.transaction().execute(async (transaction) => {
          await fence(transaction);
          await sql`update crates set packed = packed + 1 where id = ${crate}`.execute(transaction);
        });
      },
      failed: async ({ crate }) => {
        await sql`update crates set packed = -1 where id = ${crate}`.execute(db);
      },
    }),
  ],
});

export default defineService({ modules: [depot] });
