import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { takesMinutes } from '../takesMinutes.ts';
import type { EnsoTable } from './EnsoTable.ts';
import { type EnsoPages, startEnsoPages } from './startEnsoPages.ts';

// Installs the client.
takesMinutes(5);

describe('the unmodified @enso-ui/tables on the orders table', () => {
  let pages: EnsoPages;
  let table: EnsoTable;

  beforeAll(async () => {
    pages = await startEnsoPages(300);
  });
  afterAll(() => pages?.stop());

  const open = async (width?: number) => {
    table = await pages.open('orders', width);
    return table;
  };

  afterEach(async () => {
    expect(table.errors).toEqual([]);
    await table.page.context().close();
  });

  test('draws the rows, the visible columns, the totals and the counts', async () => {
    const { page } = await open();

    expect(await table.labels()).toEqual([
      '',
      '',
      '#',
      'Number',
      'Customer',
      'Status',
      'Shipping',
      'Placed',
      'Total',
      'Items',
      'Paid',
      'Delivered',
      'Priority',
      'Actions',
    ]);
    await expect.poll(() => table.rows.count()).toBe(10);
    expect(await table.column('#')).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    await expect.poll(async () => (await table.column('Number'))[0]).toMatch(/^R-2026-\d{6}$/);
    expect(new Set(await table.column('Status'))).toEqual(new Set(['Pending', 'Processing', 'Shipped']));
    await expect
      .poll(() => table.rows.locator('svg.fa-truck-fast, svg.fa-truck, svg.fa-box, svg.fa-gift').count())
      .toBe(10);
    for (const total of await table.column('Total')) expect(total).toMatch(/^€ [\d,]+\.\d\d$/);
    for (const placed of await table.column('Placed'))
      expect(placed).toMatch(/^\d\d-\d\d-2026 \d\d:\d\d:\d\d$/);
    await expect.poll(() => page.locator('tfoot').textContent()).toMatch(/Total\s*€ [\d,]+\.\d\d\s*\d+/);
    expect(await table.info()).toBe('From 1 to 10 of 300 entries');
  });

  test('searches while the user types, and clears the search', async () => {
    const { page } = await open();
    const { query, body } = await table.reading(() => page.getByPlaceholder('Search').fill('-2025-0000'));

    expect(query).toEqual({
      'columns[0][name]': 'placed_at',
      'columns[0][meta][sort]': 'DESC',
      'meta[start]': '0',
      'meta[length]': '10',
      'meta[sort]': 'true',
      'meta[search]': '-2025-0000',
      'meta[forceInfo]': 'false',
      'meta[searchMode]': 'full',
    });
    expect(body.filtered).toBeGreaterThan(10);
    expect(body.filtered).toBeLessThan(100);
    for (const number of await table.column('Number')) expect(number).toContain('-2025-0000');
    expect(await table.info()).toBe(
      `From 1 to 10 of ${body.filtered} entries (filtered from 300 total records)`,
    );

    await table.reading(() => page.locator('.search a.delete').click());
    expect(await table.info()).toBe('From 1 to 10 of 300 entries');
  });

  test('searches in another mode', async () => {
    const { page } = await open();
    await table.reading(() => page.getByPlaceholder('Search').fill('2025'));
    await expect.poll(() => table.rows.count()).toBe(10);

    const { query, body } = await table.reading(() => page.locator('.global-search-mode a').click());
    expect(query).toMatchObject({ 'meta[search]': '2025', 'meta[searchMode]': 'startsWith' });
    expect(body.filtered).toBe(0);
  });

  test('applies the classes of the server to rows', async () => {
    const { page } = await open();
    const { body } = await table.reading(() => page.getByPlaceholder('Search').fill('R-2024'));
    const cancelled = body.data.filter(({ status }) => status === 5).length;

    expect(cancelled).toBeGreaterThan(0);
    await expect.poll(() => page.locator('tr.has-text-danger-on-scheme').count()).toBe(cancelled);
  });

  test('shows when nothing is found', async () => {
    const { page } = await open();
    await table.reading(() => page.getByPlaceholder('Search').fill('no such order'));

    await expect.poll(() => table.rows.count()).toBe(0);
    expect(await table.info()).toBe('From 0 to 0 of 0 entries (filtered from 300 total records)');
  });

  test('sorts by a click, by two columns with Shift, and takes a sort back', async () => {
    await open();
    await table.reading(() => table.header('Number').locator('.is-clickable').click());
    const ascending = await table.column('Number');
    await table.reading(() => table.header('Number').locator('.sorter').click());
    const descending = await table.column('Number');

    expect(ascending).toEqual([...ascending].sort());
    expect(descending).toEqual([...descending].sort().reverse());
    expect(descending[0]).not.toBe(ascending[0]);

    await table.reading(() => table.header('Items').locator('.sorter').click());
    const { query, body } = await table.reading(() =>
      table
        .header('Status')
        .locator('.sorter')
        .click({ modifiers: ['Shift'] }),
    );
    expect(query).toMatchObject({
      'columns[0][name]': 'status',
      'columns[0][meta][sort]': 'ASC',
      'columns[1][name]': 'items',
      'columns[1][meta][sort]': 'ASC',
    });
    expect(new Set(await table.column('Status'))).toEqual(new Set(['Pending', 'Processing']));
    const keys = body.data.map(({ status, items }) => Number(status) * 100 + Number(items));
    expect(keys).toEqual(keys.toSorted((a, b) => a - b));

    const cleared = await table.reading(() => table.header('Status').locator('.delete').click());
    expect(cleared.query).not.toHaveProperty('columns[1][name]');
  });

  test('opens the next, a numbered, the last and the previous page', async () => {
    const { page } = await open();
    const pagination = page.locator('nav.pagination');
    const first = await table.column('Number');

    const second = await table.reading(() => pagination.getByText('Next').click());
    expect(second.query).toMatchObject({ 'meta[start]': '10' });
    expect(await table.column('#')).toContain('11');
    await expect
      .poll(async () => (await table.column('Number')).filter((number) => first.includes(number)))
      .toEqual([]);

    await table.reading(() => pagination.getByText('30', { exact: true }).click());
    expect(await table.info()).toBe('From 291 to 300 of 300 entries');
    await table.reading(() => pagination.getByText('Previous').click());
    expect(await table.info()).toBe('From 281 to 290 of 300 entries');
  });

  test('changes the page length, the columns and the style, and finds them again after a reload', async () => {
    const { page } = await open(2600);
    await table.reading(() => table.choose('length-menu', '25'));
    await table.choose(
      'column-visibility',
      'Customer',
      'Country',
      'Tax',
      'Net',
      'Shipping cost',
      'Tracking number',
      'Note',
    );
    await table.choose('style-selector', 'is-striped', 'is-narrow');

    const check = async () => {
      await expect.poll(() => table.rows.count()).toBe(25);
      const labels = await table.labels();
      expect(labels).not.toContain('Customer');
      expect(labels).toEqual(expect.arrayContaining(['Country', 'Tax', 'Net', 'Shipping cost', 'Note']));
      for (const column of ['Tax', 'Net', 'Shipping cost']) {
        for (const value of await table.column(column)) expect(value).toMatch(/^€ -?[\d,]+\.\d\d$/);
      }
      for (const number of await table.column('Tracking number')) expect(number).toMatch(/^(\d{18})?$/);
      await expect.poll(() => page.locator('table.is-striped.is-narrow.is-hoverable').count()).toBe(1);
    };
    await check();
    await table.reading(() => page.reload());
    await check();

    await table.reading(() => page.locator('.table-controls > a').nth(1).click());
    await expect.poll(() => table.labels()).toContain('Customer');
    await expect.poll(() => table.rows.count()).toBe(10);
  });

  test('reloads the rows', async () => {
    const { page } = await open();
    const { body } = await table.reading(() => page.locator('.table-controls > a').first().click());

    expect(body.data.length).toBe(10);
  });

  test('moves columns without room below the row', async () => {
    await open(700);
    const labels = await table.labels();
    expect(labels).toContain('Number');
    expect(labels).not.toContain('Delivered');

    await table.rows.first().locator('.hidden-control').click();
    const details = await table.rows.nth(1).textContent();
    expect(details).toContain('Priority: ');
    expect(details).toContain('Delivered: ');
  });

  test('selects rows and emits clicks', async () => {
    const { page } = await open();
    await table.rows.nth(2).getByRole('checkbox').check();
    expect(await table.info()).toBe('From 1 to 10 of 300 entries (1 selected)');
    await page.locator('thead').getByRole('checkbox').uncheck();
    await page.locator('thead').getByRole('checkbox').check();
    expect(await table.info()).toBe('From 1 to 10 of 300 entries (10 selected)');

    const [number] = await table.column('Number');
    await page.getByText(`${number}`).click();
    expect(await table.events()).toMatchObject([
      ['clicked', { column: { name: 'number' }, row: { number } }],
    ]);
  });

  test.each(['cities', 'users'])('draws the table of %s', async (name) => {
    table = await pages.open(name);

    await expect.poll(() => table.rows.count()).toBeGreaterThan(1);
    expect(await table.column('#')).toContain('2');
  });
});
