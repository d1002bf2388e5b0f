import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataResponse, RelatedResponse } from '@rowhouse/table-protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../../../test/databases.ts';
import { filteredPath, referencePath } from '../../../pages/src/records/recordPath.ts';
import { grantPermissions } from '../../modules/users/access/storeAccess.ts';
import { createExistingDatabase, type ExistingDatabase } from '../../testing/existingDatabase.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';
import type { RowFilter, RowLinks } from '../messages.ts';

type Row = Readonly<Record<string, unknown>>;

/** The address of a table with the rows that refer to a row; null if the row has none of the values. */
function referrersPath(entry: { id: string; path: string }, filters: readonly RowFilter[], row: Row) {
  const valued = filters.map(({ data, type, attribute }) => ({ data, type, value: row[attribute] }));

  return valued.every(({ value }) => value !== null && value !== undefined && value !== '')
    ? filteredPath(entry, valued as Parameters<typeof filteredPath>[1])
    : null;
}

/** A template with another id and other column names. */
const sold = {
  routePrefix: 'sold',
  name: 'Sold',
  source: 'found:orders',
  columns: [
    { label: 'Number', name: 'number' },
    { label: 'Client', name: 'client', data: 'customer.name' },
    { label: 'Client ID', name: 'client_id', data: 'orders.customer_id', meta: ['notVisible', 'filterable'] },
    { label: 'E-mail', name: 'email', data: 'customer.email' },
  ],
};

