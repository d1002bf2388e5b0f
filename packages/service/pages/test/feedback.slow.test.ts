import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Pages, people, startPages, takeFaults } from './startPages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ orders: 5 });
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

it('requests notifications, exports and actions once when a page is loaded', async () => {
  const page = await pages.open('/profile', { as: people.administrator });
  const address = page.url();
  // Ends the requests of the first load.
  await page.goto('about:blank');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await Promise.all([page.waitForResponse('**/api/actions'), page.goto(address)]);
  await page.getByRole('button', { name: 'Save notifications' }).waitFor();
  const bell = ['/api/core/notifications', '/api/exports', '/api/actions'];
  expect(requested.filter((path) => bell.includes(path)).sort()).toEqual(bell.toSorted());
});

it('keeps a notification that arrives while the list is read', async () => {
  const page = await pages.open('/profile', { as: people.administrator });
  // Ends the requests of the first load, one of which would be held instead.
  await page.goto('about:blank');
  const { promise: hasArrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(
    '**/api/core/notifications?*',
    async (route) => {
      const response = await route.fetch();
      await hasArrived;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const [held] = await Promise.all([
    page.waitForRequest('**/api/core/notifications?*'),
    page.goto('/profile'),
  ]);
  await page.evaluate(() =>
    fetch('/api/orders/exportExcel', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ columns: [], meta: { start: 0, length: 10 } }),
    }),
  );
  const bell = page.getByRole('button', { name: 'Notifications, 1 unread' });
  await bell.waitFor();
  arrive();
  await (await held.response())?.finished();
  // The answer is handled and drawn.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await bell.click();
  await page.getByText('The export of Orders is ready').first().waitFor();
});

it('loads the page again when another process serves it, in development', async () => {
  const page = await pages.open('/profile', { as: people.administrator });
  let served = 'one';
  let connections = 0;
  await page.route('**/api/core/notifications/stream', async (route) => {
    connections += 1;
    await route.fulfill({
      contentType: 'text/event-stream',
      body: `retry: 20\nevent: process\ndata: {"id":"${served}"}\n\n`,
    });
  });
  await page.reload();
  await expect.poll(() => connections).toBeGreaterThan(2);
  await page.evaluate(() => Object.assign(globalThis, { isLoadedBefore: true }));
  const isLoadedBefore = () => page.evaluate(() => 'isLoadedBefore' in globalThis);
  expect(await isLoadedBefore()).toBe(true);
  served = 'two';
  await expect.poll(isLoadedBefore).toBe(false);
});

it('reads an order again when the connection is back', async () => {
  const { id, number } = await pages.service.database.db
    .selectFrom('orders')
    .select(['id', 'number'])
    .executeTakeFirstOrThrow();
  const page = await pages.open('/orders', { as: people.administrator });
  await page.getByRole('gridcell').first().waitFor();
  await page.route('**/api/orders/tableData*', (route) => route.abort('internetdisconnected'), { times: 1 });
  await page.goto(`/orders/${id}`);
  await page.getByText('No connection', { exact: true }).waitFor();
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await page.locator('.app-record').getByText(number, { exact: true }).waitFor();
});

it.each([false, true])('shows visibly that notifications are saved (phone: %s)', async (phone) => {
  const page = await pages.open('/profile', { as: people.administrator, phone });
  const save = page.getByRole('button', { name: 'Save notifications' });
  await save.click();
  const before = await save.boundingBox();
  const notice = page.getByText('Your notifications are saved.');
  await notice.waitFor();
  // The page does not move.
  expect(await save.boundingBox()).toEqual(before);
  const inSight = () =>
    notice.evaluate((element) => {
      const { top, left, bottom } = element.getBoundingClientRect();
      const front = document.elementFromPoint(left + 20, (top + bottom) / 2);
      return top >= 0 && bottom <= innerHeight && (front === element || element.contains(front));
    });
  await expect.poll(inSight).toBe(true);
});
