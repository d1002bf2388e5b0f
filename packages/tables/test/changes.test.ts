import type { ChangesResponse } from '@rowhouse/table-protocol';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { compileTable } from '../src/definition/Table.ts';
import { createTables, defineTable, type TableDefinition, type Tables } from '../src/index.ts';
import { defaultTableConfig } from '../src/internal.ts';
import { createShop, fillShop, ordersTable, ordersTemplate, type Shop } from './shop.ts';
import { expectRefused, type LoggedDatabase, loggedDatabase, tablesOf } from './support.ts';

const lengthMenu = [10, 25];

/** The orders that a user may see: those of a customer, where the user is one. */
function liveOrders(more: Partial<TableDefinition> = {}): TableDefinition {
  const { query } = defineTable({
    template: ordersTemplate,
    query: (db: Kysely<Shop>, { user }) =>
      db
        .selectFrom('orders')
        .leftJoin('customers', 'customers.id', 'orders.customer_id')
        .select(['orders.id as dtRowId', 'orders.number', 'orders.status', 'orders.total', 'orders.cents'])
        .select(['orders.quantity', 'orders.paid', 'orders.placed_at', 'orders.delivered_on', 'orders.note'])
        .select(['orders.customer_id', 'customers.name as customer'])
        .$if(typeof user === 'number', (qb) => qb.where('orders.customer_id', '=', user as number)),
  });

  return { ...ordersTable({ ...ordersTemplate, live: true, lengthMenu }), query, ...more };
}

