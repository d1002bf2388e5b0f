import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { takesMinutes } from '../takesMinutes.ts';
import type { EnsoTable } from './EnsoTable.ts';
import { type EnsoPages, startEnsoPages } from './startEnsoPages.ts';

// Installs the client.
takesMinutes(5);

describe('the unmodified @enso-ui/tables, reading by POST a table above its limit', () => {
  let pages: EnsoPages;
  let table: EnsoTable;

  beforeAll(async () => {
    pages = await startEnsoPages(150, {
      ROWHOUSE_TABLES_METHOD: 'POST',
      ROWHOUSE_TABLES_FULL_INFO_RECORD_LIMIT: '100',
    });
  });
  afterAll(() => pages?.stop());

  beforeEach(async () => {
    table = await pages.open('orders');
  });
  afterEach(async () => {
    expect(table.errors).toEqual([]);
    await table.page.context().close();
  });

  test('requests rows with a JSON body', async () => {
    const { request, body } = await table.reading(() => table.page.getByPlaceholder('Search').fill('R-2025'));

    expect(request.method()).toBe('POST');
    expect(request.postDataJSON()).toEqual({
      internalFilters: [],
      filters: null,
      intervals: null,
      params: null,
      columns: [{ name: 'placed_at', meta: { sort: 'DESC' } }],
      meta: { start: 0, length: 10, sort: true, search: 'R-2025', forceInfo: false, searchMode: 'full' },
    });
    expect(body.data.length).toBe(10);
    for (const number of await table.column('Number')) expect(number).toContain('R-2025');
  });

  test('shows counts and totals on request', async () => {
    const { page } = table;
    await table.reading(() => page.getByPlaceholder('Search').fill('R-2025'));
    expect(await table.info()).toBe('From 1 to 10 of ... entries (filtered from 150 total records)');
    await expect.poll(() => page.locator('tfoot').count()).toBe(0);
    await expect.poll(() => page.locator('.pagination-list').count()).toBe(0);

    await table.reading(() => page.locator('.pagination-next').click());
    expect(await table.info()).toBe('From 11 to 20 of ... entries (filtered from 150 total records)');

    const { body } = await table.reading(() => page.locator('.table-controls > a').last().click());
    expect(body.fullRecordInfo).toBe(true);
    expect(await table.info()).toBe(
      `From 11 to 20 of ${body.filtered} entries (filtered from 150 total records)`,
    );
    await expect.poll(() => page.locator('tfoot').textContent()).toContain(`€ ${body.total.total}`);
    await expect.poll(() => page.locator('.pagination-list').count()).toBe(1);
  });

  test('deletes a row after a confirmation, and not without', async () => {
    const { page } = table;
    const [first = '', second = ''] = await table.column('Number');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.method()));

    await table.rows.first().locator('.table-actions a.is-danger').click();
    const modal = page.locator('.modal');
    await expect.poll(() => modal.textContent()).toContain('about to be deleted');
    await modal.getByText('Cancel').click();
    await modal.waitFor({ state: 'detached' });
    expect(asked).toEqual([]);

    await table.rows.first().locator('.table-actions a.is-danger').click();
    const { body } = await table.reading(() => modal.getByText('Yes').click());
    expect(asked).toEqual(['DELETE', 'POST']);
    expect(body.count).toBe(149);
    const numbers = await table.column('Number');
    expect(numbers).not.toContain(first);
    expect(numbers[0]).toBe(second);
    expect(await table.events()).toEqual([
      ['destroy', expect.objectContaining({ number: first })],
      ['destroyed', { message: `Order ${first} was deleted.` }],
    ]);
    expect(await table.info()).toBe('From 1 to 10 of 149 entries');
  });

  test('acts on the selected rows, once there are some', async () => {
    const { page } = table;
    const button = page.locator('.table-buttons').getByText('Mark as paid');
    await expect.poll(() => button.count()).toBe(0);
    for (const index of [0, 2]) await table.rows.nth(index).getByRole('checkbox').check();
    await button.click();
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'PATCH'),
      page.locator('.modal').getByText('Yes').click(),
    ]);
    const { selection, ...others } = request.postDataJSON();
    expect([selection.length, others]).toEqual([2, {}]);
    await expect
      .poll(() => table.events())
      .toEqual([
        ['mark-paid', null],
        ['marked-paid', { message: '2 orders are paid now.' }],
      ]);
  });

  test('downloads the files of a button of a row and of the menu', async () => {
    const { page } = table;
    const [number] = await table.column('Number');
    const [slip] = await Promise.all([
      page.waitForEvent('download'),
      table.rows.first().locator('.table-actions a.is-primary').click(),
    ]);
    expect(slip.suggestedFilename()).toBe(`order-${number}.txt`);
    await page.locator('.dropdown-actions button').click();
    const [summary] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.dropdown-actions').getByText('Summary by status').click(),
    ]);
    expect(summary.suggestedFilename()).toBe('orders-by-status.csv');
  });
});
