import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Pages, people, startPages, takeFaults } from './startPages.ts';

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
  await page.goto(new URL(path, page.url()).href);
  await page.getByRole('gridcell').first().waitFor();
  await page.waitForFunction(() => document.readyState === 'complete');
  return [page, bytes];
}

it('loads a table with at most 225 kB, compressed, and without an icon font', async () => {
  const [page, bytes] = await openCold('/orders', people.administrator);
  const total = [...bytes.values()].reduce((sum, size) => sum + size, 0);
  expect([...bytes.keys()]).toContain('/api/orders/tableData');
  expect(total).toBeLessThan(225_000);
  expect([...bytes.keys()].filter((path) => path.endsWith('.woff2'))).toEqual([]);
  const icon = page.locator('i.fa-eye').first();
  expect(await icon.evaluate((element) => getComputedStyle(element, '::before').maskImage)).toContain('svg');
});

const maskOf = (page: Page, classes: string) =>
  page
    .locator(`i${classes}`)
    .first()
    .evaluate((element) => getComputedStyle(element, '::before').maskImage);

it('loads the icons alone that a template names and the pages do not', async () => {
  const page = await pages.open('/profile', { as: people.administrator });
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
