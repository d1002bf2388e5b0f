import type { ActionPreview } from '@rowhouse/table-protocol';
import { checkTables } from '@rowhouse/tables-dev';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import {
  type ActionInput,
  type ActionInputField,
  type ActionUpdate,
  createTables,
  readActionFailures,
  type TableAction,
  type TableDefinition,
} from '../src/index.ts';
import { actionShop } from './actionShop.ts';
import { type ActionShop, actionTemplate, closing } from './closing.ts';
import { ordersTable, statuses } from './shop.ts';
import { expectRefused, idsBySql, type LoggedDatabase, refusal } from './support.ts';

const size = 40;
type Fields = Readonly<Record<string, true | ActionInputField>>;

const fields = {
  status: true,
  note: { schema: Type.Union([Type.Null(), Type.String({ maxLength: 20 })]), help: 'For the customer' },
  quantity: { permission: 'orders.quantities' },
  delivered_on: { when: { status: ['sent', 'done'] } },
  reason: { type: 'enum', enum: 'reasons', default: 'other' },
} satisfies Fields;

const update: ActionUpdate = {
  set: {
    status: { input: 'status' },
    note: { ifEmpty: { input: 'note' } },
    quantity: { input: 'quantity' },
    delivered_on: { input: 'delivered_on' },
    paid: true,
    placed_at: { now: true },
    cents: 4200,
  },
  refuse: [{ when: { status: 'lost' }, message: '{number} is lost.' }],
  skip: { status: 'done' },
};

