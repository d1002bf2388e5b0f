import { defineTable } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../../../../apps/demo/src/data/seedDemo.ts';
import { defineModule } from '../kernel/module/Module.ts';
import { demoDefinition } from '../testing/demoService.ts';
import { type ReceivedResponse, startTestService, type TestService } from '../testing/startTestService.ts';

interface Cities {
  cities: { id: number; name: string };
}

const lock = 774_411;
let slowUser = 0;

/** Reads of one user wait for a lock, as a summary of many rows waits for the disk. */
const towns = defineTable({
  template: {
    routePrefix: 'towns',
    name: 'Towns',
    columns: [{ label: 'Name', name: 'name', data: 'cities.name', meta: ['searchable'] }],
  },
  query: (db: Kysely<Cities>, { user }: { readonly user: { readonly id: number } | null }) =>
    db
      .selectFrom('cities')
      .select(['cities.id as dtRowId', 'cities.name'])
      .$if(user?.id === slowUser, (query) =>
        query.where(sql<boolean>`(select pg_advisory_xact_lock_shared(${sql.lit(lock)})::text is not null)`),
      ),
});

let service: TestService;
let ada: Record<string, string>;
let bob: Record<string, string>;

async function started(environment: Record<string, string>): Promise<void> {
  const { modules = [], ...definition } = demoDefinition;
  service = await startTestService(environment, {
    definition: {
      ...definition,
      modules: [...modules, defineModule({ name: 'towns', tables: [towns as never] })],
    },
  });
  slowUser = await service.addUser('ada@example.com', 'administrator');
  await service.addUser('bob@example.com', 'administrator');
  ada = { authorization: `Bearer ${(await service.signIn('ada@example.com')).token}` };
  bob = { authorization: `Bearer ${(await service.signIn('bob@example.com')).token}` };
  await seedDemo(service.database.db, { orders: 50 });
}

const read = (table: string, headers: Record<string, string>) =>
  service.call(`/api/${table}/tableData`, { method: 'POST', headers, body: { meta: { length: 10 } } });

describe('Reads of tables', () => {
  beforeAll(() =>
    // No limits of time: the reads wait for as long as the test takes.
    started({
      ROWHOUSE_DATABASE_LIMITS_LOCK_SECONDS: '0',
      ROWHOUSE_DATABASE_LIMITS_STATEMENT_SECONDS: '0',
      ROWHOUSE_DATABASE_POOL_SIZE: '10',
      ROWHOUSE_TABLES_LIMITS_PAGE_SECONDS: '0',
      ROWHOUSE_TABLES_LIMITS_COUNT_SECONDS: '0',
    }),
  );
  afterAll(() => service?.destroy());

  it('take turns between users, and are refused beyond a limit of one user', async () => {
    const ended: ReceivedResponse[] = [];
    let many: Promise<unknown> = Promise.resolve();
    await service.database.db.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${sql.lit(lock)})`.execute(connection);
      try {
        many = Promise.all(
          Array.from({ length: 130 }, async () => void ended.push(await read('towns', ada))),
        );
        await expect.poll(() => ended.length).toBe(30);
        for (const { status, headers, body } of ended) {
          expect(status).toBe(429);
          expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
          expect(body.message).toMatch(/100 requests for rows in progress/);
        }
        for (const table of ['towns', 'cities', 'users', 'orders']) {
          const { status, text } = await read(table, bob);
          expect([table, status], text).toEqual([table, 200]);
        }
        expect(ended).toHaveLength(30);
      } finally {
        await sql`select pg_advisory_unlock(${sql.lit(lock)})`.execute(connection);
      }
    });
    await many;
    expect(ended.slice(30).map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
  });
});

describe('While a table of the application is locked', () => {
  beforeAll(() => started({ ROWHOUSE_DATABASE_LIMITS_LOCK_SECONDS: '4', ROWHOUSE_DATABASE_POOL_SIZE: '4' }));
  afterAll(() => service?.destroy());

  it("the service's own routes and tables respond", async () => {
    let locked: Promise<ReceivedResponse>[] = [];
    await service.database.db.transaction().execute(async (transaction) => {
      await sql`lock table orders in access exclusive mode`.execute(transaction);
      locked = Array.from({ length: 32 }, (_, index) => read('orders', index % 2 === 0 ? ada : bob));
      const others = Array.from({ length: 32 }, (_, index) =>
        [
          () => service.call('/api/core/me', { headers: bob }),
          () => service.call('/api/core/notifications', { headers: bob }),
          () => read('users', bob),
          () => read('system/apiLogs', bob),
        ][index % 4]?.(),
      );
      for (const response of await Promise.all(others))
        expect([response?.status, response?.text]).toMatchObject([200, expect.any(String)]);
    });
    for (const { status } of await Promise.all(locked)) expect([200, 503]).toContain(status);
  });
});
