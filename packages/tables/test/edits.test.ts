import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import type { EditChange, TableEdit } from '../src/definition/TableEdit.ts';
import { defineTable, type TableDefinition, type Tables } from '../src/index.ts';
import { editableOrders, editTemplate, plainEdit } from './editableOrders.ts';
import { type EditShop, editShop, storedText } from './editShop.ts';
import type { Shop } from './shop.ts';
import { expectRefused, type LoggedDatabase, refusal, tablesOf } from './support.ts';

const size = 60;
const uuid = '6f1c2b1e-6d0f-4c55-9d6e-0a4f1f1c9a01';

describe.each(dialects)('editing a cell, on %s', (dialect) => {
  let database: LoggedDatabase<EditShop>;
  let db: Kysely<EditShop>;

  beforeAll(async () => {
    database = await editShop(dialect, size);
    db = database.db;
  });
  afterAll(() => database.destroy());

  /** Made once for a definition, so that the catalogue is read once. */
  const known = new Map<TableDefinition, Tables>();
  const plain = editableOrders(plainEdit);
  const tables = (definition: TableDefinition = plain): Tables => {
    const made = known.get(definition) ?? tablesOf(db, definition);
    known.set(definition, made);

    return made;
  };
  const edit = (payload: object, definition?: TableDefinition, user: unknown = null, timeZone = 'UTC') =>
    tables(definition).edit('orders', payload, user, { timeZone });
  const stored = (id: number, column: string) => storedText(db, dialect, id, column);
  const shown = async (row: number, column: string) => {
    const { data } = await tables().data('orders', { meta: { row } });

    return data[0]?.[column];
  };
  const set = (id: number, values: object) =>
    db.updateTable('orders').set(values).where('id', '=', id).execute();

  it.each([
    ['status', 'sent', 'sent', 'sent'],
    ['total', '1234567890.5', '1,234,567,890.50', /^1234567890\.50?$/],
    ['total', -3, '-3.00', /^-3(\.00?)?$/],
    ['cents', '12.34', '12.34', '1234'],
    ['quantity', '41', 41, '41'],
    ['quantity', null, null, null],
    ['paid', true, true, /^(1|true)$/],
    ['paid', false, false, /^(0|false)$/],
    ['paid', null, null, null],
    ['delivered_on', '2026-02-28', '28-02-2026', '2026-02-28'],
    ['delivered_on', null, null, null],
    ['note', 'Ærø 日本 🚚\n2', 'Ærø 日本 🚚\n2', 'Ærø 日本 🚚\n2'],
    ['note', '', '', ''],
    ['note', null, null, null],
    ['customer', '4', '東京', undefined],
    ['customer', null, null, undefined],
  ] as const)('writes %s: %j', async (column, value, cell, text) => {
    const { row } = await edit({ row: 7, column, value });
    expect(row).toMatchObject({ dtRowId: expect.anything(), [column]: cell });
    expect(await shown(7, column)).toEqual(cell);
    if (text instanceof RegExp) expect(await stored(7, column)).toMatch(text);
    else if (text !== undefined) expect(await stored(7, column)).toBe(text);
  });

  it('returns the row as the data route does, with its functions called again', async () => {
    const definition = {
      ...editableOrders(plainEdit),
      cssClasses: ({ quantity }: Record<string, unknown>) => (Number(quantity) > 90 ? ['large'] : []),
      rowActions: () => ['show'],
    };
    const { row } = await edit({ row: '8', column: 'quantity', value: 91 }, definition);
    const { data } = await tables(definition).data('orders', { meta: { row: 8 } });
    expect(row).toEqual(data[0]);
    expect(row).toMatchObject({ quantity: 91, _cssClasses: ['large'], _actions: ['show'] });
  });

  it('accepts times in the zone of the user, and with one of their own', async () => {
    const instants = async () =>
      new Date(
        (await stored(9, 'placed_at'))?.replace(' ', 'T').replace(/(\+00|Z)?$/, 'Z') ?? '',
      ).toISOString();
    const at = async (value: string) => {
      const { row } = await edit({ row: 9, column: 'placed_at', value }, undefined, null, 'Europe/Bucharest');

      return [row?.placed_at, await instants()];
    };
    expect(await at('2026-07-01T09:30')).toEqual(['01-07-2026 09:30:00', '2026-07-01T06:30:00.000Z']);
    expect(await at('2026-01-01 00:15:30.5')).toEqual(['01-01-2026 00:15:30', '2025-12-31T22:15:30.500Z']);
    expect(await at('2026-07-01T09:30:00-05:00')).toEqual([
      '01-07-2026 17:30:00',
      '2026-07-01T14:30:00.000Z',
    ]);
    expect(await at('2026-07-01')).toEqual(['01-07-2026 00:00:00', '2026-06-30T21:00:00.000Z']);
    // Clocks jump from 03:00 to 04:00.
    expect(await at('2026-03-29T03:30')).toEqual(['29-03-2026 04:30:00', '2026-03-29T01:30:00.000Z']);
  });

  it.each([
    ['status', 'gone', /"gone" is not a key of the column "status".*new, paid/],
    ['status', null, /cannot be empty/],
    ['total', '12.345', /more decimals than the column shows; send at most 2/],
    ['total', '1e1001', /not a decimal/],
    ['total', '12,5', /not a decimal/],
    ['total', 1e300, /not a decimal|too large/],
    ['total', '1234567890123', /is refused|more digits/],
    ['total', true, /not a decimal/],
    ['cents', '0.005', /send at most 2/],
    ['quantity', '1.5', /whole number/],
    ['quantity', '99999999999999999999', /is refused|more digits/],
    ['paid', 'yes', /not a boolean/],
    ['placed_at', '2026-02-30T10:00', /not a date/],
    ['placed_at', '0001-01-01T00:00', /outside of the years/],
    ['delivered_on', '2026-02-28T10:00', /column holds days/],
    ['note', 'a\0b', /U\+0000/],
    ['note', 5, /not a text/],
    ['note', ['a'], /not a text/],
    ['note', 'x'.repeat(10_001), /10001 characters; send at most 10000/],
    ['customer', '99', /not one of the values that the column can refer to/],
    ['customer', '1 or 1=1', /whole number/],
  ] as const)('refuses %s: %j', async (column, value, message) => {
    const before = await stored(10, column === 'customer' ? 'customer_id' : column);
    // SQLite keeps numbers of any size.
    if (dialect === 'sqlite' && value === '1234567890123') return;
    const zone = 'Asia/Tokyo';
    const error = await expectRefused(edit({ row: 10, column, value }, undefined, null, zone), 'value');
    expect(error.message).toMatch(message);
    expect(await stored(10, column === 'customer' ? 'customer_id' : column)).toBe(before);
  });

  it('keeps texts that look like SQL as texts', async () => {
    for (const note of ["'; drop table orders; --", "\\' or 1=1 -- ", '" or ""="', '$1 $$ ? :a @b', '%_\\']) {
      expect((await edit({ row: 11, column: 'note', value: note })).row).toMatchObject({ note });
      expect(await stored(11, 'note')).toBe(note);
    }
    const hostile = [
      "11' or '1'='1",
      '11 or 1=1',
      '11;delete from orders',
      '11a',
      '0x0b',
      '1e1',
      ' 11',
      '11.0',
    ];
    for (const row of hostile) {
      const error = await refusal(edit({ row, column: 'note', value: 'x' }));
      expect([row, error.status, error.code]).toEqual([row, 404, 'tables.row_not_found']);
    }
    expect(await stored(11, 'note')).toBe('%_\\');
  });

  it('refuses columns that are not editable like those that do not exist', async () => {
    const definition = editableOrders({ columns: { note: true, paid: true } });
    const messages = await Promise.all(
      ['total', 'password', 'customer_id', '__proto__', 'constructor', 'noet', 7, null].map(
        async (column) => {
          const error = await expectRefused(edit({ row: 1, column, value: 'x' }, definition), 'column');

          return error.message.replace(/"[^"]*"|7|null/, 'X');
        },
      ),
    );
    expect(new Set(messages)).toEqual(
      new Set([
        'column: X is not an editable column of this table; send one of: paid, note.',
        'column: X is not an editable column of this table; did you mean note?',
      ]),
    );
    const error = await expectRefused(
      edit({ row: 1, column: 'note', vallue: 'x', requestId: 'x', version: 1 }, definition),
      'vallue',
    );
    expect(error.fields).toMatchObject({
      vallue: ['"vallue" is not a member of an edit; did you mean value?'],
      value: ['Send the new value, or null for none.'],
      requestId: [expect.stringContaining('not a UUID')],
      version: [expect.stringContaining('no version')],
    });
    const empty = await expectRefused(edit({ row: '', column: 'note', value: 'x' }, definition), 'row');
    expect(empty.fields?.row?.[0]).toContain('a row whose identifier is empty cannot be edited');
    expect((await refusal(edit([] as object, definition))).code).toBe('tables.malformed_request');
  });

  describe('rows that the user may see', () => {
    const own = (): TableDefinition => ({
      ...editableOrders({ columns: { note: true, status: true } }),
      ...defineTable({
        template: editTemplate(['note', 'status']),
        query: (
          inner: Kysely<Shop>,
          { user, request }: { user: string | null; request: { params: object } },
        ) =>
          inner
            .selectFrom('orders as o')
            .leftJoin('customers', 'customers.id', 'o.customer_id')
            .where('o.status', '=', user ?? 'new')
            .$if('only' in request.params, (query) => query.where('o.id', '=', 13))
            .select(['o.id as dtRowId', 'o.number', 'o.status', 'o.note', 'customers.name as customer'])
            .select(['o.total', 'o.cents', 'o.quantity', 'o.paid', 'o.placed_at', 'o.delivered_on']),
      }),
      template: ((template) => ({
        ...template,
        columns: template.columns.map((column) => ({
          ...column,
          data: column.data?.replace('orders.', 'o.'),
        })),
        filters: [],
      }))(editTemplate(['note', 'status'])) as TableDefinition['template'],
    });

    it('returns 404 for a row outside of the query', async () => {
      await set(12, { status: 'lost', note: 'before' });
      const outside = await refusal(edit({ row: 12, column: 'note', value: 'x' }, own(), 'done'));
      const missing = await refusal(edit({ row: 987654, column: 'note', value: 'x' }, own(), 'done'));
      expect(outside.status).toBe(404);
      expect(outside.message.replace('12', '987654')).toBe(missing.message);
      expect(await stored(12, 'note')).toBe('before');
      expect((await edit({ row: 12, column: 'note', value: 'y' }, own(), 'lost')).row).toMatchObject({
        note: 'y',
      });
      const params = { only: true };
      expect(
        (await refusal(edit({ row: 12, column: 'note', value: 'z', params }, own(), 'lost'))).status,
      ).toBe(404);
    });

    it('returns no row when the change takes it out of the query', async () => {
      await set(13, { status: 'lost' });
      expect(await edit({ row: 13, column: 'status', value: 'done' }, own(), 'lost')).toEqual({ row: null });
      expect(await stored(13, 'status')).toBe('done');
    });

    it('reports a deleted row as missing', async () => {
      await db.deleteFrom('orders').where('id', '=', 14).execute();
      expect((await refusal(edit({ row: 14, column: 'note', value: 'x' }))).code).toBe(
        'tables.row_not_found',
      );
    });
  });

  describe('rows that another user changes', () => {
    const versioned = (more: Partial<TableEdit> = {}): TableDefinition => {
      const columns = { note: true, total: true, quantity: true } as const;

      return {
        ...editableOrders({ columns, version: 'orders.version', ...more }),
        query: (inner) =>
          (inner as unknown as Kysely<EditShop>)
            .selectFrom('orders')
            .leftJoin('customers', 'customers.id', 'orders.customer_id')
            .selectAll('orders')
            .select(['orders.id as dtRowId', 'customers.name as customer']) as never,
      };
    };

    it('refuses a cell that is not the expected one, and sends the current row', async () => {
      await set(15, { total: '10.00', note: 'mine' });
      const expected = await shown(15, 'total');
      expect((await edit({ row: 15, column: 'total', value: '11', expected })).row).toMatchObject({
        total: '11.00',
      });
      const error = await refusal(edit({ row: 15, column: 'total', value: '12', expected }));
      expect([error.status, error.code]).toEqual([409, 'tables.row_changed']);
      expect(error.extensions).toEqual({
        current: (await tables().data('orders', { meta: { row: 15 } })).data[0],
      });
      expect(await shown(15, 'total')).toBe('11.00');
      // Other cells may have changed.
      await set(15, { note: 'theirs' });
      await edit({ row: 15, column: 'total', value: '13', expected: '11.00' });
      expect((await refusal(edit({ row: 15, column: 'note', value: 'x', expected: null }))).status).toBe(409);
    });

    it('refuses a cell that looks as expected, and has another value', async () => {
      const columns = plain.template.columns.map((column) =>
        column.name === 'delivered_on' ? { ...column, dateFormat: 'd-m-y' } : column,
      );
      const short: TableDefinition = { ...plain, template: { ...plain.template, columns } };
      await set(23, { delivered_on: '1965-03-01' });
      const { data } = await tables(short).data('orders', { meta: { row: 23 } });
      expect(data[0]).toMatchObject({ delivered_on: '01-03-65', _exact: { delivered_on: '1965-03-01' } });
      await set(23, { delivered_on: '2065-03-01' });
      const change = { row: 23, column: 'delivered_on', value: '2000-01-01', expected: '01-03-65' };
      for (const expectedExact of ['1965-03-01', null]) {
        const error = await refusal(edit({ ...change, expectedExact }, short));
        expect([error.status, error.extensions]).toMatchObject([
          409,
          { current: { _exact: { delivered_on: '2065-03-01' } } },
        ]);
      }
      await expectRefused(edit({ ...change, expectedExact: 5 }, short), 'expectedExact');
      expect(await stored(23, 'delivered_on')).toContain('2065');
      await edit({ ...change, expectedExact: '2065-03-01' }, short);
      // Clients that know the cell alone may leave it out.
      await edit({ ...change, value: '2001-01-01', expected: '01-01-00' }, short);
      expect(await stored(23, 'delivered_on')).toContain('2001');
    });

    it('refuses a row whose version is not the expected one, and increments it', async () => {
      await set(16, { note: 'a', version: 5 });
      const first = await edit({ row: 16, column: 'note', value: 'b', version: 5 }, versioned());
      expect(first.row).toMatchObject({ note: 'b', version: 6 });
      const error = await refusal(
        edit({ row: 16, column: 'quantity', value: 66, version: '5' }, versioned()),
      );
      expect(error.extensions).toMatchObject({ current: { note: 'b', version: 6 } });
      const definition = versioned({
        columns: {
          note: ({ value, row, db: inner }: EditChange) =>
            inner.updateTable('orders').set({ note: value }).where('id', '=', row.dtRowId).execute(),
          total: true,
          quantity: true,
        },
      });
      expect((await edit({ row: 16, column: 'note', value: 'c', version: 6 }, definition)).row).toMatchObject(
        { note: 'c', version: 7 },
      );
    });

    it('lets exactly one of many win', async () => {
      await set(17, { quantity: 0, version: 0 });
      const all = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) =>
          edit({ row: 17, column: 'quantity', value: index + 100, expected: 0 }),
        ),
      );
      const won = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value.row?.quantity] : []));
      expect(won).toHaveLength(1);
      expect(await stored(17, 'quantity')).toBe(String(won[0]));
      for (const each of all) {
        if (each.status === 'rejected') {
          expect(each.reason).toMatchObject({ status: 409, extensions: { current: { quantity: won[0] } } });
        }
      }
    });

    it('recognises a repeated request', async () => {
      await set(18, { note: 'a', version: 0 });
      const request = { row: 18, column: 'note', value: 'b', expected: 'a', version: 0, requestId: uuid };
      const first = await edit(request, versioned());
      expect(await edit(request, versioned())).toEqual(first);
      expect(await stored(18, 'version')).toBe('1');
      const together = { ...request, value: 'c', expected: 'b', version: 1 };
      const rows = await Promise.all([1, 2, 3].map(() => edit(together, versioned())));
      expect(new Set(rows.map(({ row }) => row?.version))).toEqual(new Set([2]));
    });
  });
});