describe.each(dialects)('Links between the rows of a served database, on %s', (dialect) => {
  let existing: ExistingDatabase;
  let service: TestService;
  let boss: Record<string, string>;

  beforeAll(async () => {
    existing = await createExistingDatabase(dialect);
    const { url, schemas } = existing;
    service = await startTestService(
      {},
      { definition: { databases: { found: { url, ...(schemas && { schemas }) } } } },
    );
    boss = await signedIn('boss@example.com', 'administrator');
  });
  afterAll(async () => {
    await service?.destroy();
    await existing?.destroy();
  });

  async function signedIn(email: string, role: string): Promise<Record<string, string>> {
    await service.addUser(email, role);

    return { authorization: `Bearer ${(await service.signIn(email)).token}` };
  }

  const linksOf = (table: string, headers = boss) =>
    service.call(`/api/core/tables/${table}/links`, { headers });
  const links = async (table: string, headers = boss) =>
    (await linksOf(table, headers)).body as unknown as RowLinks;

  async function read(table: string, payload: object): Promise<DataResponse> {
    const { status, text, body } = await service.call(`/api/${table.replaceAll('.', '/')}/tableData`, {
      headers: boss,
      method: 'POST',
      body: payload,
    });
    expect(status, text).toBe(200);

    return body as unknown as DataResponse;
  }

  const rowOf = async (table: string, row: string) =>
    (await read(table, { meta: { length: 10, row } })).data[0] as Row;

  /** The row of a page path. */
  async function rowAt(path: string): Promise<Row> {
    const [, , table = '', row = ''] = path.split('/').map(decodeURIComponent);

    return rowOf(table, row);
  }

  /** The rows of a table path with filters. */
  async function rowsAt(path: string): Promise<DataResponse> {
    const [[key = '', filters = ''] = []] = new URL(path, 'http://localhost').searchParams;

    return read(key.replace(/\.filters$/, ''), {
      meta: { length: 10 },
      internalFilters: JSON.parse(filters),
    });
  }

  it('link a foreign key to its row, and back to the referring rows', async () => {
    const { references } = await links('found.orders');
    expect(references).toEqual([
      { table: 'found.customers', columns: ['customer_id', 'customer'], key: ['customer_id'] },
    ]);
    const order = await rowOf('found.orders', '5');
    const path = referencePath('found.customers', ['customer_id'], order) ?? '';
    const customer = await rowAt(path);
    expect(customer).toMatchObject({ name: order.customer });

    const [orders] = (await links('found.customers')).referencedBy;
    expect(orders).toMatchObject({ table: 'found.orders', as: 'Customer' });
    const back = await rowsAt(
      referrersPath({ id: 'found.orders', path: '/tables/found.orders' }, orders?.filters ?? [], customer) ??
        '',
    );
    expect(back.filtered).toBeGreaterThan(1);
    expect(back.data).toContainEqual(expect.objectContaining({ dtRowId: order.dtRowId }));
    expect(back.data.every(({ customer: name }) => name === order.customer)).toBe(true);
  });

  it('support composite, text and UUID keys', async () => {
    const note = await rowOf('found.item_notes', '3');
    const [item] = (await links('found.item_notes')).references;
    expect(await rowAt(referencePath(item?.table ?? '', item?.key ?? [], note) ?? '')).toMatchObject({
      dtRowId: '7,1',
    });
    for (const [table, row, other, count] of [
      ['found.order_items', '1,2', 'found.item_notes', 1],
      ['found.countries', 'JP', 'found.cities', 1],
      ['found.articles', '00000000-0000-4000-8000-000000000003', 'found.article_links', 1],
    ] as const) {
      const referrer = (await links(table)).referencedBy.find((one) => one.table === other);
      const path = referrersPath(
        { id: other, path: `/tables/${other}` },
        referrer?.filters ?? [],
        await rowOf(table, row),
      );
      expect([table, (await rowsAt(path ?? '')).filtered]).toEqual([table, count]);
    }
  });

  it('name the reference if a table refers to a row twice', async () => {
    const { references, referencedBy } = await links('found.employees');
    expect(references.map(({ columns }) => columns[0]).sort()).toEqual(['deputy_id', 'manager_id']);
    expect(referencedBy.map(({ as }) => as).sort()).toEqual(['Deputy', 'Manager']);
  });

  it('contain every table that can be opened, and no other', async () => {
    const served = service.databases[0]?.tables ?? [];
    for (const { id } of served) {
      const { referencedBy } = await links(id);
      const [row] = (await read(id, { meta: { length: 10 } })).data as Row[];
      for (const { table, filters } of row ? referencedBy : []) {
        const path = referrersPath({ id: table, path: `/tables/${table}` }, filters, row as Row);
        if (path !== null) await rowsAt(path);
      }
    }
  });

  it('are those of the related tables of a row', async () => {
    const served = service.databases[0]?.tables ?? [];
    for (const { id, key } of served) {
      const [row] = (await read(id, { meta: { length: 10 } })).data as Row[];
      // Rows without a key, such as those of tables that others inherit, are not records.
      if (!row || key.kind === 'none') continue;
      const { related, linked: joined = [] } = (await read(id, {
        meta: { related: row.dtRowId },
      })) as unknown as RelatedResponse;
      // Instead of a join table, the rows that it links are shown.
      const isJoin = (table: string) => joined.some(({ linked }) => linked.table === table);
      const { referencedBy } = await links(id);
      const linked = referencedBy.flatMap(({ table, as, filters }) =>
        isJoin(table) || referrersPath({ id: table, path: '' }, filters, row) === null
          ? []
          : [[table, as, filters.map(({ data, attribute }) => [data, String(row[attribute])])]],
      );
      expect([
        id,
        related.map(({ table, as, filters }) => [
          table,
          as,
          filters.map(({ data, value }) => [data, String(value)]),
        ]),
      ]).toEqual([id, expect.arrayContaining(linked)]);
      expect([id, related.length]).toEqual([id, linked.length]);
    }
  });

  it('include templates whose columns have other names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rowhouse-links-'));
    await writeFile(join(folder, 'sold.json'), JSON.stringify(sold));
    const { url, schemas } = existing;
    const definition = {
      databases: { found: { url, ...(schemas && { schemas }) } },
      tables: folder,
    };
    const other = await startTestService({}, { definition });
    try {
      await other.addUser('boss@example.com', 'administrator');
      const { token } = await other.signIn('boss@example.com');
      const linksThere = async (table: string) =>
        (
          await other.call(`/api/core/tables/${table}/links`, {
            headers: { authorization: `Bearer ${token}` },
          })
        ).body as unknown as RowLinks;
      expect((await linksThere('sold')).references).toEqual([
        { table: 'found.customers', columns: ['client_id', 'client', 'email'], key: ['client_id'] },
      ]);
      expect((await linksThere('found.order_items')).references).toMatchObject([{ table: 'sold' }]);
      expect((await linksThere('found.customers')).referencedBy).toMatchObject([
        { table: 'sold', filters: [{ data: 'orders.customer_id', attribute: 'dtRowId' }] },
      ]);
    } finally {
      await other.destroy();
      await rm(folder, { recursive: true });
    }
  });

  it('are limited to tables that the user may open', async () => {
    const clerk = await signedIn('clerk@example.com', 'user');
    expect((await linksOf('found.orders', {})).status).toBe(401);
    expect((await linksOf('found.orders', clerk)).status).toBe(404);
    expect((await linksOf('found.nothing')).status).toBe(404);
    await grantPermissions(service.database.db, 'user', ['found.orders.init', 'found.orders.tableData']);
    service.users.forget();
    expect(await links('found.orders', clerk)).toEqual({ references: [], referencedBy: [] });
    await grantPermissions(service.database.db, 'user', [
      'found.customers.init',
      'found.customers.tableData',
    ]);
    service.users.forget();
    expect((await links('found.orders', clerk)).references).toHaveLength(1);
    expect((await links('found.customers', clerk)).referencedBy.map(({ table }) => table)).toEqual([
      'found.orders',
    ]);
  });
});
