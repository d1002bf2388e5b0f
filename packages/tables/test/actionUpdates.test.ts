import { checkTables } from '@rowhouse/tables-dev';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import {
  type ActionUpdate,
  installRowCounts,
  readActionFailures,
  type TableAction,
  type TableDefinition,
} from '../src/index.ts';
import { actionShop, closingTables } from './actionShop.ts';
import { type ActionShop, actionTemplate, closing, noting } from './closing.ts';
import { idsBySql, type LoggedDatabase, refusal } from './support.ts';

const size = 60;

describe.each(dialects)('an action that sets columns, on %s', (dialect) => {
  let database: LoggedDatabase<ActionShop>;
  let db: Kysely<ActionShop>;

  beforeAll(async () => {
    database = await actionShop(dialect, size);
    db = database.db;
  });

  afterAll(() => database.destroy());

  afterEach(async () => {
    const statuses = ['new', 'paid', 'packed', 'sent', 'done', 'lost'];
    for (const [index, status] of statuses.entries()) {
      const ids = Array.from({ length: size }, (_, place) => place + 1).filter(
        (id) => (id + Math.floor(id / 7)) % 6 === index,
      );
      await db
        .updateTable('orders')
        .set({ status, note: null, quantity: 1 })
        .where('id', 'in', ids)
        .execute();
    }
  });

  async function run(
    update: ActionUpdate,
    {
      action = {},
      more = {},
      payload = {},
      options = {},
    }: {
      action?: Partial<TableAction>;
      more?: Partial<TableDefinition>;
      payload?: object;
      options?: object;
    } = {},
  ) {
    const tables = closingTables(db, closing({ ...action, update } as never, more));

    return {
      result: await tables.runAction('orders', 'close', payload, null, options),
      reported: tables.reported,
    };
  }

  const ids = (where: string) => idsBySql(db, `select id from orders where ${where} order by id`);

  it('writes all rows of the request, and no others, by one statement a chunk', async () => {
    const wanted = await ids("status = 'new'");
    database.statements();
    const { result, reported } = await run(
      { set: { note: 'set', 'orders.quantity': 7 } },
      { payload: { filters: { orders: { status: 'new' } } } },
    );
    const updates = database.statements().filter((text) => /update .*orders/.test(text));

    expect(result).toMatchObject({
      state: 'finished',
      total: wanted.length,
      processed: wanted.length,
      failed: 0,
      gone: 0,
    });
    expect(await ids("note = 'set' and quantity = 7")).toEqual(wanted);
    expect(updates).toHaveLength(1);
    expect(reported).toEqual([]);
  });

  it('updates rows in chunks by columns that it filters by', async () => {
    const wanted = await ids("status = 'new'");
    const { result } = await run(
      { set: { status: 'done' } },
      { action: { chunkSize: 3 }, payload: { filters: { orders: { status: 'new' } } } },
    );

    expect(result).toMatchObject({ processed: wanted.length, failed: 0, gone: 0 });
    expect(await ids("status = 'new'")).toEqual([]);
    expect(await ids(`status = 'done' and id in (${wanted.join()})`)).toEqual(wanted);
  });

  it('reports the rows that it refuses, each with its message, and leaves those that it skips', async () => {
    const [lost, sent, done] = [
      await ids("status = 'lost'"),
      await ids("status = 'sent'"),
      await ids("status = 'done'"),
    ];
    const others = await ids("status in ('new', 'paid', 'packed')");
    const runId = `refused-${dialect}`;
    const { result, reported } = await run(
      {
        set: { status: 'done', note: 'set' },
        refuse: [
          { when: { status: 'lost' }, message: '{number} is lost.' },
          { when: { status: ['sent', 'lost'] }, message: 'It is sent.' },
        ],
        skip: { status: 'done' },
      },
      { options: { runId } },
    );
    const failures = await readActionFailures(db, runId);
    const messageOf = new Map(failures.map(({ dtRowId, message }) => [Number(dtRowId), message]));

    expect(result).toMatchObject({
      total: size,
      processed: size - lost.length - sent.length,
      failed: lost.length + sent.length,
      gone: 0,
    });
    expect(failures.map(({ dtRowId }) => Number(dtRowId))).toEqual([...lost, ...sent].sort((a, b) => a - b));
    expect(sent.map((id) => messageOf.get(id))).toEqual(sent.map(() => 'It is sent.'));
    for (const { dtRowId, name, message } of failures) {
      if (lost.includes(Number(dtRowId))) expect(message).toBe(`${name} is lost.`);
    }
    expect(await ids("note = 'set'")).toEqual(others);
    expect(await ids("status = 'done'")).toEqual([...done, ...others].sort((a, b) => a - b));
    expect(reported).toEqual([]);
  });

  it('says dates in its messages as the table shows them', async () => {
    const { result } = await run({
      set: { note: 'set' },
      refuse: [{ when: { status: 'lost' }, message: '{number}: {placed_at}, {quantity}' }],
    });
    const { data } = await closingTables(db, closing(noting())).data('orders', {
      filters: { orders: { status: 'lost' } },
    });
    const messages = result.failures.map(({ message }) => message);

    expect(data.length).toBeGreaterThan(0);
    expect(messages).toEqual(
      expect.arrayContaining(
        data.map(({ number, placed_at: day, quantity }) => `${number}: ${day}, ${quantity ?? '–'}`),
      ),
    );
  });

  it('compares with null, with several columns, and with missing values', async () => {
    await sql`update orders set quantity = null where id <= 10`.execute(db);
    await sql`update orders set note = 'kept' where id in (3, 4)`.execute(db);
    const { result } = await run({
      set: { note: 'set' },
      refuse: [{ when: { quantity: null, note: { not: ['kept', 'other'] } }, message: 'No.' }],
      skip: { quantity: { not: [null] } },
    });

    expect(result.failures.map(({ dtRowId }) => Number(dtRowId))).toEqual([1, 2, 5, 6, 7, 8, 9, 10]);
    expect(await ids("note = 'set'")).toEqual([3, 4]);
  });

  it('sets the time of the start, and only empty columns', async () => {
    await sql`update orders set delivered_on = null, placed_at = ${'2026-01-01 00:00:00'}`.execute(db);
    await sql`update orders set delivered_on = ${'2026-02-03'} where id = 5`.execute(db);
    const before = Date.now();
    const timeZone = 'Pacific/Kiritimati';
    await run(
      { set: { placed_at: { now: true }, delivered_on: { ifEmpty: { now: true } } } },
      { action: { chunkSize: 20 }, options: { timeZone } },
    );
    const rows = await db.selectFrom('orders').select(['id', 'placed_at', 'delivered_on']).execute();
    const moments = new Set(rows.map(({ placed_at }) => String(placed_at)));
    const [moment] = rows.map(({ placed_at }) =>
      placed_at instanceof Date ? placed_at.getTime() : Date.parse(`${placed_at.replace(' ', 'T')}Z`),
    );
    const days = await idsBySql(
      db,
      `select count(*) as id from orders where delivered_on = '${new Intl.DateTimeFormat('sv', { timeZone }).format(before)}'`,
    );

    expect(moments.size).toBe(1);
    expect(moment).toBeGreaterThanOrEqual(before);
    expect(moment).toBeLessThanOrEqual(Date.now());
    expect(days).toEqual([size - 1]);
    expect(await ids("delivered_on = '2026-02-03'")).toEqual([5]);
  });

  it('sets booleans, numbers, decimals and null', async () => {
    await run({
      set: { paid: true, cents: -5, total: '12345.67', quantity: null, delivered_on: '2026-03-01' },
    });
    const flag = dialect === 'postgres' ? 'paid' : 'paid = 1';

    expect(
      await ids(
        `${flag} and cents = -5 and total = 12345.67 and quantity is null and delivered_on = '2026-03-01'`,
      ),
    ).toHaveLength(size);
  });

  it('fails the rows alone that the database refuses', async () => {
    await db.schema.createIndex('orders_note').unique().on('orders').column('number').execute();
    await sql`update orders set number = 'taken' where id = 30`.execute(db);
    try {
      const { result, reported } = await run({ set: { number: 'taken' } }, { action: { chunkSize: 8 } });

      // Row 30 has it already.
      expect(result).toMatchObject({ processed: 1, failed: size - 1 });
      expect(reported).toHaveLength(size - 1);
      expect(result.failures[0]?.message).toBe(
        'The action failed on this row; the log of the application says why.',
      );
      expect(await ids("number = 'taken'")).toEqual([30]);
    } finally {
      await sql.raw(`drop index orders_note${dialect === 'mysql' ? ' on orders' : ''}`).execute(db);
    }
  });

  it('stops after the chunk with a refused row, if onFailure is stop', async () => {
    await sql`update orders set quantity = 0 where id = 15`.execute(db);
    const { result } = await run(
      { set: { note: 'set' }, refuse: [{ when: { quantity: 0 }, message: 'Nothing to pack.' }] },
      { action: { chunkSize: 10, onFailure: 'stop' } },
    );

    expect(result).toMatchObject({ state: 'stopped', processed: 19, failed: 1 });
    expect(await ids("note = 'set'")).toHaveLength(19);
  });

  it('counts rows as removed that are deleted, or no longer the rows of the user', async () => {
    const more: Partial<TableDefinition> = {
      query: (anyDb) =>
        anyDb
          .selectFrom('orders')
          .where(sql`orders.quantity`, '>', 0)
          .select(['orders.id as dtRowId', 'orders.number', 'orders.status', 'orders.note']) as never,
    };
    const wanted = await ids('quantity > 0');
    const { result } = await run(
      { set: { note: 'set' } },
      {
        more,
        action: {
          before: async ({ db: transaction }) => {
            await sql`update orders set quantity = 0 where id in (7, 8)`.execute(transaction);
          },
        },
      },
    );

    expect(result).toMatchObject({ processed: wanted.length - 2, gone: 2, failed: 0 });
    expect(await ids("note = 'set'")).toEqual(wanted.filter((id) => id !== 7 && id !== 8));
  });

  it('raises the version of each row that it writes, and no other', async () => {
    await db.schema
      .alterTable('orders')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    const more: Partial<TableDefinition> = { edit: { columns: {}, version: 'orders.version' } };
    const lost = await ids("status = 'lost'");
    await run({ set: { note: 'set' }, skip: { status: 'lost' } }, { more });

    expect(await ids('version = 1')).toHaveLength(size - lost.length);
    expect(await ids('version = 0')).toEqual(lost);
    expect((await refusal(run({ set: { version: 4 } }, { more }))).message).toMatch(
      /"version" is the version of rows, which is raised by itself/,
    );
  });

  it('keeps counts right that follow the column', async () => {
    await installRowCounts(db, ['orders(status)']);
    const definition = closing({ update: { set: { status: 'done' } } } as never, {
      template: { ...actionTemplate, cache: true },
      count: { sources: ['orders(status)'] },
      query: (anyDb) =>
        anyDb
          .selectFrom('orders')
          .where(sql`orders.status`, '=', 'done')
          .select(['orders.id as dtRowId', 'orders.number', 'orders.status', 'orders.total']) as never,
    });
    const all = closing({ update: { set: { status: 'done' } } } as never);
    const counting = closingTables(db, definition);
    const first = await counting.data('orders', {});
    await closingTables(db, all).runAction(
      'orders',
      'close',
      { filters: { orders: { status: 'new' } } },
      null,
    );
    const second = await counting.data('orders', {});

    expect(second.count).toBe((await ids("status = 'done'")).length);
    expect(second.count).toBeGreaterThan(first.count as number);
  });

  it('is cancelled between chunks, and continues where it was interrupted', async () => {
    const paused = new AbortController();
    const tables = closingTables(db, closing({ update: { set: { note: 'set' } }, chunkSize: 10 } as never));
    const runId = `paused-${dialect}`;
    const start = (options: object) => tables.runAction('orders', 'close', {}, null, { runId, ...options });

    await expect(
      start({
        pause: paused.signal,
        onProgress: ({ processed }: { processed: number }) =>
          processed === 20 && paused.abort(new Error('later')),
      }),
    ).rejects.toThrow('later');
    expect(await ids("note = 'set'")).toHaveLength(20);
    const cancelled = new AbortController();
    const result = await start({
      signal: cancelled.signal,
      onProgress: ({ processed }: { processed: number }) => processed === 40 && cancelled.abort(),
    });

    expect(result).toMatchObject({ state: 'cancelled', processed: 40 });
    expect(await ids("note = 'set'")).toHaveLength(40);
  });

  it('finds rows by a key of several columns', async () => {
    const more: Partial<TableDefinition> = {
      key: ['orders.status', 'orders.id'],
      query: (anyDb) =>
        anyDb
          .selectFrom('orders')
          .select(sql<string>`concat(orders.status, '-', orders.id)`.as('dtRowId'))
          .select(['orders.number', 'orders.status']) as never,
    };
    const lost = await ids("status = 'lost'");
    const { result } = await run(
      { set: { note: 'set' }, refuse: [{ when: { 'orders.status': 'lost' }, message: 'Lost.' }] },
      { more, action: { chunkSize: 25 } },
    );

    expect(result).toMatchObject({ processed: size - lost.length, failed: lost.length });
    expect(result.failures.map(({ dtRowId }) => dtRowId).sort()).toEqual(
      lost.map((id) => `lost-${id}`).sort(),
    );
    expect(await ids("note = 'set'")).toHaveLength(size - lost.length);
  });

  it('is validated against the query and the database', async () => {
    const problemsOf = async (update: unknown, more: Partial<TableDefinition> = {}) => {
      const tables = closingTables(db, closing({ update } as never, more));
      const [report] = await checkTables(tables);

      return (report?.faults ?? []).map(({ problem }) => problem).join('\n');
    };

    expect(await problemsOf({ set: { status: 'done', note: 'x' }, skip: { status: 'done' } })).toBe('');
    expect(await problemsOf({ set: { statsu: 'done' } })).toMatch(
      /has no column "statsu". Did you mean "status"/,
    );
    expect(await problemsOf({ set: { 'customers.name': 'x' } })).toMatch(
      /"customers.name" is not a column of "orders"/,
    );
    expect(await problemsOf({ set: { id: 3 } })).toMatch(/"id" identifies the row/);
    expect(await problemsOf({ set: { note: 'x', 'orders.note': 'y' } })).toMatch(/"note" is set twice/);
    expect(await problemsOf({ set: { cents: 'many' } })).toMatch(
      /the value of "cents" does not fit: "many" is not a whole/,
    );
    expect(await problemsOf({ set: { status: null } })).toMatch(/"status" cannot be null/);
    expect(await problemsOf({ set: { note: { now: true } } })).toMatch(/"note" has text values, no dates/);
    expect(await problemsOf({ set: { delivered_on: 'tomorrow' } })).toMatch(/is not a day/);
    expect(await problemsOf({ set: { status: 'don' } })).toMatch(/"don" is not a key .* Did you mean "done"/);
    expect(await problemsOf({ set: { note: 'x' }, skip: { statu: 'done' } })).toMatch(
      /Did you mean "status"/,
    );
    expect(await problemsOf({ set: { note: 'x' }, skip: { placed_at: '2026-01-01' } })).toMatch(
      /compared with null only/,
    );
    if (dialect === 'postgres') {
      expect(await problemsOf({ set: { number: 'x'.repeat(41) } })).toMatch(
        /the database refuses its statement/,
      );
    }
    await expect(run({ set: {} })).rejects.toThrow(/No column is named/);
    await expect(run({ set: { note: [1] } } as never)).rejects.toThrow(
      /not a value that a column can be set to/,
    );
    await expect(run({ sett: { note: 1 } } as never)).rejects.toThrow(/Write "set"/);
    await expect(
      run({ set: { note: 'x' }, refuse: [{ when: { note: 'y' }, message: '{numbr}' }] }),
    ).rejects.toThrow(/names the column "numbr".*Write "\{number\}"/);
  });
});
