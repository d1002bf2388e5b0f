import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Pages, people, startPages, takeFaults } from './startPages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ orders: 60, forProduction: true });
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

const dataPath = '/api/orders/tableData';
const rowsOf = (page: Page) => page.getByRole('gridcell').first().waitFor();

/** Queries of the requests for rows from now on. */
function followRows(page: Page): URLSearchParams[] {
  const queries: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === dataPath) queries.push(searchParams);
  });

  return queries;
}

const remembered = (page: Page) => page.evaluate(() => localStorage.getItem('rowhouse.rows') ?? '{}');

it('requests the rows of a later visit before the code is loaded, and once', async () => {
  const page = await pages.open('/orders', { as: people.administrator });
  await rowsOf(page);
  const queries = followRows(page);
  // The code waits until the rows are requested.
  let isRequested: () => void = () => undefined;
  const requested = new Promise<void>((resolve) => {
    isRequested = resolve;
  });
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === dataPath) isRequested();
  });
  await page.route('**/assets/index-*.js', async (route) => {
    await requested;
    await route.continue();
  });
  await page.reload();
  await rowsOf(page);
  expect(queries).toHaveLength(1);
});

it('requests what the table shows: its own sort after a reload, and the page in the address', async () => {
  const page = await pages.open('/orders', { as: people.administrator });
  await rowsOf(page);
  await page.getByRole('columnheader', { name: 'Total' }).getByRole('button').first().click();
  await expect.poll(() => page.url()).toContain('sort');
  const queries = followRows(page);
  // At this address, the rows were not requested first.
  await page.reload();
  await rowsOf(page);
  await page.reload();
  await rowsOf(page);
  expect(queries).toHaveLength(2);
  expect(new Set(queries.map(String)).size).toBe(1);
  expect(queries[0]?.get('columns[0][name]')).toBe('total');
});

it('requests the rows of the state that the browser has stored', async () => {
  const page = await pages.open('/orders', { as: people.administrator });
  await rowsOf(page);
  await page.getByRole('columnheader', { name: 'Total' }).getByRole('button').first().click();
  await expect.poll(() => page.url()).toContain('sort');
  const counts: number[] = [];
  for (let visit = 0; visit < 3; visit++) {
    await page.goto('about:blank');
    const queries = followRows(page);
    await page.goto(new URL('/orders', pages.address).href);
    await rowsOf(page);
    counts.push(queries.length);
    expect(queries.at(-1)?.get('columns[0][name]')).toBe('total');
  }
  // The first one was remembered without the sort.
  expect(counts.at(-1)).toBe(1);
});

it('does not use rows of another state, of a failure, or of nobody', async () => {
  const page = await pages.open('/orders', { as: people.administrator });
  await rowsOf(page);
  const known = await remembered(page);
  await page.evaluate(
    (text) => localStorage.setItem('rowhouse.rows', text),
    known.replace('[start]=0', '[start]=25').replace('%5Bstart%5D=0', '%5Bstart%5D=25'),
  );
  const queries = followRows(page);
  await page.reload();
  await rowsOf(page);
  expect(queries.map((query) => query.get('meta[start]'))).toEqual(['25', '0']);

  let times = 0;
  await page.route(`**${dataPath}?*`, (route) =>
    times++ === 0 ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await page.reload();
  await rowsOf(page);
  expect(times).toBe(2);
  takeFaults();
});

it('forgets the requests at the end of a session', async () => {
  const page = await pages.open('/orders', { as: people.administrator });
  await rowsOf(page);
  expect(await remembered(page)).toContain(dataPath);
  await page.getByRole('button', { name: 'Ada Lovelace' }).click();
  await page.locator('#app-user-panel').getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  expect(await remembered(page)).toBe('{}');
});
