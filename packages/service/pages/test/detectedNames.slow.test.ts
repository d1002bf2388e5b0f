import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/databases.ts';
import { knownShapes } from '../../../tables-dev/test/detectedShapes.ts';
import { keepScreenshot, type Pages, people, startPages, takeFaults } from './startPages.ts';

let traders: TestDatabase<unknown>;
let pages: Pages;

beforeAll(async () => {
  traders = await createTestDatabase<unknown>('postgres');
  for (const statement of knownShapes('postgres')) await sql.raw(statement).execute(traders.db);
  pages = await startPages({ definition: { databases: { traders: { url: traders.url ?? '' } } } });
});
afterAll(async () => {
  await pages?.stop();
  await traders?.destroy();
});
afterEach(() => expect(takeFaults()).toEqual([]));

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const cells = (page: Page, column: string) => page.locator(`tbody td[data-column="${column}"]`);

it('gives a row one name in cells that refer to it, in its own table and on its page', async () => {
  const page = await pages.open('/tables/traders.orders', { as: people.administrator });
  await cells(page, 'employee').getByRole('link', { name: 'Nancy Davolio' }).waitFor();
  await keepScreenshot(page, 'detected-orders');
  await cells(page, 'employee').getByRole('link', { name: 'Nancy Davolio' }).click();
  await heading(page, 'Nancy Davolio');
  await keepScreenshot(page, 'detected-employee');
  await page.goto(new URL('/tables/traders.employees', page.url()).href);
  await cells(page, 'last_name').getByRole('link', { name: 'Davolio' }).click();
  await heading(page, 'Nancy Davolio');
});

it('names a row without a name by its key, and finds it by that', async () => {
  const page = await pages.open('/tables/traders.orders', { as: people.administrator });
  await expect.poll(() => cells(page, 'order_id').count()).toBe(2);
  await page.getByRole('searchbox').first().fill('11077');
  await expect.poll(() => cells(page, 'order_id').allTextContents()).toEqual(['11077']);
  await keepScreenshot(page, 'detected-search');
  await cells(page, 'order_id').getByRole('link', { name: '11077' }).click();
  await heading(page, '11077');
  await page.goto(new URL('/tables/traders.order_details', page.url()).href);
  await expect.poll(() => cells(page, 'quantity').count()).toBe(3);
  await keepScreenshot(page, 'detected-details');
});
