import { type Kysely, sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/databases.ts';
import type { Database } from './kernel/database/Database.ts';
import { defineModule } from './kernel/Module.ts';
import { startTestService, type TestService } from './testing/startTestService.ts';

let service: TestService | undefined;
let database: TestDatabase<Database> | undefined;
afterEach(async () => {
  await service?.destroy();
  await database?.destroy();
});

const forever = () => new Promise<never>(() => undefined);

/** Connections of the database with a transaction that waits for its client. */
async function openTransactions(db: Kysely<never>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name = 'rowhouse' and state like 'idle in transaction%'`.execute(
    db,
  );

  return rows[0]?.count ?? 0;
}

it.each(['a route', 'a hook'])('A stop ends although %s hangs inside a transaction', async (what) => {
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
  service = await startTestService(
    {},
    {
      definition: { modules: [stuck] },
      database: { url: database.url ?? '', destroy: async () => undefined },
    },
  );
  await service.addUser('ada@example.com', 'administrator');
  const headers = { authorization: `Bearer ${(await service.signIn('ada@example.com')).token}` };
  const request =
    what === 'a route'
      ? service.call('/api/stuck', { method: 'POST', headers, body: {} })
      : service.call('/api/core/me', { method: 'PATCH', headers, body: { name: 'Ada' } });
  request.catch(() => undefined);
  await expect.poll(() => hanging).toBe(1);
  expect(await openTransactions(database.db as never)).toBeGreaterThan(0);
  await service.stop(100);
  await expect.poll(() => openTransactions(database?.db as never)).toBe(0);
});
