import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { testPassword } from '../../src/testing/startTestService.ts';
import { type Pages, people, startPages, takeFaults, withoutAnswers } from './startPages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ orders: 60, forProduction: true });
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

/** Opens a page without a cache; returns bytes on the wire by path, headers included. */
async function openCold(
  path: string,
  as: (typeof people)[keyof typeof people],
): Promise<[Page, Map<string, number>]> {
  const page = await pages.open('/profile', { as });
  // What that page still loads is not counted.
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const paths = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) paths.set(requestId, new URL(request.url).pathname);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const loaded = paths.get(requestId);
    if (loaded !== undefined) bytes.set(loaded, encodedDataLength);
  });
  await page.goto(`${pages.address}${path}`);
  await page.getByRole('gridcell').first().waitFor();
  await page.waitForFunction(() => document.readyState === 'complete');
  return [page, bytes];
}

it('loads a table with at most 16 requests and 182 kB, compressed, and without an icon font', async () => {
  const [page, bytes] = await openCold('/orders', people.administrator);
  const total = [...bytes.values()].reduce((sum, size) => sum + size, 0);
  expect([...bytes.keys()]).toContain('/api/orders/tableData');
  expect(bytes.size).toBeLessThanOrEqual(16);
  expect(total).toBeLessThan(182_000);
  expect([...bytes.keys()].filter((path) => path.endsWith('.woff2'))).toEqual([]);
  const icon = page.locator('i.fa-eye').first();
  expect(await icon.evaluate((element) => getComputedStyle(element, '::before').maskImage)).toContain('svg');
});

it.each([
  ['the first', 0],
  ['the second', 1],
])('draws the rows of %s visit after the page, its code and the rows alone', async (_visit, visitsBefore) => {
  const page = await pages.open('/profile', { as: people.administrator });
  for (let visit = 0; visit < visitsBefore; visit += 1) {
    await page.goto(`${pages.address}/orders`);
    await page.getByRole('gridcell').first().waitFor();
  }
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() !== 'image') sent.push(new URL(request.url()).pathname);
  });
  // No response that the rows do not need.
  await page.route(/\/api\/(?!orders\/tableData)/, () => {});
  await page.goto(`${pages.address}/orders`);
  await page.getByRole('gridcell').first().waitFor();

  // Icons that no template names are loaded for the rows.
  const answered = sent.filter((path) => !/^\/api\/(?!orders\/tableData)|\/icons-/.test(path));
  const kinds = answered.map((path) => path.replace(/-[\w-]{8}\./, '.'));
  expect(kinds.sort()).toEqual([
    '/api/orders/tableData',
    '/assets/OrdersView.js',
    '/assets/early.js',
    '/assets/index.js',
    '/assets/pages.css',
    '/assets/pages.js',
    '/assets/rolldown-runtime.js',
    '/assets/table.js',
    '/orders',
  ]);
  // Loaded with the page, not after the code that finds out which page it is.
  const preloaded = await page
    .locator('link[rel=modulepreload]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(preloaded.filter((path) => path.startsWith('/assets/table-'))).toHaveLength(1);
});

