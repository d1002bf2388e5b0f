import type { GroupsResponse } from '@rowhouse/table-protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { type Detected, detect } from './detected.ts';
import { knownShapes } from './detectedShapes.ts';

describe.each(dialects)('well-known shapes of databases, found on %s', (dialect) => {
  let served: Detected;

  beforeAll(async () => {
    served = await detect(dialect, knownShapes(dialect));
  });
  afterAll(() => served?.database.destroy());

  const made = (table: string) => served.found.tables.find(({ id }) => id === table)?.made;
  const search = async (table: string, text: string) =>
    (await served.tables.data(table, { meta: { search: text } })).data
      .map(({ dtRowId }) => String(dtRowId))
      .sort();
  const tagged = (table: string, tag: string) =>
    made(table)
      ?.columns.filter(({ template }) => (template.meta as string[]).includes(tag))
      .map(({ template: { name } }) => name);

  it('name rows by their best names, and by their keys without any', () => {
    const names = Object.fromEntries(served.found.tables.map(({ id, labelColumns }) => [id, labelColumns]));

    expect(names).toEqual({
      customers: ['company_name'],
      employees: ['first_name', 'last_name'],
      categories: ['category_name'],
      products: ['product_name'],
      orders: ['order_id'],
      order_details: ['order_id', 'product_id'],
      artists: ['name'],
      albums: ['title'],
      tracks: ['name'],
      invoices: ['invoice_id'],
      invoice_lines: ['invoice_line_id'],
      playlists: ['name'],
      playlist_track: ['playlist_id', 'track_id'],
    });
  });

  it('show the same name in cells that refer to a row, and on its page', async () => {
    expect(await served.values('orders', 'employee')).toEqual(['Andrew Fuller', 'Nancy Davolio']);
    expect(await served.values('orders', 'customer')).toEqual(['Berglunds', 'Alfreds Futterkiste']);
    expect(await served.values('employees', 'reports_to_name')).toEqual(['Andrew Fuller', null]);
    expect(served.column('employees', 'reports_to_name')?.label).toBe('Reports to');
    expect(served.column('employees', 'reports_to')?.label).toBe('Reports to ID');
    const { template } = await served.tables.init('employees', {});
    expect(template.rowName).toEqual(['first_name', 'last_name']);
    expect((await served.tables.init('orders', {})).template.rowName).toEqual(['order_id']);
    expect(made('order_details')?.joins.map(({ alias }) => alias)).toEqual(['products']);
  });

  it('find keys by equality, and names by their parts', async () => {
    expect(await search('orders', '11077')).toEqual(['11077']);
    expect(await search('orders', '1107')).toEqual([]);
    expect(await search('orders', 'alfki')).toEqual(['11077']);
    expect(await search('orders', 'nancy dav')).toEqual(['11077']);
    expect(await search('order_details', '11077')).toEqual(['11077,1', '11077,2']);
    expect(await search('invoice_lines', '40')).toEqual(['1', '2']);
    expect(await search('playlist_track', '2')).toEqual(['1,2']);
    expect(await search('orders', '99999999999999999999999')).toEqual([]);
    expect(await search('orders', '9999999999')).toEqual([]);
    expect(await search('employees', '70000')).toEqual([]);
    const excluded = await served.tables.data('orders', {
      meta: { search: '11077', searchMode: 'doesntContain' },
    });
    expect(excluded.data.map(({ dtRowId }) => dtRowId)).toEqual([11078]);
  });

  it('total only what can be added', () => {
    expect(tagged('order_details', 'total')).toEqual(['quantity']);
    expect(tagged('orders', 'total')).toEqual(['freight']);
    expect(tagged('tracks', 'total')).toEqual([]);
    expect(tagged('invoices', 'total')).toEqual(['total']);
  });

  it('filter and group by texts', async () => {
    expect(tagged('customers', 'filterable')).toContain('contact_title');
    const { groups } = (await served.tables.read('orders', {
      meta: { groups: [{ column: 'ship_city' }] },
    })) as unknown as GroupsResponse;
    expect(groups.map(({ value }) => value)).toEqual(['Berlin', 'Oslo']);
    expect(
      await served.matching('orders', {
        all: [{ data: 'orders.ship_city', operator: 'is', value: 'Berlin' }],
      }),
    ).toBe(1);
  });

  it('label no two columns of a table alike', () => {
    for (const {
      id,
      made: { columns },
    } of served.found.tables) {
      const labels = columns.map(({ template: { label } }) => label);
      expect([id, new Set(labels).size]).toEqual([id, labels.length]);
    }
  });
});