describe.each(dialects)('the input of an action, on %s', (dialect) => {
  let database: LoggedDatabase<ActionShop>;
  let db: Kysely<ActionShop>;
  let permitted: readonly string[] = [];

  beforeAll(async () => {
    database = await actionShop(dialect, size);
    db = database.db;
  });
  afterAll(() => database.destroy());
  beforeEach(async () => {
    permitted = ['orders.tableData', 'orders.quantities'];
    for (const [index, status] of statuses.entries()) {
      const ids = Array.from({ length: size }, (_, place) => place + 1).filter(
        (id) => id % statuses.length === index,
      );
      await db
        .updateTable('orders')
        .set({ status, note: index % 2 === 0 ? null : 'old', quantity: 1, paid: null, cents: 100 })
        .where('id', 'in', ids)
        .execute();
    }
  });

  const tablesWith = (definition: TableDefinition) =>
    createTables({
      db,
      definitions: [definition],
      permits: (_user, name) => permitted.includes(name),
    });
  const action = (given: object = {}, input: Fields = fields, more: Partial<TableDefinition> = {}) =>
    tablesWith(
      closing({ input, ...(Object.hasOwn(given, 'row') ? {} : { update }), ...given } as never, {
        enums: {
          orderStatuses: Object.fromEntries(statuses.map((status) => [status, status.toUpperCase()])),
          reasons: { lost: 'Lost on the way', other: 'Another one' },
        },
        template: { ...actionTemplate, selectable: true } as never,
        ...more,
      }),
    );
  const ids = (where: string) => idsBySql(db, `select id from orders where ${where} order by id`);
  const newOnes = { meta: {}, filters: { orders: { status: 'new' } } };

  it('has a form of what the definition and the database know', async () => {
    const form = await action().actionForm('orders', 'close', 'ada');
    expect(Object.fromEntries(form.fields.map(({ name, ...field }) => [name, field]))).toMatchObject({
      status: { label: 'Status', type: 'enum', required: true, enum: { new: 'NEW', lost: 'LOST' } },
      note: { label: 'Note', type: 'string', maxLength: 20, help: 'For the customer' },
      quantity: { type: 'number', decimals: 0 },
      delivered_on: { type: 'date', when: { status: ['sent', 'done'] } },
      reason: { label: 'Reason', type: 'enum', enum: { lost: 'Lost on the way', other: 'Another one' } },
    });
    expect(form.fields.filter(({ required }) => required).map(({ name }) => name)).toEqual(['status']);
    expect(form.values).toEqual({ reason: 'other' });
    const none = action({ row: () => undefined }, undefined, {
      actions: { close: { row: () => undefined } },
    });
    expect((await refusal(none.actionForm('orders', 'close', 'ada'))).code).toBe('tables.not_found');
  });

  it('is read by the rules of its fields and given to every function, with defaults', async () => {
    const seen: unknown[] = [];
    const tables = action({
      before: ({ input }: { input: ActionInput }) => void seen.push(['before', input]),
      row: (_row: unknown, { input }: { input: ActionInput }) => void seen.push(['row', input]),
      after: (_summary: unknown, { input }: { input: ActionInput }) => void seen.push(['after', input]),
      message: ({ input }: { input: ActionInput }) => `Now ${input.status}.`,
    });
    const only = await ids("status = 'new'");
    const result = await tables.runAction(
      'orders',
      'close',
      { ...newOnes, input: { status: 'sent', quantity: '5.0', delivered_on: '2026-05-01' } },
      'ada',
    );
    const input = { reason: 'other', status: 'sent', quantity: '5', delivered_on: '2026-05-01' };
    expect(seen).toEqual([['before', input], ...only.map(() => ['row', input]), ['after', input]]);
    expect(result.message).toBe('Now sent.');
  });

  it.each([
    [{}, ['input.status']],
    [{ status: null }, ['input.status']],
    [
      { status: 'gone', note: 'x'.repeat(21), quantity: 1.5 },
      ['input.status', 'input.note', 'input.quantity'],
    ],
    [{ status: 'paid', delivered_on: '2026-02-01' }, ['input.delivered_on']],
    [{ status: 'sent', delivered_on: '2026-02-30' }, ['input.delivered_on']],
    [{ status: 'sent', reason: 'none', stats: 1 }, ['input.reason', 'input.stats']],
    ['sent', ['input']],
  ])('%j is refused with each fault under its field, and nothing is listed', async (input, paths) => {
    database.statements();
    const error = await expectRefused(
      action().runAction('orders', 'close', { meta: {}, input }, 'ada'),
      paths[0] ?? '',
    );
    expect(Object.keys(error.fields ?? {})).toEqual(paths);
    expect(database.statements().filter((text) => /rowhouse_action|^update/.test(text))).toEqual([]);
  });

  it('suggests the meant field, and refuses one that the user does not have in the same way', async () => {
    const close = (input: object) =>
      expectRefused(action().runAction('orders', 'close', { meta: {}, input }, 'ada'), 'input.statsu');
    expect((await close({ status: 'sent', statsu: 'new' })).fields?.['input.statsu']?.join()).toContain(
      'did you mean status?',
    );
    permitted = ['orders.tableData'];
    const tables = action();
    const { fields: shown } = await tables.actionForm('orders', 'close', 'ada');
    expect(shown.map(({ name }) => name)).not.toContain('quantity');
    await expectRefused(
      tables.runAction('orders', 'close', { meta: {}, input: { status: 'sent', quantity: 1 } }, 'ada'),
      'input.quantity',
    );
    await tables.runAction('orders', 'close', { ...newOnes, input: { status: 'packed' } }, 'ada');
    expect(await ids('quantity is null or quantity <> 1')).toEqual([]);
  });

  it('is refused for an action that has none', async () => {
    const tables = tablesWith(closing({ row: () => undefined } as never));
    await expectRefused(
      tables.runAction('orders', 'close', { meta: {}, input: { status: 'sent' } }, null),
      'input',
    );
  });

  it('has to set something', async () => {
    const optional = action({ update: { set: { note: { input: 'note' } } } }, { note: {} });
    await expectRefused(optional.runAction('orders', 'close', { meta: {}, input: {} }, 'ada'), 'input');
    await optional.runAction('orders', 'close', { ...newOnes, input: { note: null } }, 'ada');
    expect(await ids("status = 'new' and note is not null")).toEqual([]);
  });

  it('refers only to rows that exist', async () => {
    const tables = action({ row: () => undefined }, { customer: { column: 'orders.customer_id' } });
    const close = (customer: unknown) =>
      tables.runAction('orders', 'close', { ...newOnes, input: { customer } }, 'ada');
    await expectRefused(
      action({ row: () => undefined }, { customer: { references: 'customers.id' } }).runAction(
        'orders',
        'close',
        { ...newOnes, input: { customer: '99999' } },
        'ada',
      ),
      'input.customer',
    );
    expect((await close('1')).state).toBe('finished');
  });

  it('stays that of a run which another process continues, and is not mixed with another one', async () => {
    const runId = `input-${dialect}`;
    const payload = (status: string) => ({ ...newOnes, input: { status, note: 'kept' } });
    const listed = await action().listAction('orders', 'close', payload('sent'), 'ada', { runId });
    expect(listed.total).toBe((await ids("status = 'new'")).length);
    // A later version of the application has another default, and counts rows.
    const later = action({ chunkSize: 2 }, { ...fields, reason: { ...fields.reason, default: 'lost' } });
    const pause = new AbortController();
    const stopped = later.runAction('orders', 'close', payload('sent'), 'ada', {
      runId,
      pause: pause.signal,
      onProgress: ({ processed }) => processed > 0 && pause.abort(new Error('paused')),
    });
    await expect(stopped).rejects.toThrow('paused');
    await expect(later.runAction('orders', 'close', payload('paid'), 'ada', { runId })).rejects.toThrow(
      'has another input',
    );
    const { processed, state } = await later.runAction('orders', 'close', payload('sent'), 'ada', { runId });
    expect([processed, state]).toEqual([listed.total, 'finished']);
    expect(await ids("status = 'new'")).toEqual([]);
    await expect(later.runAction('orders', 'close', payload('paid'), 'ada', { runId })).rejects.toThrow(
      'has another input',
    );
  });

  describe('in a preview', () => {
    const preview = (payload: object, tables = action()): Promise<ActionPreview> =>
      tables.previewAction('orders', 'close', payload, 'ada');
    const input = { status: 'sent', note: 'new', quantity: 7, delivered_on: '2026-05-01' };

    it('changes nothing, and is equal to the result of the run', async () => {
      const payload = {
        meta: { length: 25 },
        filters: { orders: { status: ['new', 'lost', 'done', 'paid'] } },
        input,
      };
      const tables = action();
      database.statements();
      const shown = await preview(payload, tables);
      expect(
        database.statements().filter((text) => !/^\s*(select|with|begin|commit|start|set|show)/i.test(text)),
      ).toEqual([]);
      const matching = await ids("status in ('new', 'lost', 'done', 'paid')");
      const refused = await ids("status = 'lost'");
      expect([shown.count, shown.refused]).toEqual([matching.length, refused.length]);
      expect(shown.columns).toEqual([
        'status',
        'note',
        'quantity',
        'delivered_on',
        'paid',
        'placed_at',
        'cents',
      ]);
      const read = async () => {
        const { data } = await tables.data(
          'orders',
          { meta: {}, only: shown.rows?.map(({ dtRowId }) => dtRowId) },
          'ada',
        );

        return new Map(data.map((row) => [String(row.dtRowId), row]));
      };
      const pick = (row: Record<string, unknown> | undefined) =>
        Object.fromEntries((shown.columns ?? []).map((name) => [name, String(row?.[name] ?? null)]));
      const before = await read();
      expect(shown.rows).toHaveLength(10);
      for (const row of shown.rows ?? [])
        expect(pick(row.before)).toEqual(pick(before.get(String(row.dtRowId))));
      const runId = `preview-${dialect}`;
      const result = await tables.runAction('orders', 'close', payload, 'ada', { runId });
      expect([result.total, result.failed]).toEqual([shown.count, shown.refused]);
      const after = await read();
      const failures = new Map(
        (await readActionFailures(db, runId)).map(({ dtRowId, message }) => [String(dtRowId), message]),
      );
      for (const row of shown.rows ?? []) {
        const { placed_at: previewed, ...others } = pick(row.after);
        const { placed_at: written, ...real } = pick(after.get(String(row.dtRowId)));
        expect(others).toEqual(real);
        // The day: the run starts a moment later.
        expect(previewed?.slice(0, 10)).toBe(written?.slice(0, 10));
        expect(row.refused).toBe(failures.get(String(row.dtRowId)));
      }
    });

    it('has the rows of the request, and counts those of an action with functions', async () => {
      const chosen = await ids('id in (3, 4, 5)');
      const some = await preview({ meta: {}, only: chosen, input });
      expect(some.rows?.map(({ dtRowId }) => Number(dtRowId)).toSorted()).toEqual(chosen);
      expect(some.count).toBe(3);
      const byKey = action({}, fields, { key: ['orders.id', 'orders.number'] });
      const keyed = await preview({ meta: {}, only: chosen, input }, byKey);
      expect(keyed.refused).toBe(some.refused);
      expect(new Set(keyed.rows?.map(({ after }) => after.status))).toEqual(
        new Set(some.rows?.map(({ after }) => after.status)),
      );
      const rows = action({ row: () => undefined });
      expect(await preview({ ...newOnes, input }, rows)).toEqual({
        count: (await ids("status = 'new'")).length,
      });
    });

    it('shows no rows to a user who may not read the table', async () => {
      permitted = ['orders.quantities'];
      expect(await preview({ ...newOnes, input })).toEqual({
        count: (await ids("status = 'new'")).length,
        refused: 0,
      });
    });

    it('is refused like the action itself', async () => {
      await expectRefused(preview({ meta: {}, input: { status: 'gone' } }), 'input.status');
      await expectRefused(preview({ meta: {}, filter: {} }), 'filter');
    });
  });

  it('sets a status from a template alone, which is checked against the database', async () => {
    const declared = (input: object, set: object = { status: { input: 'status' } }) =>
      ordersTable({ ...actionTemplate, actions: { close: { input, update: { set } } } } as never);
    const tables = tablesWith(declared({ status: {} }));
    await tables.runAction('orders', 'close', { ...newOnes, input: { status: 'paid' } }, null);
    expect(await ids("status = 'new'")).toEqual([]);
    await expectRefused(
      tables.runAction('orders', 'close', { meta: {}, input: { status: 'odd' } }, null),
      'input.status',
    );
    const faults = async (input: object, set?: object) =>
      (await checkTables(tablesWith(declared(input, set))))
        .flatMap(({ faults: found }) => found)
        .filter(({ path }) => path.startsWith('actions.'))
        .map(({ path, problem }) => `${path}: ${problem}`)
        .join('\n');
    expect(await faults({ status: {} })).toBe('');
    expect(await faults({ status: { column: 'orders.statsu' } })).toContain('"orders.statsu"');
    expect(await faults({ status: { enum: 'statuses' } })).toContain('no enumeration "statuses"');
    expect(await faults({ stats: {} })).toContain('actions.close.update.set.status: No field of the input');
    expect(await faults({ status: { when: { state: 1 } } })).toContain(
      'actions.close.input.status.when.state',
    );
    expect(await faults({ status: { colum: 'orders.status' } })).toContain(
      'actions.close.input.status.colum',
    );
    expect(await faults({ status: { default: {} } })).toContain('actions.close.input.status.default');
  });

  it('is refused in a definition that has faults', () => {
    const close = { input: { a: { when: { b: 1 } } }, row: () => undefined } as unknown as TableAction;
    expect(() => tablesWith(closing(close as never)).all()).toThrow('has a fault at input.a.when.b');
  });
});
