import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { grantPermissions } from '../../src/modules/users/access/storeAccess.ts';
import { createExistingDatabase, type ExistingDatabase } from '../../src/testing/existingDatabase.ts';
import {
  expectAccessible,
  keepScreenshot,
  type Pages,
  people,
  startPages,
  takeFaults,
} from './startPages.ts';

let existing: ExistingDatabase;
let pages: Pages;

beforeAll(async () => {
  existing = await createExistingDatabase('postgres');
  pages = await startPages({ definition: { databases: { shop: { url: existing.url } } } });
});
afterAll(async () => {
  await pages?.stop();
  await existing?.destroy();
});
afterEach(() => expect(takeFaults()).toEqual([]));

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const value = (page: Page, column: string) => page.locator(`.rh-record dd[data-column="${column}"]`);
const related = (page: Page) => page.locator('.app-related');
const relatedHeading = (page: Page, name: string) =>
  related(page).getByRole('heading', { level: 2 }).getByRole('link', { name, exact: true });

it('links a row along its foreign key, and back from the referring rows', async () => {
  const page = await pages.open('/tables/shop.orders/5', { as: people.administrator });
  await heading(page, 'R-1005');
  const customer = (await value(page, 'customer').textContent()) ?? '';
  await value(page, 'customer').getByRole('link', { name: customer.trim() }).click();
  await heading(page, customer.trim());
  expect(new URL(page.url()).pathname).toBe('/tables/shop.customers/6');

  await related(page).locator('td[data-column="number"]', { hasText: 'R-1005' }).waitFor();
  await relatedHeading(page, 'Orders').click();
  await heading(page, 'Orders');
  await page.locator('td[data-column="number"]', { hasText: 'R-1005' }).waitFor();
  const count = await page.locator('td[data-column="number"]').count();
  expect(count).toBe(3);
  await page.reload();
  await page.locator('td[data-column="number"]', { hasText: 'R-1005' }).waitFor();
  await expect.poll(() => page.locator('td[data-column="number"]').count()).toBe(count);
  await page.getByRole('button', { name: /Remove.*Customer ID/i }).click();
  await expect.poll(() => page.locator('td[data-column="number"]').count()).toBeGreaterThan(count);
  expect(page.url()).not.toContain('filters');
});

it('links a cell that shows another row to its page, for the mouse and for the keyboard', async () => {
  const page = await pages.open('/tables/shop.orders', { as: people.administrator });
  const cell = page.locator('tbody td[data-column="customer"]').first();
  const link = cell.getByRole('link');
  await link.waitFor();
  const customer = (await link.textContent()) ?? '';
  await expect.poll(() => link.getAttribute('href')).toMatch(/^\/tables\/shop\.customers\/\d+$/);
  await expectAccessible(page);
  await keepScreenshot(page, 'cellLinks');
  await page.locator('tbody td[data-column="id"]').first().click();
  // Over the row's name, which links to its own page.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await heading(page, customer);
  await page.goBack();
  await link.click();
  await heading(page, customer);
});

it('shows the names of references to a row, also on phones', async () => {
  const page = await pages.open('/tables/shop.employees/1', { as: people.administrator, phone: true });
  await heading(page, 'Ada Boss');
  const managed = related(page).filter({ hasText: 'as Manager' });
  await managed.scrollIntoViewIfNeeded();
  await managed.locator('td[data-column="full_name"]', { hasText: 'Eve' }).waitFor();
  await expectAccessible(page);
  await keepScreenshot(page, 'rowLinks-phone');
  await managed.getByRole('heading').getByRole('link').click();
  await heading(page, 'Employees');
  await page.locator('td[data-column="full_name"]', { hasText: 'Eve' }).waitFor();
  await expect.poll(() => page.locator('td[data-column="full_name"]').count()).toBe(2);
  await keepScreenshot(page, 'rowLinks-phone-table');
});

it('links by keys that are UUIDs, texts or several columns as well', async () => {
  for (const [row, table, column, shown] of [
    ['shop.articles/00000000-0000-4000-8000-000000000003', 'Article links', 'url', 'https://example.org/3'],
    ['shop.countries/JP', 'Cities', 'name', 'Kyoto'],
    ['shop.order_items/1,2', 'Item notes', 'order_id', '1'],
  ] as const) {
    const page = await pages.open(`/tables/${row}`, { as: people.administrator });
    await relatedHeading(page, table).click();
    await heading(page, table);
    await page.locator(`td[data-column="${column}"]`, { hasText: shown }).waitFor();
    expect([table, await page.locator(`td[data-column="${column}"]`).count()]).toEqual([table, 1]);
    await page.context().close();
  }
});

it('links to no table that the user may not open', async () => {
  const { database, users } = pages.service;
  await grantPermissions(database.db, 'user', ['shop.orders.init', 'shop.orders.tableData']);
  users.forget();
  const page = await pages.open('/tables/shop.orders/5', { as: people.clerk });
  await heading(page, 'R-1005');
  await value(page, 'customer').waitFor();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => value(page, 'customer').getByRole('link').count()).toBe(0);
  await expect.poll(() => related(page).count()).toBe(0);
  await page.goto(new URL('/tables/shop.orders', page.url()).href);
  await page.locator('tbody td[data-column="customer"]').first().waitFor();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.locator('tbody td[data-column="customer"]').getByRole('link').count()).toBe(0);
});
