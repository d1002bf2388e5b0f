import { checkTables } from '@rowhouse/tables-dev';
import { CamelCasePlugin, type Kysely, sql } from 'kysely';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { TableError } from '../src/errors.ts';
import {
  createTables,
  defineTable,
  type EditChange,
  type TableDefinition,
  type TableEdit,
} from '../src/index.ts';
import { editableOrders } from './editableOrders.ts';
import { type EditShop, editShop, storedText } from './editShop.ts';
import { expectRefused, type LoggedDatabase, refusal, tablesOf } from './support.ts';

const uuid = '6f1c2b1e-6d0f-4c55-9d6e-0a4f1f1c9a01';

describe.each(dialects)('the definition of edits, on %s', (dialect) => {
  let database: LoggedDatabase<EditShop>;
  let db: Kysely<EditShop>;

  beforeAll(async () => {
    database = await editShop(dialect, 30);
    db = database.db;
  });
  afterAll(() => database.destroy());

  const edit = (payload: object, definition: TableDefinition, user: unknown = null, timeZone = 'UTC') =>
    tablesOf(db, definition).edit('orders', payload, user, { timeZone });
  const stored = (id: number, column: string) => storedText(db, dialect, id, column);
  const shown = async (row: number, column: string) => {
    const { data } = await tablesOf(db, editableOrders({ columns: {} })).data('orders', { meta: { row } });

    return data[0]?.[column];
  };
  const set = (id: number, values: object) =>
    db.updateTable('orders').set(values).where('id', '=', id).execute();
  const flag = (value: boolean) => (dialect === 'postgres' ? value : Number(value));

  describe('by functions', () => {
    const changes: EditChange[] = [];
    const byFunction = (write: (change: EditChange) => unknown) =>
      editableOrders({ columns: { note: write, paid: { before: write } } });

    it('passes the row, the value, the user and the transaction to them', async () => {
      await set(19, { note: 'a', customer_id: 2, paid: flag(false) });
      const definition = byFunction(async (change) => {
        changes.push(change);
        const { value, row, db: inner } = change;
        await inner
          .updateTable('orders')
          .set({ note: `${value}!` })
          .where('id', '=', row.dtRowId)
          .execute();
      });
      const request = { row: 19, column: 'note', value: 'b', expected: 'a', requestId: uuid.toUpperCase() };
      expect((await edit(request, definition, 'ann', 'Asia/Tokyo')).row).toMatchObject({ note: 'b!' });
      expect(changes).toMatchObject([
        {
          column: 'note',
          value: 'b',
          user: 'ann',
          timeZone: 'Asia/Tokyo',
          requestId: uuid,
          row: { note: 'a', buyer: { name: "O'Neil" } },
        },
      ]);
      await expect(changes[0]?.db.selectFrom('orders').selectAll().execute()).rejects.toThrow(
        /after its call ended/,
      );
      await edit({ row: 19, column: 'paid', value: true }, definition);
      expect(await stored(19, 'note')).toBe('true!');
      expect(await shown(19, 'paid')).toBe(true);
    });

    it('does not call them when the cell has the value', async () => {
      await set(20, { note: 'same' });
      const definition = byFunction(() => {
        throw new Error('called');
      });
      expect((await edit({ row: 20, column: 'note', value: 'same' }, definition)).row).toMatchObject({
        note: 'same',
      });
    });

    it('reports their refusals to the client, and undoes their writes', async () => {
      await set(21, { note: 'a', paid: flag(false) });
      const refusing = (thrown: Error) =>
        byFunction(async ({ db: inner }) => {
          await inner.updateTable('orders').set({ note: 'written' }).where('id', '=', 21).execute();
          throw thrown;
        });
      const shipped = new TableError('tables.edit_refused', 'The order is already shipped.');
      for (const column of ['note', 'paid']) {
        const value = column === 'note' ? 'b' : true;
        await expect(edit({ row: 21, column, value }, refusing(shipped))).rejects.toBe(shipped);
        await expect(edit({ row: 21, column, value }, refusing(new Error('bug')))).rejects.toThrow(
          `() of the editable column "${column}" of table "orders" failed.`,
        );
      }
      expect(await stored(21, 'note')).toBe('a');
      expect(await shown(21, 'paid')).toBe(false);
    });
  });

  it('writes records of joined tables, found by their own identifier', async () => {
    const definition = editableOrders({
      columns: { customer: { column: 'customers.name', id: 'customers.id' } },
    });
    await set(23, { customer_id: 9 });
    expect((await edit({ row: 23, column: 'customer', value: 'Åke' }, definition)).row).toMatchObject({
      customer: 'Åke',
    });
    const names = await db.selectFrom('customers').select('name').where('name', '=', 'Åke').execute();
    expect(names).toHaveLength(1);
    await set(23, { customer_id: null });
    const error = await refusal(edit({ row: 23, column: 'customer', value: 'x' }, definition));
    expect(error.code).toBe('tables.edit_refused');
  });

  it('validates by the schema of the definition, and reports values that the database refuses', async () => {
    const definition = editableOrders({
      columns: {
        quantity: { schema: Type.Union([Type.Null(), Type.Integer({ minimum: 1, maximum: 20 })]) },
        note: { schema: Type.String({ pattern: '^[A-Z]', maxLength: 4 }) },
        customer: { column: 'orders.customer_id' },
      },
    });
    await edit({ row: 24, column: 'quantity', value: '20' }, definition);
    await edit({ row: 24, column: 'quantity', value: null }, definition);
    await edit({ row: 24, column: 'note', value: 'ABC' }, definition);
    for (const [column, value] of [
      ['quantity', 21],
      ['note', 'abc'],
      ['note', 'ABCDE'],
      ['note', null],
      ['customer', '77'],
    ]) {
      const error = await expectRefused(edit({ row: 24, column, value }, definition), 'value');
      expect(error.message).toMatch(/must|is refused|characters/);
    }
    expect(await stored(24, 'note')).toBe('ABC');
  });

  it('finds records by a composite key, with any names of a plugin', async () => {
    const camel = db.withPlugin(new CamelCasePlugin()) as unknown as Kysely<
      Record<string, Record<string, unknown>>
    >;
    const definition = defineTable({
      template: {
        routePrefix: 'orders',
        columns: [
          { label: 'Delivered', name: 'deliveredOn', data: 'orders.deliveredOn', meta: ['date', 'editable'] },
          { label: 'Customer', name: 'customerName', data: 'customers.name', meta: ['editable'] },
        ],
      },
      key: ['orders.customerId', 'orders.id'],
      query: (inner: typeof camel) =>
        inner
          .selectFrom('orders')
          .innerJoin('customers', 'customers.id', 'orders.customerId')
          .select(['orders.deliveredOn', 'customers.name as customerName'])
          .select(
            sql<string>`concat(${sql.ref('orders.customerId')}, '-', ${sql.ref('orders.id')})`.as('dtRowId'),
          ),
      edit: {
        columns: { deliveredOn: true, customerName: { column: 'customers.name', id: 'customers.id' } },
        version: 'orders.version',
      },
    });
    await set(26, { customer_id: 3, delivered_on: null, version: 0 });
    const tables = tablesOf(camel, definition);
    const first = await tables.edit('orders', { row: '3-26', column: 'deliveredOn', value: '2026-05-01' });
    expect(first.row).toMatchObject({ dtRowId: '3-26', deliveredOn: '01-05-2026' });
    const second = await tables.edit('orders', { row: '3-26', column: 'customerName', value: 'Renamed' });
    expect(second.row).toMatchObject({ customerName: 'Renamed' });
    expect([await stored(26, 'delivered_on'), await stored(26, 'version')]).toEqual(['2026-05-01', '2']);
    expect(
      (await refusal(tables.edit('orders', { row: '4-26', column: 'deliveredOn', value: null }))).status,
    ).toBe(404);
  });

  it('is validated against the query and the database', async () => {
    const faultsOf = async (edits: TableEdit, more: Partial<TableDefinition> = {}) => {
      const [report] = await checkTables(tablesOf(db, editableOrders(edits, more)));

      return (report?.faults ?? []).map(({ problem }) => problem);
    };
    const customer = { columns: { customer: true } } as const;
    expect(
      await faultsOf({ columns: { paid: true, customer: { column: 'customers.name', id: 'customers.id' } } }),
    ).toEqual([]);
    expect(await faultsOf(customer)).toEqual([
      expect.stringMatching(/identify the record of "customers". Name them under `id`/),
    ]);
    expect(await faultsOf({ columns: { note: { column: 'orders.notte' } } })).toEqual([
      expect.stringMatching(/no column "orders.notte" of a table. Did you mean "orders.note"/),
    ]);
    expect(await faultsOf({ columns: { paid: true }, version: 'customers.id' })).toEqual([
      expect.stringMatching(/the version "customers.id" is not a column of the table/),
    ]);
    expect(await faultsOf({ columns: { paid: true }, version: 'orders.version' })).toEqual([
      expect.stringMatching(/the query selects nothing under the name "version"/),
    ]);
    expect(await faultsOf({ columns: { paid: true } }, { key: [] })).toEqual([
      expect.stringMatching(/rows may be equal/),
    ]);
  });

  it('calls the application around a change, and reports what fails after it', async () => {
    await set(25, { note: 'a' });
    const events: unknown[] = [];
    const reported: unknown[] = [];
    const tables = createTables({
      db,
      definitions: [editableOrders({ columns: { note: true } })],
      onBackgroundError: (error) => void reported.push(error),
      edits: {
        before: ({ db: inner, table, rowId, column, from, value, user }) => {
          events.push({ table, rowId, column, from, value, user });

          return inner.updateTable('orders').set({ quantity: 55 }).where('id', '=', 25).execute();
        },
        after: ({ value }) => {
          events.push(value);
          throw new Error('not noted');
        },
      },
    });
    const { row } = await tables.edit('orders', { row: 25, column: 'note', value: 'b' }, 'ann');
    expect(row).toMatchObject({ note: 'b', quantity: 55 });
    expect(events).toEqual([
      { table: 'orders', rowId: '25', column: 'note', from: 'a', value: 'b', user: 'ann' },
      'b',
    ]);
    expect(reported).toMatchObject([{ cause: { message: 'not noted' } }]);
  });
});
