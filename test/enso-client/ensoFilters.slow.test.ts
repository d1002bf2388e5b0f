import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { takesMinutes } from '../takesMinutes.ts';
import type { EnsoTable } from './EnsoTable.ts';
import { type EnsoPages, startEnsoPages } from './startEnsoPages.ts';

// Installs the client.
takesMinutes(5);

describe('the unmodified @enso-ui/tables filters by', () => {
  let pages: EnsoPages;
  let table: EnsoTable;

  beforeAll(async () => {
    pages = await startEnsoPages(300);
  });
  afterAll(() => pages?.stop());

  afterEach(async () => {
    expect(table.errors).toEqual([]);
    await table.page.context().close();
  });

  const add = async (label: string, fill: (form: Locator, page: Page) => Promise<unknown>) => {
    table = await pages.open('orders');
    const { page } = table;
    await fill(await table.openFilter(label), page);

    return table.reading(() => page.locator('.filters').getByText('Apply').click());
  };

  test('a text', async () => {
    const { body } = await add('Number', (form) => form.getByPlaceholder('Filter').fill('R-2025'));

    expect(body.filtered).toBeGreaterThan(10);
    for (const number of await table.column('Number')) expect(number).toContain('R-2025');
    await expect.poll(() => table.page.locator('.labels').textContent()).toContain('number contains: R-2025');
  });

  test('keys of an enumeration', async () => {
    await add('Status', async (form) => {
      await form.locator('.vue-select button').click();
      await form.locator('.vue-select .dropdown-item').filter({ hasText: 'Shipped' }).click();
      await form.locator('.vue-select .dropdown-item').filter({ hasText: 'Pending' }).click();
    });

    expect(new Set(await table.column('Status'))).toEqual(new Set(['Shipped', 'Pending']));
  });

  test('a range of numbers', async () => {
    const { query } = await add('Total', async (form) => {
      await form.getByText('Interval').click();
      await form.getByPlaceholder('Min').fill('100');
      await form.getByPlaceholder('Max').fill('200.5');
    });

    expect(query).toMatchObject({
      'internalFilters[0][data]': 'orders.total',
      'internalFilters[0][mode]': 'interval',
      'internalFilters[0][value][max]': '200.5',
    });
    for (const total of await table.column('Total')) {
      expect(Number(total.slice(1))).toBeGreaterThanOrEqual(100);
      expect(Number(total.slice(1))).toBeLessThanOrEqual(200.5);
    }
  });

  test('yes or no', async () => {
    const { body } = await add('Paid', (form) => form.locator('.vue-switch').click());

    expect(body.filtered).toBeGreaterThan(0);
    expect(new Set(body.data.map(({ paid }) => paid))).toEqual(new Set([false]));
  });

  test('a day', async () => {
    const { query, body } = await add('Delivered', (_form, page) => pickDay(page, 'Filter'));

    expect(query).toMatchObject({ 'internalFilters[0][value]': '2026-05-17' });
    expect(body.data.every((row) => row.delivered_on === '17-05-2026')).toBe(true);
  });

  test('a range of days', async () => {
    const { query, body } = await add('Placed', async (form, page) => {
      await form.getByText('Interval').click();
      await pickDay(page, 'Min');
    });

    expect(query).toMatchObject({ 'internalFilters[0][value][min]': '2026-05-17' });
    expect(body.filtered).toBeGreaterThan(0);
    expect(body.filtered).toBeLessThan(100);
  });

  test('a choice that is read from the server', async () => {
    const { query, body } = await add('Country', async (form, page) => {
      await form.getByText('Pick an option').click();
      await Promise.all([
        page.waitForResponse(/query=German/),
        form.getByPlaceholder('Search...').fill('German'),
      ]);
      await form.locator('.is-loading').waitFor({ state: 'detached' });
      await form.locator('.vue-select .dropdown-item').filter({ hasText: 'Germany' }).click();
    });

    expect(query).toMatchObject({
      'internalFilters[0][data]': 'customers.country_code',
      'internalFilters[0][value][0]': 'DE',
    });
    expect(body.filtered).toBeGreaterThan(0);
    expect(body.data.every(({ country_code }) => country_code === 'DE')).toBe(true);
  });
});

/** 17 May 2026, in the calendar that opens below the field. */
async function pickDay(page: Page, field: string): Promise<void> {
  await page.getByRole('textbox', { name: field }).click();
  const calendar = page.locator('.flatpickr-calendar.open');
  await calendar.getByLabel('Year').fill('2026');
  await calendar.getByLabel('Month').selectOption('May');
  await calendar.getByLabel('May 17, 2026').click();
}
