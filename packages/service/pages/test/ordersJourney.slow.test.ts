import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testPassword } from '../../src/testing/startTestService.ts';
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
  pages = await startPages({ orders: 3_000 });
});
afterEach(() => expect(takeFaults()).toEqual([]));
afterAll(() => pages?.stop());

/** What a person sees of the table. */
async function seen(page: Page) {
  return page.evaluate(() => {
    const grid = document.querySelector('[role=grid]');
    const headers = [...(grid?.querySelectorAll('thead th[data-column]') ?? [])];
    return {
      search: (document.querySelector('input[type=search]') as HTMLInputElement).value,
      info: document.querySelector('.rh-records-text')?.textContent?.trim() ?? '',
      current: document.querySelector('.pagination-link.is-current')?.textContent?.trim(),
      columns: headers.map((header) => header.getAttribute('data-column')),
      sort: headers.flatMap((header) => {
        const place = header.querySelector('.rh-sort-place')?.textContent?.trim();
        return place ? [`${place} ${header.getAttribute('data-column')}`] : [];
      }),
      striped: grid?.classList.contains('is-striped'),
      rows: [...(grid?.querySelectorAll('tbody .rh-row') ?? [])].map((row) => row.textContent?.trim()),
    };
  });
}

const header = (page: Page, column: string) => page.locator(`thead th[data-column="${column}"]`);
const cells = (page: Page, column: string) =>
  page.locator('[role=grid]').evaluate((grid, name) => {
    const index = [...grid.querySelectorAll('thead th')].findIndex(
      (cell) => cell.getAttribute('data-column') === name,
    );
    return [...grid.querySelectorAll('tbody .rh-row')].map(
      (row) => row.querySelectorAll('td')[index]?.textContent?.trim() ?? '',
    );
  }, column);
const currentPage = (page: Page) => page.locator('.pagination-link.is-current').textContent();

/** The rows of the last page are there: status by its key, then total downwards, as the server sorts them. */
async function expectLastPageSorted(page: Page): Promise<void> {
  await page.getByText(/^Showing [\d,]+ to ([\d,]+) of \1 /).waitFor();
  const statuses = await cells(page, 'status');
  const totals = (await cells(page, 'total')).map((text) => Number(text.replace(/[^\d.-]/g, '')));
  expect(statuses.length).toBeGreaterThan(0);
  for (let index = 1; index < statuses.length; index += 1) {
    if (statuses[index] === statuses[index - 1]) {
      expect(totals[index]).toBeLessThanOrEqual(totals[index - 1] as number);
    }
  }
}

describe('A clerk who works with orders', () => {
  it('signs in, searches, sorts by two columns, opens the last page, changes columns and view, and finds all of it again', async () => {
    const page = await pages.open('/orders');
    await page.getByLabel('E-mail').fill(people.administrator);
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/orders');
    await page.locator('tbody .rh-row').first().waitFor();
    await keepScreenshot(page, 'orders-desktop');
    await expectAccessible(page);

    await page.getByRole('searchbox').fill('an');
    await page.getByText(/filtered from 3,000/).waitFor();
    await header(page, 'status').getByRole('button').first().click();
    await expect.poll(() => header(page, 'status').getAttribute('aria-sort')).toBe('ascending');
    await header(page, 'total')
      .getByRole('button')
      .first()
      .click({ modifiers: ['Shift'] });
    await header(page, 'total')
      .getByRole('button')
      .first()
      .click({ modifiers: ['Shift'] });
    await expect.poll(async () => (await seen(page)).sort).toEqual(['1 status', '2 total']);
    await page.getByRole('button', { name: 'Last page' }).click();
    await expect.poll(() => currentPage(page)).not.toBe('1');
    // Columns are as wide as the rows that are drawn when they change.
    await expectLastPageSorted(page);
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Items' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Country' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Display', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Striped rows' }).click();
    await page.keyboard.press('Escape');
    await expectLastPageSorted(page);
    const before = await seen(page);
    expect(before).toMatchObject({ search: 'an', striped: true, sort: ['1 status', '2 total'] });
    expect(before.columns).not.toContain('items');

    await page.reload();
    await page.locator('tbody .rh-row').first().waitFor();
    await expect.poll(() => seen(page)).toEqual(before);
    expect(decodeURIComponent(page.url())).toContain('orders.sort=status,-total');
    await keepScreenshot(page, 'orders-found-again');
  });

  it('sends a colleague the URL, which opens the same table', async () => {
    const page = await pages.open(
      '/orders?orders.q=an&orders.sort=status,-total&orders.page=3&orders.length=20',
      {
        as: people.clerk,
      },
    );
    await page.locator('tbody .rh-row').first().waitFor();
    expect(await seen(page)).toMatchObject({ search: 'an', sort: ['1 status', '2 total'], current: '3' });
    await expect.poll(async () => (await seen(page)).rows).toHaveLength(20);
  });

  it.each([
    ['phone', { phone: true }],
    ['dark', { dark: true }],
  ])('sees a tidy, accessible table: %s', async (name, options) => {
    const page = await pages.open('/orders', { as: people.administrator, ...options });
    await page.locator('tbody .rh-row').first().waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await keepScreenshot(page, `orders-${name}`);
  });
});

