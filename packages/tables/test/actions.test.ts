import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { ActionCounts } from '../src/definition/TableAction.ts';
import { type ActionContext, createTables, type TableDefinition } from '../src/index.ts';
import { actionShop, closingTables, takeHandled } from './actionShop.ts';
import { type ActionShop, actionTemplate, closing, noting, type ShopAction } from './closing.ts';
import { shopOrders } from './shop.ts';
import { expectRefused, idsBySql, type LoggedDatabase, refusal } from './support.ts';

const size = 2300;

describe.each(dialects)('an action on %s', (dialect) => {
  let database: LoggedDatabase<ActionShop>;
  let db: Kysely<ActionShop>;

  beforeAll(async () => {
    database = await actionShop(dialect, size);
    db = database.db;
  });

  afterEach(() => takeHandled(db));

  afterAll(() => database.destroy());

  const run = (action: ShopAction, payload: unknown = {}, more: Partial<TableDefinition> = {}) =>
    closingTables(db, closing(action, more)).runAction('orders', 'close', payload, null);

  it('runs once for each row, in the order of the request', async () => {
    const payload = {
      columns: [
        { name: 'quantity', meta: { sort: 'DESC' } },
        { name: 'placed_at', meta: { sort: 'ASC' } },
      ],
    };

    expect(await run(noting(), payload)).toMatchObject({ total: size, processed: size, state: 'finished' });
    expect(await takeHandled(db)).toEqual(
      await idsBySql(
        db,
        'select id from orders order by quantity is null, quantity desc, placed_at asc, id asc',
      ),
    );
  });

  it('runs for the rows of the time of the request, to which relative dates refer', async () => {
    const where = { data: 'orders.placed_at', operator: 'is', value: 'today' };
    const handled = async (now: Date) => {
      const tables = closingTables(db, closing(noting()));
      await tables.runAction('orders', 'close', { where }, null, { timeZone: 'UTC', now });

      return (await takeHandled(db)).toSorted((a, b) => a - b);
    };
    const placedOn = (day: string) =>
      shopOrders(size)
        .filter(({ placed_at }) => (placed_at as Date).toISOString().startsWith(day))
        .map(({ id }) => id);

    expect(await handled(new Date('2026-01-01T12:00:00Z'))).toEqual(placedOn('2026-01-01'));
    expect(await handled(new Date('2026-01-02T23:59:59Z'))).toEqual(placedOn('2026-01-02'));
    expect(await handled(new Date('2025-12-31T12:00:00Z'))).toEqual([]);
  });

  it('heeds search, filters, intervals and params, and neither page nor selection', async () => {
    const payload = {
      meta: { search: '1', start: 10, length: 10 },
      filters: { orders: { status: ['paid', 'sent'] } },
      intervals: { orders: { total: { min: 1000, max: 90_000 } } },
      params: { above: 400 },
      selection: [1, 2, 3],
    };
    const definition: Partial<TableDefinition> = {
      query: (anyDb, context) =>
        closing(noting()).query(anyDb, context).where('orders.id', '>', Number(context.request.params.above)),
    };
    const wanted = await idsBySql(
      db,
      `select orders.id from orders left join customers on customers.id = orders.customer_id
       where status in ('paid', 'sent') and total between 1000 and 90000 and orders.id > 400
         and (number like '%1%' or customers.name like '%1%' or note like '%1%') order by orders.id`,
    );

    expect(wanted.length).toBeGreaterThan(50);
    expect(await run(noting(), payload, definition)).toMatchObject({ total: wanted.length });
    expect(await takeHandled(db)).toEqual(wanted);
  });

  it('refuses whatever a data request refuses, before anything is changed', async () => {
    const tables = closingTables(db, closing(noting()));
    const refused = (payload: unknown) => tables.runAction('orders', 'close', payload, null);

    await expectRefused(refused({ filters: { customers: { password: 'x' } } }), 'filters.customers.password');
    await expectRefused(refused({ columns: [{ name: 'x', meta: { sort: 'ASC' } }] }), 'columns.0.name');
    expect((await refusal(refused([]))).code).toBe('tables.malformed_request');
    expect((await refusal(tables.runAction('orders', 'toString', {}, null))).code).toBe('tables.not_found');
    expect(await takeHandled(db)).toEqual([]);
  });

  it('passes rows as the query selects them, with relations and without formatting', async () => {
    const seen: Record<string, unknown>[] = [];
    await run({ row: (row) => void seen.push(row) }, { filters: { orders: { number: 'R-00037' } } });

    const [row] = seen;
    expect(seen).toHaveLength(1);
    expect(Number(row?.dtRowId)).toBe(1);
    expect(row).toMatchObject({ number: 'R-00037', status: 'paid', buyer: { id: 2, name: "O'Neil" } });
    expect(Number(row?.total)).toBe(1003.07);
    expect(row).not.toHaveProperty('rowhouseRowKey');
    expect(Object.keys(row ?? {})).toContain('customer_id');
  });

  it('passes the request, the user, and the number of rows', async () => {
    const contexts: ActionContext<ActionShop>[] = [];
    const tables = closingTables(db, closing({ row: (_row, context) => void contexts.push(context) }));

    await tables.runAction('orders', 'close', { params: { a: 1 }, meta: { search: '7' } }, 'ada', {
      runId: `run-${dialect}`,
    });

    expect(contexts.length).toBeGreaterThan(1);
    expect(contexts[0]?.user).toBe('ada');
    expect(contexts[0]?.request.params).toEqual({ a: 1 });
    expect(contexts[0]?.runId).toBe(`run-${dialect}`);
    expect(contexts[0]?.total).toBe(contexts.length);
    expect(contexts[0]?.signal.aborted).toBe(false);
  });

  it('passes a chunk at a time to `rows`, of at most the requested size', async () => {
    const chunks: number[][] = [];
    const summary = await run({
      chunkSize: 300,
      async rows(rows, context) {
        chunks.push(rows.map(({ dtRowId }) => Number(dtRowId)));
        await context.db
          .insertInto('handled')
          .values(rows.map(({ dtRowId }) => ({ row_id: dtRowId })))
          .execute();
      },
    });

    expect(summary).toMatchObject({ processed: size, failed: 0 });
    expect(Math.max(...chunks.map(({ length }) => length))).toBe(300);
    expect(chunks.flat()).toEqual(await idsBySql(db, 'select id from orders order by id'));
    expect(await takeHandled(db)).toEqual(chunks.flat());
  });

  it('calls before and after once, around the rows and in the same database', async () => {
    const order: string[] = [];
    const note = (text: string) => void (order.at(-1) === text || order.push(text));
    const summary = await run({
      chunkSize: 500,
      async before(context) {
        note(`before ${context.total}`);
        await context.db.insertInto('handled').values({ row_id: -1 }).execute();
      },
      row: () => note('row'),
      async after({ processed, state }, context) {
        note(`after ${processed} ${state}`);
        await context.db.insertInto('handled').values({ row_id: -2 }).execute();
      },
      message: ({ processed }) => `${processed} orders are closed.`,
    });

    expect(order).toEqual([`before ${size}`, 'row', `after ${size} finished`]);
    expect(await takeHandled(db)).toEqual([-1, -2]);
    expect(summary.message).toBe(`${size} orders are closed.`);
  });

  it('calls before and after where no row matches', async () => {
    let calls = '';
    const action: ShopAction = {
      before: () => {
        calls += 'b';
      },
      row: () => {
        calls += 'r';
      },
      after: () => {
        calls += 'a';
      },
    };

    const { text, ...counts } = await run(action, { meta: { search: 'no such order' } });
    expect(String(text)).toBe('No row matched.');
    expect(counts).toEqual({
      runId: expect.any(String),
      state: 'finished',
      undo: null,
      total: 0,
      processed: 0,
      failed: 0,
      gone: 0,
      failures: [],
      message: 'No row matched.',
    });
    expect(calls).toBe('ba');
  });

  it('sends no query for a row whose function sends none', async () => {
    const statements = async (action: ShopAction) => {
      database.statements();
      await run({ chunkSize: 1000, ...action });

      return database.statements().filter((statement) => /savepoint/i.test(statement)).length;
    };

    expect(await statements({ row: () => undefined })).toBe(0);
    expect(await statements({ row: (_row, context) => void context.db })).toBe(0);
    expect(await statements(noting())).toBe(2 * size);
  });

  it('does not keep the identifiers of all rows in memory', async () => {
    database.statements();
    await run({ row: () => undefined });

    const listing = database.statements().filter((statement) => /rowhouse_action_lists/.test(statement));
    expect(listing.filter((statement) => /^insert/i.test(statement))).toHaveLength(1);
    // One list of a thousand at a time.
    const reading = listing.filter((statement) => /row_ids/.test(statement) && !/^insert/i.test(statement));
    expect(reading.every((statement) => /run = [^ ]+ and (lists\.)?list = /.test(statement))).toBe(true);
    expect(reading.length).toBeGreaterThanOrEqual(3);
  });

  it('reports its progress after every commit, even if the listener fails', async () => {
    const reported: ActionCounts[] = [];
    const tables = closingTables(db, closing({ chunkSize: 1000, row: () => undefined }));
    await tables.runAction('orders', 'close', {}, null, {
      onProgress: (counts) => {
        reported.push(counts);
        throw new Error('nobody listens');
      },
    });

    expect(reported.map(({ processed }) => processed)).toEqual([0, 1000, 2000, 2300]);
    expect(new Set(reported.map(({ total }) => total))).toEqual(new Set([size]));
    expect(tables.reported).toHaveLength(4);
  });

  it('leaves nothing behind but the record of the run', async () => {
    const { runId } = await run({ row: () => undefined });
    const left = await sql<{ n: number }>`select count(*) as n from rowhouse_action_lists`.execute(db);
    const runs = await sql<{
      state: string;
    }>`select state from rowhouse_action_runs where id = ${runId}`.execute(db);

    expect(Number(left.rows[0]?.n)).toBe(0);
    expect(runs.rows).toEqual([{ state: 'finished' }]);
  });

  it.each<[string, ShopAction]>([
    ['a function', noting()],
    ['an update', { update: { set: { note: 'of the order' } } } as ShopAction],
  ])(
    'is for the rows that were listed when it was ordered, by %s, however late it starts',
    async (_, action) => {
      const events: string[] = [];
      const tables = closingTables(
        db,
        closing({ ...action, before: ({ total }) => void events.push(`before ${total}`) }),
      );
      const payload = { filters: { orders: { status: 'new' } } };
      const listed = await idsBySql(db, "select id from orders where status = 'new' order by id");
      const [left, entered] = [
        listed[3] ?? 0,
        ...(await idsBySql(db, "select id from orders where status = 'done'")),
      ];
      const order = { runId: `order of ${Object.keys(action)[0]}`, timeZone: 'UTC' };
      expect((await tables.listAction('orders', 'close', payload, null, order)).total).toBe(listed.length);
      expect(events).toEqual([]);
      const set = (id: number | undefined, status: string) =>
        db
          .updateTable('orders')
          .set({ status })
          .where('id', '=', id ?? 0)
          .execute();

      try {
        await set(left, 'done');
        await set(entered, 'new');
        // With the number that was confirmed for the list, which is not compared again.
        const runs = [1, 2].map(() =>
          tables.runAction('orders', 'close', { ...payload, confirmed: listed.length + 1 }, null, order),
        );
        for (const summary of await Promise.all(runs)) {
          expect(summary).toMatchObject({ total: listed.length, processed: listed.length });
        }
        const noted = await idsBySql(db, "select id from orders where note = 'of the order' order by id");
        const handled = await takeHandled(db);
        expect('update' in action ? noted : handled.sort((a, b) => a - b)).toEqual(listed);
        expect(events).toEqual([`before ${listed.length}`]);
      } finally {
        await set(left, 'new');
        await set(entered, 'done');
        await db.updateTable('orders').set({ note: null }).where('note', '=', 'of the order').execute();
      }
    },
  );

  it('leaves nothing behind of an order that is discarded', async () => {
    const tables = closingTables(db, closing(noting()));
    const left = async () => [
      ...(await sql`select 1 from rowhouse_action_lists`.execute(db)).rows,
      ...(await sql`select 1 from rowhouse_action_runs where id = 'discarded'`.execute(db)).rows,
    ];
    const listed = await tables.listAction('orders', 'close', {}, null, { runId: 'discarded' });
    expect(listed.total).toBe(size);
    expect((await left()).length).toBeGreaterThan(1);
    await listed.discard();
    await listed.discard();
    expect(await left()).toEqual([]);
  });

  it('is refused if it is for another number of rows than was confirmed, and changes nothing', async () => {
    const template = { ...actionTemplate, selectable: true };
    const tables = closingTables(db, closing(noting(), { template }));
    const filters = { orders: { status: 'new' } };
    const ids = await idsBySql(db, "select id from orders where status = 'new' order by id");
    const rows = ids.length;
    for (const [payload, found] of [
      [{ filters, confirmed: rows + 1 }, rows],
      [{ filters, confirmed: String(rows - 1) }, rows],
      [{ only: ids.slice(0, 3), confirmed: 4 }, 3],
      [{ filters, except: ids.slice(0, 3), confirmed: rows }, rows - 3],
    ] as const) {
      for (const call of [
        () => tables.runAction('orders', 'close', payload, null, { runId: 'other' }),
        () => tables.listAction('orders', 'close', payload, null, { runId: 'other' }),
      ]) {
        const error = await refusal(call());
        expect(error).toMatchObject({
          code: 'tables.rows_changed',
          status: 409,
          extensions: { confirmed: Number(payload.confirmed), rows: found },
        });
        for (const number of [found, payload.confirmed]) expect(error.message).toContain(String(number));
      }
    }
    expect(await takeHandled(db)).toEqual([]);
    expect((await sql`select 1 from rowhouse_action_lists`.execute(db)).rows).toEqual([]);

    const unreadable = await refusal(tables.runAction('orders', 'close', { confirmed: 'all' }, null));
    expect(unreadable.fields).toHaveProperty('confirmed');
    for (const confirmed of [rows, String(rows), null, '', undefined]) {
      const summary = await tables.runAction('orders', 'close', { filters, confirmed }, null);
      expect(summary.processed).toBe(rows);
    }
  });

  it('keeps two runs at the same time apart', async () => {
    const tables = closingTables(db, closing(noting()));
    const [cheap, dear] = await Promise.all(
      [
        { min: null, max: '50000' },
        { min: '50000.01', max: null },
      ].map((total) => tables.runAction('orders', 'close', { intervals: { orders: { total } } }, null)),
    );

    expect((cheap?.processed ?? 0) + (dear?.processed ?? 0)).toBe(size);
    expect((await takeHandled(db)).sort((a, b) => a - b)).toEqual(
      await idsBySql(db, 'select id from orders order by id'),
    );
  });

  it('is refused with a remedy where it is not defined rightly', () => {
    const start = (action: object) => () =>
      createTables({ db, definitions: [closing(action as never)] }).all();

    expect(start({})).toThrow(/neither row\(\) nor rows\(\)/);
    expect(start({ row: () => 1, rows: () => 1 })).toThrow(/both row\(\) and rows\(\)/);
    expect(start({ row: () => 1, chunkSize: 0 })).toThrow(/chunkSize 0/);
    expect(start({ row: () => 1, onFailure: 'ignore' })).toThrow(/"ignore"/);
  });
});
