import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  expectAccessible,
  keepScreenshot,
  type Pages,
  people,
  startPages,
  takeFaults,
} from './startPages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ orders: 30 });
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

const newest = () =>
  pages.service.database.db
    .selectFrom('orders')
    .select(['id', 'number', 'status', 'note'])
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(3)
    .execute();

it('sets the status of the selected orders after a preview, by keyboard, and keeps what was typed', async () => {
  const { db } = pages.service.database;
  const [first, second, third] = (await newest()).map(({ id }) => id);
  await db
    .updateTable('orders')
    .set({ status: 1, note: null })
    .where('id', 'in', [first ?? '', second ?? ''])
    .execute();
  await db
    .updateTable('orders')
    .set({ status: 5 })
    .where('id', '=', third ?? '')
    .execute();
  const page = await pages.open('/orders', { as: people.administrator });
  for (const row of [1, 2, 3]) {
    await page.getByRole('checkbox', { name: `Select row ${row}`, exact: true }).check();
  }
  await page.getByRole('button', { name: 'Set status…' }).first().click();
  const dialog = page.getByRole('alertdialog');
  const status = dialog.getByLabel('Status');
  await expect.poll(() => status.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('Tab');
  await dialog.getByRole('textbox', { name: 'Note' }).press('Control+A');
  await page.keyboard.type('By hand');
  const confirm = dialog.getByRole('button', { name: 'Set status…' });
  await confirm.press('Enter');
  await expect.poll(() => status.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => status.evaluate((field) => field === document.activeElement)).toBe(true);
  await status.selectOption('Shipped');
  const preview = dialog.locator('[data-preview]');
  await preview.getByText('The action is for 3 rows. 1 row will be refused.').waitFor();
  await expect
    .poll(() => preview.locator('ins').allTextContents())
    .toEqual(['Shipped', 'By hand', 'Shipped', 'By hand']);
  await preview.getByText('is cancelled.').waitFor();
  await expectAccessible(page, '[role=alertdialog]');
  await keepScreenshot(page, 'action-input');
  await page.setViewportSize({ width: 390, height: 844 });
  await keepScreenshot(page, 'action-input-phone');
  await confirm.press('Enter');
  await expect.poll(() => dialog.isVisible()).toBe(false);
  await page.getByText('The action was applied to 2 rows. 1 row failed.').waitFor();
  const written = await newest();
  expect(written.map((order) => [order.id, order.status])).toEqual([
    [first, 3],
    [second, 3],
    [third, 5],
  ]);
  expect(written[0]?.note).toBe('By hand');
});