describe('A keyboard user', () => {
  /** Presses Tab until the focus is on what has that accessible name. */
  async function tabTo(page: Page, name: string): Promise<void> {
    const names: string[] = [];
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null;
        const label =
          element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent;
        return label?.trim() ?? '';
      });
      if (focused === name) return;
      names.push(focused);
    }
    throw new Error(`Tab never came to "${name}", only to: ${names.join(' | ')}`);
  }

  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  /** Goes along the headers of the grid to a column. */
  async function goToHeader(page: Page, column: string): Promise<void> {
    await press(page, 'Control+Home');
    for (let presses = 0; presses < 30; presses += 1) {
      const at = await page.evaluate(() =>
        document.activeElement?.closest('th')?.getAttribute('data-column'),
      );
      if (at === column) return;
      await press(page, 'ArrowRight');
    }
    throw new Error(`The arrow keys never came to the column ${column}.`);
  }

  const inGrid = (page: Page) => page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null);

  /** Waits until an opened menu has the focus. */
  const inMenu = (page: Page) =>
    expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=menu]') !== null))
      .toBe(true);

  /** Goes along an opened menu to an item, presses it, and closes the menu. */
  async function chooseItem(page: Page, name: string): Promise<void> {
    for (let presses = 0; presses < 30; presses += 1) {
      if ((await page.evaluate(() => document.activeElement?.textContent?.trim())) === name) break;
      await press(page, 'ArrowDown');
    }
    await press(page, 'Enter', 'Escape');
  }

  async function tabToGrid(page: Page): Promise<void> {
    for (let presses = 0; presses < 60 && !(await inGrid(page)); presses += 1) await press(page, 'Tab');
    await expect.poll(() => inGrid(page)).toBe(true);
  }

  it('completes the journey by keyboard', async () => {
    const page = await pages.open('/orders');
    // All columns have room, in any font: those that gave way to a long row would be back after a reload.
    await page.setViewportSize({ width: 2400, height: 900 });
    await page.getByLabel('E-mail').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    await page.keyboard.type(people.administrator);
    await tabTo(page, 'Password');
    await page.keyboard.type(testPassword);
    await press(page, 'Enter');
    await page.locator('tbody .rh-row').first().waitFor();

    await tabTo(page, 'Search in the table');
    await page.keyboard.type('an');
    await page.getByText(/filtered from 3,000/).waitFor();

    await tabToGrid(page);
    await goToHeader(page, 'status');
    await press(page, 'Enter');
    await expect.poll(() => header(page, 'status').getAttribute('aria-sort')).toBe('ascending');
    await goToHeader(page, 'total');
    await press(page, 'Shift+Enter', 'Shift+Enter');
    await expect.poll(async () => (await seen(page)).sort).toEqual(['1 status', '2 total']);

    await press(page, 'ArrowDown', 'PageDown');
    await expect.poll(() => currentPage(page)).toBe('2');
    await expect.poll(() => inGrid(page)).toBe(true);
    await tabTo(page, 'Last page');
    await press(page, 'Enter');
    await expect.poll(() => currentPage(page)).not.toBe('2');
    await expectLastPageSorted(page);
    const last = await currentPage(page);

    await page.locator('h1').evaluate((title) => title.focus());
    await tabTo(page, 'Columns');
    await press(page, 'Enter');
    await inMenu(page);
    await chooseItem(page, 'Items');
    await expect.poll(async () => (await seen(page)).columns).not.toContain('items');
    await tabTo(page, 'Display');
    await press(page, 'Enter');
    await inMenu(page);
    await chooseItem(page, 'Striped rows');
    await expect.poll(async () => (await seen(page)).striped).toBe(true);

    const before = await seen(page);
    expect(before.current).toBe(last);
    await page.reload();
    await page.locator('tbody .rh-row').first().waitFor();
    await expect.poll(() => seen(page)).toEqual(before);
  });

  it('deletes a row, after a confirmation that keeps and returns the focus', async () => {
    const page = await pages.open('/orders', { as: people.administrator });
    await page.locator('tbody .rh-row').first().waitFor();
    const count = () => page.locator('.rh-records-text').textContent();
    const before = await count();
    await tabToGrid(page);
    await press(page, 'Control+Home', 'ArrowDown', 'End', 'Enter');
    const focused = () =>
      page.evaluate(
        () =>
          document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim(),
      );
    for (let presses = 0; presses < 10 && !/destroy|delete/i.test((await focused()) ?? ''); presses += 1) {
      await press(page, 'Tab');
    }
    await expect.poll(() => focused()).toMatch(/destroy|delete/i);

    await press(page, 'Enter');
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'orders-confirmation');
    for (let presses = 0; presses < 6; presses += 1) {
      await press(page, 'Tab');
      // The browser's own controls come between; the page behind never does.
      expect(
        await page.evaluate(() => {
          const element = document.activeElement;
          return element === document.body || element?.closest('dialog, [role=dialog]') !== null;
        }),
      ).toBe(true);
    }
    await press(page, 'Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => focused()).toMatch(/destroy|delete/i);
    expect(await count()).toBe(before);

    await press(page, 'Enter');
    await dialog.waitFor();
    const onConfirm = () => page.evaluate(() => document.activeElement?.matches('[data-control=confirm]'));
    for (let presses = 0; presses < 6 && !(await onConfirm()); presses += 1) await press(page, 'Tab');
    expect(await onConfirm()).toBe(true);
    await press(page, 'Enter');
    await expect.poll(count).not.toBe(before);
    await expect.poll(() => inGrid(page)).toBe(true);
  });
});
