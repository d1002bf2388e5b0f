import { setTimeout as wait } from 'node:timers/promises';
import type { TableDefinition } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedDemo } from '../../../../apps/demo/src/data/seedDemo.ts';
import type { Database } from '../kernel/database/Database.ts';
import { installTableEvents, removeTableEvents } from '../kernel/events/installTableEvents.ts';
import { grantPermissions } from '../modules/users/access/storeAccess.ts';
import { type EventStream, openEventStream } from '../testing/openEventStream.ts';
import { startTestService, type TestService } from '../testing/startTestService.ts';
import { createTableEvents } from './tableEvents.ts';
import { unnamedSources } from './unnamedSources.ts';

let here: TestService;
/** Another process on the same database. */
let there: TestService;
let db: Kysely<Database>;
beforeAll(async () => {
  here = await startTestService();
  db = here.database.db;
  const database = { url: here.database.url, destroy: async () => undefined };
  there = await startTestService({}, { database });
  await seedDemo(db, { orders: 20 });
});
afterAll(async () => {
  await there?.destroy();
  await here?.destroy();
});
const streams: EventStream[] = [];
beforeEach(() => grantPermissions(db, 'user', ['orders.init', 'orders.tableData']));
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

let people = 0;
async function listen(service: TestService, role: string): Promise<EventStream> {
  const email = `person${++people}@example.com`;
  await here.addUser(email, role);
  const { token } = await here.signIn(email);
  const stream = await openEventStream(`${service.address}/api/core/notifications/stream`, {
    authorization: `Bearer ${token}`,
  });
  streams.push(stream);

  return stream;
}

const announced = { event: 'live-tables', data: { paths: ['/api/orders/tableData'] } };
const changed = { event: 'table-changes', data: { paths: ['/api/orders/tableData'] } };
const changesOf = ({ events }: EventStream) => events.filter(({ event }) => event === 'table-changes');
const changeOrder = () => db.updateTable('orders').set({ note: 'new' }).where('id', '=', '3').execute();