describe.each(dialects)('changes of shown rows on %s', (dialect) => {
  let database: LoggedDatabase<Shop>;
  let tables: Tables;

  beforeAll(async () => {
    database = await loggedDatabase(dialect);
    await createShop(database.db, dialect);
    await fillShop(database.db, dialect, 60);
    tables = tablesOf(database.db, liveOrders());
  });

  afterAll(() => database.destroy());

  const page = async (payload = {}, user: unknown = null) => {
    const { data, versions = [] } = await tables.data('orders', payload, user);
    const shown = data.map(({ dtRowId }, index) => ({ row: dtRowId, version: versions[index] }));

    return { rows: data, shown, ids: data.map(({ dtRowId }) => dtRowId) };
  };
  const changes = async (
    shown: readonly object[],
    payload: { readonly meta?: object; readonly filters?: object } = {},
    user: unknown = null,
  ): Promise<ChangesResponse> => {
    const asked = { ...payload, meta: { ...payload.meta, changes: shown } };
    const response = await tables.read('orders', asked, user);
    if ('changed' in response) return response;
    throw new Error(`no changes: ${JSON.stringify(response)}`);
  };

  it('are empty while nothing has changed, by one statement for the rows', async () => {
    const { shown } = await page();
    expect(shown).toHaveLength(10);
    database.statements();

    expect(await changes(shown)).toEqual({ changed: [], gone: [] });
    expect(database.statements().filter((statement) => statement.includes('orders'))).toHaveLength(1);
  });

  it('are the rows that were written, as a page shows them, with the next fingerprint', async () => {
    const { shown, ids } = await page();
    const [id] = ids;
    await database.db
      .updateTable('orders')
      .set({ note: 'by another user' })
      .where('id', '=', Number(id))
      .execute();

    const { changed, gone } = await changes(shown);
    const { rows: again } = await page();

    expect(gone).toEqual([]);
    expect(changed.map(({ row }) => row)).toEqual([again.find(({ dtRowId }) => dtRowId === id)]);
    const next = shown.map((each) => (each.row === id ? { ...each, version: changed[0]?.version } : each));
    expect(await changes(next)).toEqual({ changed: [], gone: [] });
  });

  it('are of rows that were deleted, or no longer match the search and the filters', async () => {
    const filters = { orders: { status: 'new' } };
    const { shown, ids } = await page({ filters });
    const [deleted, moved] = ids;
    await database.db.deleteFrom('orders').where('id', '=', Number(deleted)).execute();
    await database.db.updateTable('orders').set({ status: 'lost' }).where('id', '=', Number(moved)).execute();

    expect((await changes(shown, { filters })).gone.toSorted()).toEqual([deleted, moved].toSorted());
    const { changed, gone } = await changes(shown);
    expect(gone).toEqual([deleted]);
    expect(changed.map(({ row }) => row.dtRowId)).toEqual([moved]);
  });

  it('are the same for a row of another user and a missing row', async () => {
    const { rows } = await page({ meta: { length: 25 } });
    const mine = rows.find((row) => row.customer_id !== null);
    const others = rows.find((row) => row.customer_id !== mine?.customer_id);
    const user = Number(mine?.customer_id);
    const asked = [mine?.dtRowId, others?.dtRowId, 9_999_999].map((row) => ({ row, version: 'guessed' }));

    const { changed, gone } = await changes(asked, {}, user);

    expect(changed.map(({ row }) => row.dtRowId)).toEqual([mine?.dtRowId]);
    expect(gone).toEqual([others?.dtRowId, 9_999_999]);
  });

  it('treat impossible identifiers as deleted rows', async () => {
    const { shown, ids } = await page();
    const strange = ['x', '12a', '-1', '99999999999999999999999999', '1e1', `${ids[0]} `, 1.5];
    const asked = [...shown.slice(0, 2), ...strange.map((row) => ({ row, version: 'v' }))];

    expect(await changes(asked)).toEqual({ changed: [], gone: strange });
  });

  it('have the order of the request, not the one in which the database finds them', async () => {
    const { shown, ids } = await page();
    const asked = [...shown].reverse().map(({ row }) => ({ row, version: 'old' }));
    await database.db
      .updateTable('orders')
      .set({ note: 'now the last of its table' })
      .where('id', '=', Number(ids[4]))
      .execute();

    expect((await changes(asked)).changed.map(({ row }) => row.dtRowId)).toEqual([...ids].reverse());
  });

  it('are of grouped rows, too', async () => {
    const template = { ...ordersTemplate, routePrefix: 'states', live: true, buttons: [], filters: [] };
    const states = defineTable({
      template: { ...template, columns: [{ label: 'Status', name: 'status', data: 'orders.status' }] },
      query: (db: Kysely<Shop>) =>
        db
          .selectFrom('orders')
          .select((eb) => ['orders.status as dtRowId', 'orders.status', eb.fn.countAll().as('n')])
          .groupBy('orders.status'),
    });
    const grouped = createTables({ db: database.db, definitions: [states] });
    const { data, versions = [] } = await grouped.data('states', {});
    const shown = data.map(({ dtRowId }, index) => ({ row: dtRowId, version: versions[index] }));
    await database.db.updateTable('orders').set({ status: 'sent' }).where('status', '=', 'packed').execute();

    const response = await grouped.read('states', { meta: { changes: shown } });

    expect(response).toMatchObject({ gone: ['packed'], changed: [{ row: { dtRowId: 'sent' } }] });
  });

  it('are refused by path if the table is not live, and for rows that are not shown', async () => {
    const { shown } = await page({ meta: { length: 25 } });
    const still = tablesOf(database.db, ordersTable());
    expect((await still.data('orders', {})).versions).toBeUndefined();

    await refusedWith(still.read('orders', { meta: { changes: shown } }), 'meta.changes', /not live/);
    await refusedWith(
      changes([...shown, { row: 'one more', version: 'v' }]),
      'meta.changes',
      /26 rows; send at most 25/,
    );
    await refusedWith(changes([{ version: 'v' }]), 'meta.changes.0.row', /row identifier/);
    await refusedWith(changes([{ row: 1 }]), 'meta.changes.0.version', /version/);
    await refusedWith(tables.read('orders', { meta: { changes: ['x'] } }), 'meta.changes.0', /not a row/);
    await refusedWith(
      tables.read('orders', { meta: { changes: shown, facets: ['orders.status'] } }),
      'meta.changes',
      /exclude each other/,
    );
    const exported = tables.exportRows('orders', { meta: { changes: shown } }, null, {} as never);
    await refusedWith(exported, 'meta.changes', /Only the data route/);
  });
});

it('are not of rows that may be equal', () => {
  const compile = () => compileTable(liveOrders({ key: [] }), defaultTableConfig);

  expect(compile).toThrow(/is live, but its rows have no unique key/);
});

async function refusedWith(request: Promise<unknown>, field: string, message: RegExp): Promise<void> {
  const { fields } = await expectRefused(request, field);
  expect(fields?.[field]?.join()).toMatch(message);
}