it('draws a form from what comes with its page', async () => {
  const page = await pages.open('/profile', { as: people.administrator });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  // No response that the form does not need.
  await page.route(/\/api\//, () => {});
  await page.goto(`${pages.address}/tables/customers/new`);
  await page.getByRole('textbox', { name: /^Name/ }).waitFor();
  expect(sent).not.toContain('/api/customers/create');
  const preloaded = await page
    .locator('link[rel=modulepreload]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(preloaded.filter((path) => path.startsWith('/assets/form-'))).toHaveLength(1);
  // A form does not need the code of tables.
  expect(sent.filter((path) => path.startsWith('/assets/table-'))).toEqual([]);
});

it('requests again, on a later visit, nothing but the page and what may have changed', async () => {
  const page = await pages.open('about:blank', { as: people.administrator });
  const loading = new Set<unknown>();
  page.on('request', (request) => request.url().includes('/assets/') && loading.add(request));
  page.on('requestfinished', (request) => loading.delete(request));
  await page.goto(`${pages.address}/orders`);
  await page.getByRole('gridcell').first().waitFor();
  // A file whose transfer is broken off is not in the cache.
  await expect.poll(() => loading.size).toBe(0);
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const received: string[] = [];
  const cached = new Set<string>();
  session.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (!response.fromDiskCache && !cached.has(requestId)) received.push(new URL(response.url).pathname);
  });
  await page.goto(`${pages.address}/orders`);
  await page.getByRole('gridcell').first().waitFor();

  expect(received.filter((path) => path.startsWith('/assets/'))).toEqual([]);
  const first = ['/api/core/me', '/api/core/tables', '/api/orders/init', '/api/views'];
  expect(received.filter((path) => first.includes(path))).toEqual([]);
  expect(received.length).toBeLessThanOrEqual(8);
});

it('shows nothing of a user after the sign-out, nor of the one before to the next', async () => {
  const page = await pages.open('/orders', { as: people.administrator });
  await page.getByRole('gridcell').first().waitFor();
  await page.goto(`${pages.address}/cities`);
  await page.getByRole('button', { name: 'Ada Lovelace' }).click();
  await page.locator('#app-user-panel').getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toContain('ada@example.com');

  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  expect(await page.content()).not.toContain('Ada Lovelace');
  await page.getByLabel('E-mail').fill(people.clerk);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Carl Weiß' }).waitFor();
  expect(await page.content()).not.toContain('Ada Lovelace');
});

const maskOf = (page: Page, classes: string) =>
  page
    .locator(`i${classes}`)
    .first()
    .evaluate((element) => getComputedStyle(element, '::before').maskImage);

it('loads the icons alone that a template names and the pages do not', async () => {
  const page = await pages.open('/profile', { as: people.administrator });
  await withoutAnswers(page);
  await page.route('**/api/orders/init*', async (route) => {
    const response = await route.fetch();
    const text = (await response.text())
      .replaceAll('"cloud-download-alt"', '"hippo"')
      .replaceAll('"eye"', '"fa-brands fa-docker"');
    await route.fulfill({ response, body: text });
  });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(new URL('/orders', page.url()).href);
  await page.locator('i.fa-hippo').first().waitFor();
  await page.locator('i.fa-docker').first().waitFor();

  expect(await maskOf(page, '.fa-hippo')).toContain('/solid/hippo.svg');
  expect(await maskOf(page, '.fa-docker')).toContain('/brands/docker.svg');
  const icons = loaded.filter((path) => path.endsWith('.svg')).map((path) => path.split('/').at(-1));
  // What no template names, but a row.
  expect([...new Set(icons)].sort()).toEqual(['docker.svg', 'gift.svg', 'hippo.svg']);
  expect(await maskOf(page, '.fa-rotate-right')).toContain('data:image/svg');
  takeFaults();
});

it('draws the icons of the menu, and loads one that the pages do not contain', async () => {
  const page = await pages.open('/orders', { as: people.administrator });
  await page.locator('nav i.fa-city').first().waitFor({ state: 'attached' });
  expect(await maskOf(page, '.fa-city')).toContain('svg');
  await withoutAnswers(page);
  await page.route('**/api/core/tables', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('fa-city', 'fa-hippo') });
  });
  await page.reload();
  await page.locator('nav i.fa-hippo').first().waitFor({ state: 'attached' });
  await expect.poll(() => maskOf(page, '.fa-hippo')).toContain('/solid/hippo.svg');
});

it('reloads when the code of a page was renamed by a release', async () => {
  const page = await pages.open('/orders', { as: people.administrator });
  await page.getByRole('gridcell').first().waitFor();
  await page.route('**/assets/CitiesView-*', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.getByRole('link', { name: 'Cities', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Cities' }).waitFor();
  takeFaults();
});