describe('A stream of a user who may read a table', () => {
  it('reports in every process, only that the table has changed', async () => {
    const [mine, other] = [await listen(here, 'user'), await listen(there, 'user')];
    await expect.poll(() => [mine.events, other.events]).toEqual([[announced], [announced]]);
    await changeOrder();
    await expect
      .poll(() => [mine.events, other.events], { interval: 20 })
      .toEqual([
        [announced, changed],
        [announced, changed],
      ]);
  });

  it.each([
    ['a row is added', () => sql`insert into countries values ('QQ', 'New', 'New', '')`],
    ['a row is deleted', () => sql`delete from orders where id = 4`],
    ['a named column of a joined table is written', () => sql`update customers set name = 'X' where id = 1`],
  ])('is notified if %s', async (_title, statement) => {
    const mine = await listen(here, 'user');
    await expect.poll(() => mine.events).toEqual([announced]);
    await statement().execute(db);
    await expect.poll(() => changesOf(mine)).toEqual([changed]);
  });

  it('does not report other columns, other tables and rolled-back changes', async () => {
    const mine = await listen(here, 'user');
    await expect.poll(() => mine.events).toEqual([announced]);
    await sql`update customers set newsletter = true`.execute(db);
    await sql`update cities set population = 1 where id = 1`.execute(db);
    await db
      .transaction()
      .execute(async (transaction) => {
        await transaction.updateTable('orders').set({ note: 'never' }).execute();
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    // Payloads arrive in the order of commits, so a change of these tables would have been sent before.
    await changeOrder();
    await expect.poll(() => changesOf(mine)).toEqual([changed]);
    await wait(1_500);
    expect(changesOf(mine)).toEqual([changed]);
  });

  it('collects changes that follow each other', async () => {
    const mine = await listen(here, 'user');
    await expect.poll(() => mine.events).toEqual([announced]);
    const start = performance.now();
    for (let index = 0; index < 50; index++) await changeOrder();
    await expect.poll(() => changesOf(mine).length).toBeGreaterThan(0);
    await wait(1_500);
    const seconds = (performance.now() - start) / 1_000;
    expect(changesOf(mine).length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  });
});

describe('A stream of a user who may not read a table', () => {
  it('does not report it', async () => {
    await db.deleteFrom('role_permissions').execute();
    const [stranger, administrator] = [await listen(here, 'user'), await listen(here, 'administrator')];
    await expect.poll(() => administrator.events).toEqual([announced]);
    await changeOrder();
    await expect.poll(() => changesOf(administrator)).toEqual([changed]);
    await wait(300);
    expect(stranger.events).toEqual([]);
  });

  it('does not report it after the permission was withdrawn, in any process', async () => {
    const [mine, other, administrator] = [
      await listen(here, 'user'),
      await listen(there, 'user'),
      await listen(there, 'administrator'),
    ];
    await expect.poll(() => [mine, other].map(({ events }) => events)).toEqual([[announced], [announced]]);
    await expect.poll(() => administrator.events).toEqual([announced]);
    await db.deleteFrom('role_permissions').execute();
    await changeOrder();
    await expect.poll(() => changesOf(administrator)).toEqual([changed]);
    await wait(300);
    expect([mine, other].flatMap(changesOf)).toEqual([]);
  });

  it('reports it after the permission was granted', async () => {
    await db.deleteFrom('role_permissions').execute();
    const mine = await listen(here, 'user');
    await wait(300);
    await grantPermissions(db, 'user', ['orders.tableData']);
    await changeOrder();
    await expect.poll(() => mine.events).toEqual([changed]);
  });
});

describe('A table that cannot be announced', () => {
  type Query = (db: Kysely<Database>, context?: unknown) => object;
  const definition = (query: Query, sources: readonly string[], rest = {}) =>
    ({ template: { routePrefix: 'own' }, query, live: { sources }, ...rest }) as unknown as TableDefinition;
  const find = async (given: TableDefinition) => {
    const warnings: string[] = [];
    const events = createTableEvents({
      db,
      events: here.events,
      definitions: [given],
      routeOf: () => 'own.tableData',
      pathOf: () => '/api/own',
      log: (_level, message) => warnings.push(message),
    });
    const tables = await events.announced();

    return { tables, warnings };
  };
  const orders: Query = (given) => given.selectFrom('orders').select('orders.id as dtRowId');

  it('is one whose sources have no trigger, until they have', async () => {
    const cities = definition(
      (given) => given.selectFrom('cities').select('cities.id as dtRowId'),
      ['cities'],
    );
    expect(await find(cities)).toEqual({
      tables: [],
      warnings: [
        'Pages of the table "own" ask for changes: cities of `live.sources` cannot be followed. Call ' +
          "installTableEvents(db, ['cities']) in a migration.",
      ],
    });
    await installTableEvents(db, ['cities']);
    // Again, with the same result.
    await installTableEvents(db, ['cities']);
    expect((await find(cities)).tables).toEqual([{ route: 'own.tableData', path: '/api/own' }]);
    await removeTableEvents(db, ['cities']);
    expect((await find(cities)).tables).toEqual([]);
  });

  it('is one whose rows differ by user', async () => {
    const own = definition((given, context) => orders(given, context), ['orders']);
    const { tables, warnings } = await find(own);
    expect(tables).toEqual([]);
    expect(warnings[0]).toMatch(/its query depends on the user or the request/);
  });

  it('is one whose query or relations read more', async () => {
    const joined = definition(
      (given) =>
        given
          .with('paid', (from) => from.selectFrom('orders').select('id'))
          .selectFrom('paid')
          .leftJoin('customers as who', 'who.id', 'paid.id')
          .select('paid.id as dtRowId'),
      ['orders'],
      { with: { country: { table: 'countries' } } },
    );
    expect(unnamedSources(joined, db)).toEqual(['customers', 'countries']);
    const { tables, warnings } = await find(joined);
    expect(tables).toEqual([]);
    expect(warnings[0]).toMatch(/its query reads customers, countries\. Add them/);
  });
});

describe('installTableEvents', () => {
  it('refuses an invalid source', async () => {
    for (const source of ['', 'orders(', 'orders()', 'orders; drop table orders']) {
      await expect(installTableEvents(db, [source])).rejects.toThrow('installTableEvents cannot read');
    }
  });
});
