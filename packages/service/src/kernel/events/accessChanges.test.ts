import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../../../../test/databases.ts';
import { createServiceDatabase, migrate } from '../../testing/demoService.ts';
import type { Database } from '../database/Database.ts';
import { createEventBus, type OpenEventBus } from './EventBus.ts';

let database: TestDatabase<Database>;
let db: Kysely<Database>;
let bus: OpenEventBus;
let changes = 0;
beforeAll(async () => {
  database = await createServiceDatabase();
  db = database.db;
  await migrate(db);
  bus = await createEventBus({ db, url: database.url as string, log: () => undefined });
  bus.onAccessChange(() => changes++);
  await db
    .insertInto('users')
    .values({ name: 'Ada', email: 'ada@example.com', email_verified: true, role_id: 3 })
    .execute();
  await db.insertInto('permissions').values({ name: 'orders.index' }).execute();
  await db
    .insertInto('api_keys')
    .values({ config_id: 'default', reference_id: '1', key: 'hash', enabled: true } as never)
    .execute();
});
afterAll(async () => {
  await bus?.close();
  await database?.destroy();
});
beforeEach(async () => {
  await received();
  changes = 0;
});

/** Notifications arrive in commit order: after this one, all earlier ones have arrived. */
async function received(): Promise<number> {
  const arrived = new Promise<void>((resolve) => {
    const end = bus.subscribe(7, () => {
      end();
      resolve();
    });
  });
  await bus.publish(7, { event: 'notification', data: { id: 1 } });
  await arrived;

  return changes;
}

describe('Data that determines access', () => {
  it.each([
    ['a user', () => db.updateTable('users').set({ is_active: false })],
    ['a role', () => db.updateTable('roles').set({ is_superior: true })],
    ['a permission given', () => db.insertInto('role_permissions').values({ role_id: 3, permission_id: 1 })],
    ['a permission taken', () => db.deleteFrom('role_permissions')],
    ['an API key disabled', () => db.updateTable('api_keys').set({ enabled: false })],
    ['an API key deleted', () => db.deleteFrom('api_keys')],
  ])('notifies all processes when it changes: %s', async (_title, change) => {
    await change().execute();
    expect(await received()).toBe(1);
  });

  it('sends no notification if an API key is used or a change is rolled back', async () => {
    await db.updateTable('api_keys').set({ last_request: sql`now()`, remaining: 3 }).execute();
    await db
      .transaction()
      .execute(async (transaction) => {
        await transaction.updateTable('users').set({ is_active: true }).execute();
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    expect(await received()).toBe(0);
  });

  it('counts as changed after an interruption of the connection', async () => {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'rowhouse events'`.execute(db);
    await expect.poll(() => changes).toBe(1);
  });
});
