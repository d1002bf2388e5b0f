import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { keepScreenshot, type Pages, people, startPages, takeFaults } from './startPages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ orders: 60, environment: { ROWHOUSE_LANGUAGES: 'en,de,fr,ar' } });
  const { db } = pages.service.database;
  const newest = await db.selectFrom('orders').select('id').orderBy('placed_at', 'desc').limit(2).execute();
  const values = [
    { total: '-84.09', tax: '0.00', placed_at: '2036-07-01T15:04:05Z', delivered_on: '2036-07-02' },
    { total: '1234.50', tax: '10.00', placed_at: '2036-06-30T23:30:00Z', delivered_on: null },
  ];
  for (const [index, { id }] of newest.entries()) {
    await db
      .updateTable('orders')
      .set(values[index] as object)
      .where('id', '=', id)
      .execute();
  }
  await pages.service.addUser('greta@example.com', 'administrator');
  await db.updateTable('users').set({ language: 'de' }).where('email', '=', 'greta@example.com').execute();
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

const path = '/orders?orders.cols=number,placed_at,total,net,items,delivered_on,tax_rate';

const cell = (page: Page, name: string, row = 0) =>
  page.locator(`tbody .rh-row`).nth(row).locator(`td[data-column="${name}"]`);

const textOf = async (page: Page, name: string, row = 0) =>
  (await cell(page, name, row).textContent())?.trim();

it.each([
  ['de', '01.07.2036 15:04:05', '-84,09\u00a0€', '1.234,50\u00a0€', '02.07.2036'],
  ['fr', '01/07/2036 15:04:05', '-84,09\u00a0€', '1\u202f234,50\u00a0€', '02/07/2036'],
  ['ar', '01/07/2036 15:04:05', '\u200f\u200e-84.09\u00a0€', '\u200f1,234.50\u00a0€', '02/07/2036'],
  ['en', '01-07-2036 15:04:05', '€ -84.09', '€ 1,234.50', '02-07-2036'],
])(
  'shows orders as readers of %s write dates and money',
  async (locale, placed, negative, total, delivered) => {
    const page = await pages.open(path, { as: people.administrator, locale });
    await expect.poll(() => textOf(page, 'placed_at')).toBe(placed);
    expect(await textOf(page, 'total')).toBe(negative);
    expect(await textOf(page, 'total', 1)).toBe(total);
    expect(await textOf(page, 'delivered_on')).toBe(delivered);
    await cell(page, 'number').getByRole('link').or(cell(page, 'number').getByRole('button')).first().click();
    await page.getByRole('definition').getByText(negative, { exact: true }).first().waitFor();
    await page.getByRole('definition').getByText(placed, { exact: false }).first().waitFor();
    await page.context().close();
  },
);

it('shows totals, groups, filters and copies of a German page in one manner, and finds a value by its cell', async () => {
  const page = await pages.open(path, { as: 'greta@example.com' });
  await cell(page, 'total').waitFor();
  await expect
    .poll(() => page.locator('tfoot').textContent())
    .toMatch(/Gesamt\s*[\d.]+,\d\d\u00a0€\s*[\d.]+,\d\d\u00a0€\s*\d+/);
  await keepScreenshot(page, 'pages/orders-german-formats');

  // By the cell: its value is read back from the text.
  await cell(page, 'total').click({ button: 'right' });
  await page
    .getByRole('menuitem', { name: /Nach diesem Wert filtern|filtern/i })
    .first()
    .click();
  await expect.poll(() => page.locator('tbody .rh-row').count()).toBe(1);
  expect(await textOf(page, 'total')).toBe('-84,09\u00a0€');
  await page.getByText('-84,09', { exact: false }).first().waitFor();
  await keepScreenshot(page, 'pages/orders-german-filter');
});

it('has cards of a phone in the same manner', async () => {
  const page = await pages.open('/orders', { as: 'greta@example.com', phone: true });
  await page.getByText('-84,09\u00a0€').first().waitFor();
  await page.getByText('01.07.2036', { exact: false }).first().waitFor();
  await keepScreenshot(page, 'pages/orders-german-phone');
});
