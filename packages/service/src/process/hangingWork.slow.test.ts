import { type Kysely, sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/databases.ts';
import { defineJob } from '../index.ts';
import type { Database } from '../kernel/database/Database.ts';
import { defineModule } from '../kernel/module/Module.ts';
import { startTestService, type TestService } from '../testing/startTestService.ts';

let service: TestService | undefined;
let database: TestDatabase<Database> | undefined;
afterEach(async () => {
  await service?.destroy();
  await database?.destroy();
});

const forever = () => new Promise<never>(() => undefined);

/** Connections of the database with a transaction that waits for its client. */
async function openTransactions<DB>(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name = 'rowhouse' and state like 'idle in transaction%'`.execute(
    db,
  );

  return rows[0]?.count ?? 0;
}

const work = defineJob<Record<string, never>>({ name: 'stuck', queue: 'heavy' });

it.each(['a route', 'a hook', 'a job'] as const)(
  'A stop ends although %s hangs inside a transaction',
  async (what) => {
    let hanging = 0;
    const stuck = defineModule({
      name: 'stuck',
      routes: (app, { db }) => {
        app.post('/api/stuck', { config: { access: 'signed-in' } }, () =>
          db.transaction().execute(async (transaction) => {
            await sql`select 1`.execute(transaction);
            hanging++;
            await forever();
          }),
        );
      },
      jobs: ({ db }) => [
        work.handledBy({
          run: () =>
            db.transaction().execute(async (transaction) => {
              await sql`select 1`.execute(transaction);
              hanging++;
              await forever();
            }),
        }),
      ],
      hooks: {
        recordChange: {
          before: async ({ by }) => {
            // Not the first administrator, whom the service itself creates.
            if (by === null) return;
            hanging++;
            await forever();
          },
        },
      },
    });
    database = await createTestDatabase<Database>('postgres');
    const { db } = database;
    service = await startTestService(
      {},
      {
        definition: { modules: [stuck] },
        database: { url: database.url ?? '', destroy: async () => undefined },
      },
    );
    await service.addUser('ada@example.com', 'administrator');
    const headers = { authorization: `Bearer ${(await service.signIn('ada@example.com')).token}` };
    const { call, jobs } = service;
    const start = {
      'a route': () => call('/api/stuck', { method: 'POST', headers, body: {} }),
      'a hook': () => call('/api/core/me', { method: 'PATCH', headers, body: { name: 'Ada' } }),
      'a job': () => jobs.send(work, {}),
    };
    start[what]().catch(() => undefined);
    await expect.poll(() => hanging).toBe(1);
    expect(await openTransactions(db)).toBeGreaterThan(0);
    await service.stop(100);
    await expect.poll(() => openTransactions(db)).toBe(0);
  },
);
