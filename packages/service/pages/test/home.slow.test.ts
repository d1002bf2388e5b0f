import type { TableView } from '@rowhouse/table-protocol';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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
  pages = await startPages({ orders: 40 });
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

const home = async (page: Page) => {
  await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
  await page.waitForFunction(() => document.querySelector('.app-loading, [aria-busy="true"]') === null);
};

/** Saves and pins a view of the signed-in user, by the API. */
async function pinView(page: Page, view: object): Promise<TableView> {
  return page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    const created = await fetch('/api/views', { method: 'POST', headers, body: JSON.stringify(body) });
    const saved = await created.json();
    await fetch(`/api/views/${saved.id}/pin`, { method: 'PUT' });
    return saved;
  }, view);
}

const status = (value: number) => ({
  filters: [{ data: 'orders.status', value: [value], type: 'enum', mode: null }],
});
const pinned = (page: Page, name: string) =>
  page.locator('.app-pinned').filter({ has: page.getByRole('link', { name, exact: true }) });
const orders = () => pages.service.database.db.selectFrom('orders');
const withStatus = async (value: number) =>
  Number(
    (
      await orders()
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .where('status', '=', value)
        .executeTakeFirstOrThrow()
    ).n,
  );

describe('The home page', () => {
  it('does not say that nothing is new while it reads the notifications', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const page = await pages.open('/sign-in', { as: people.clerk });
    await page.route('**/api/core/notifications?*', async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto('/');
    const news = page.getByRole('region', { name: 'Unread notifications' });
    await news.getByText('Loading …').waitFor();
    await expect.poll(() => news.getByText('Nothing new.').count()).toBe(0);
    resolve();
    await news.getByText('Nothing new.').waitFor();
  });

  it('shows how to begin while no view is pinned', async () => {
    const page = await pages.open('/', { as: people.clerk });
    await home(page);
    await page.getByText('No pinned views yet').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Open a table' }).click();
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  });

  it('has pinned views with the number of their rows and their totals, each failing alone', async () => {
    const page = await pages.open('/', { as: people.administrator });
    await home(page);
    await pinView(page, {
      table: 'orders',
      name: 'Delivered',
      state: { ...status(4), visible: ['number', 'total'] },
    });
    await pinView(page, { table: 'orders', name: 'All orders', state: {} });
    await pinView(page, {
      table: 'orders',
      name: 'Of a column that was removed',
      state: { filters: [{ data: 'orders.gone', value: 1, type: 'number', mode: null }] },
    });
    await page.reload();
    await home(page);
    const delivered = await withStatus(4);
    await pinned(page, 'Delivered').getByText(`${delivered} rows`).waitFor();
    await expect
      .poll(() => pinned(page, 'Delivered').locator('dd').textContent())
      .toMatch(/^€ [\d,]+\.\d\d$/);
    await pinned(page, 'All orders').getByText('40 rows').waitFor();
    await pinned(page, 'Of a column that was removed').getByRole('alert').waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'home');
    await pinned(page, 'Delivered').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    expect(new URL(page.url()).searchParams.get('orders.view')).toMatch(/^[\w-]{36}$/);
  });

  it('shows how a view has changed since the last visit, also after a reload', async () => {
    const page = await pages.open('/', { as: people.administrator });
    await home(page);
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage).filter((one) => one.startsWith('rowhouse.home.'))) {
        const kept = JSON.parse(localStorage.getItem(key) ?? '{}');
        kept.current.at -= 2 * 60 * 60_000;
        localStorage.setItem(key, JSON.stringify(kept));
      }
    });
    const { db } = pages.service.database;
    const { id } = await orders().select('id').where('status', '=', 4).limit(1).executeTakeFirstOrThrow();
    await db.deleteFrom('orders').where('id', '=', id).execute();
    for (const _ of ['first', 'reloaded']) {
      await page.reload();
      await home(page);
      await pinned(page, 'Delivered').getByText('-1').waitFor();
      await expect
        .poll(() => pinned(page, 'Delivered').locator('.tag').textContent())
        .toContain('Since your last visit');
    }
    await page.getByText(/^Your last visit was on /).waitFor();
  });

  it('has the exports with their files, and the unread notifications', async () => {
    const page = await pages.open('/', { as: people.administrator });
    await home(page);
    await page.evaluate(() =>
      fetch('/api/orders/exportExcel', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ columns: [], meta: { start: 0, length: 10 } }),
      }),
    );
    const jobs = page.getByRole('region', { name: 'Exports and actions' });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      jobs.getByRole('link', { name: 'Download: Export of Orders' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^Orders.*\.xlsx$/);
    const news = page.getByRole('region', { name: 'Unread notifications' });
    await news.getByText('The export of Orders is ready').waitFor();
    await expectAccessible(page);
    await news.getByRole('link', { name: 'All notifications' }).click();
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
  });

  it('tells exports of one table apart by what they contain', async () => {
    const page = await pages.open('/sign-in', { as: people.administrator });
    const contents = [
      { rows: 'all' },
      { rows: 'matching' },
      { rows: 'selected', view: { name: 'Late' } },
      { rows: 'matching', view: { name: 'Late' } },
      { rows: 'all', view: { name: 'Late', changed: true } },
    ];
    await page.route('**/api/exports', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object[] };
      // The newest first.
      const listed = contents.map((content, index) => ({ ...data[0], ...content, id: `${9 - index}` }));
      await route.fulfill({ response, json: { data: listed } });
    });
    await page.goto('/');
    await home(page);
    const jobs = page.getByRole('region', { name: 'Exports and actions' }).getByRole('listitem');
    await expect
      .poll(() => jobs.locator('.has-text-weight-semibold + .app-weak').allTextContents())
      .toEqual([
        'The whole table',
        'The rows that match the search and the filters',
        'Selected rows',
        'The view “Late”',
        'The view “Late”, changed',
      ]);
  });

  it('fits a phone, in the dark', async () => {
    const page = await pages.open('/', { as: people.administrator, phone: true, dark: true });
    await home(page);
    await pinned(page, 'All orders').getByText('39 rows').waitFor();
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
    await expectAccessible(page);
    await keepScreenshot(page, 'home-phone-dark');
  });
});

describe('The page of notifications', () => {
  it('lists all or the unread ones, which it marks as read', async () => {
    const page = await pages.open('/notifications', { as: people.administrator });
    await page.locator('main').getByText('The export of Orders is ready').waitFor();
    await expectAccessible(page);
    await page.getByText('Unread (1)').click();
    const list = page.locator('main .app-bell-item');
    await expect.poll(() => list.count()).toBe(1);
    await list.getByRole('button', { name: 'Mark as read' }).click();
    await page.getByText('Nothing unread').waitFor();
    await page.getByRole('radio', { name: 'All' }).check();
    await list.getByRole('button', { name: /^Remove: / }).click();
    await page.getByText('No notifications yet').waitFor();
    await expectAccessible(page);
  });
});
