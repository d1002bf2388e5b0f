import type { InitResponse } from '@rowhouse/table-protocol';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  expectAccessible,
  type Pages,
  people,
  startPages,
  takeFaults,
  withoutAnswers,
} from './startPages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ orders: 60 });
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

const columns = 'orders.cols=number,customer,total,tax,net';

/** The newest order, which is in the first row. */
function newest() {
  return pages.service.database.db
    .selectFrom('orders')
    .innerJoin('customers', 'customers.id', 'orders.customer_id')
    .select(['orders.id', 'number', 'total', 'currency', 'name', 'email', 'country_code'])
    .orderBy('placed_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

it('shows customers with their country, the net of all orders, and more about an order on request', async () => {
  const page = await pages.open(`/orders?${columns}`, { as: people.administrator });
  const order = await newest();
  const customer = page.getByRole('gridcell').filter({ hasText: order.name }).first();
  await expect.poll(() => customer.locator('abbr').textContent()).toBe(order.country_code);
  await expect.poll(() => customer.locator('abbr').getAttribute('title')).toMatch(/\w+/);
  const { net } = await pages.service.database.db
    .selectFrom('orders')
    .select(sql<string>`to_char(sum(total - tax), 'FM999,999,990.00')`.as('net'))
    .executeTakeFirstOrThrow();
  await page.getByRole('gridcell', { name: `€ ${net}`, exact: true }).waitFor();
  await page.getByRole('button', { name: 'Details of row 1', exact: true }).click();
  await page.getByRole('link', { name: order.email }).waitFor();
  await page.getByRole('link', { name: `Open order ${order.number}` }).click();
  await page.getByRole('heading', { level: 1, name: `Order ${order.number}` }).waitFor();
});

it('opens an order from its number and back, with the table unchanged', async () => {
  const page = await pages.open(`/orders?${columns}&orders.length=20&orders.page=2`, { as: people.clerk });
  const number = page.getByRole('gridcell').getByText(/^R-\d{4}-\d{6}$/);
  await number.first().waitFor();
  const listed = await number.allTextContents();
  expect(listed).toHaveLength(20);
  await number.first().click();
  await page.getByRole('heading', { level: 1, name: `Order ${listed[0]}` }).waitFor();
  await page.getByText('Row 21 of 60').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('heading', { level: 1, name: `Order ${listed[1]}` }).waitFor();
  await page.getByText('Row 22 of 60').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('heading', { level: 1, name: `Order ${listed[0]}` }).waitFor();
  expect(await page.title()).toBe(`Order ${listed[0]} · Rowhouse`);
  await page.goBack();
  await page.getByRole('gridcell', { name: listed[0] }).waitFor();
  await expect.poll(() => number.allTextContents()).toEqual(listed);
  expect(new URL(page.url()).searchParams.get('orders.page')).toBe('2');
});

it('shows an order in the language and currency of its reader, and prints its slip', async () => {
  const { id, number, total, name } = await newest();
  const page = await pages.open(`/orders/${id}`, { as: people.administrator });
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor();
  const money = `€ ${Number(total).toLocaleString('en', { minimumFractionDigits: 2 })}`;
  await page.getByRole('definition').getByText(money, { exact: true }).waitFor();
  await page.getByRole('definition').getByText(name, { exact: true }).first().waitFor();
  const [slip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(slip.suggestedFilename()).toBe(`order-${number}.txt`);
});

it.each(['the cross', 'the Delete key', 'a click on its header'])(
  'removes the default sort by %s, and keeps it removed',
  async (by) => {
    const page = await pages.open('/orders', { as: people.clerk });
    const header = page.locator('thead th[data-column="placed_at"]');
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending');
    const first = page.locator('tbody .rh-row td[data-column="number"]').first();
    const { number } = await pages.service.database.db
      .selectFrom('orders')
      .select('number')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    await first.waitFor();
    await expect.poll(() => first.textContent()).not.toBe(number);
    if (by === 'the cross') await header.getByRole('button', { name: 'Do not sort by Placed' }).click();
    else if (by === 'the Delete key')
      await header.getByRole('button', { name: 'Placed' }).first().press('Delete');
    else await header.getByRole('button', { name: 'Placed' }).first().click();
    await expect.poll(() => first.textContent()).toBe(number);
    await expect.poll(() => header.getAttribute('aria-sort')).toBeNull();
    expect(new URL(page.url()).searchParams.get('orders.sort')).toBe('');

    await page.reload();
    await expect.poll(() => first.textContent()).toBe(number);
    await expect.poll(() => header.locator('.rh-unsort').count()).toBe(0);
    await page.goBack();
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending');
  },
);

it.each([
  ['a desktop', {}],
  ['a phone', { phone: true }],
])('restores the scroll position of the table, on %s', async (_device, device) => {
  const page = await pages.open('/', { as: people.clerk, ...device });
  // As with more columns than a screen has room for.
  await withoutAnswers(page);
  await page.route('**/api/orders/init*', async (route) => {
    const response = await route.fetch();
    const init = (await response.json()) as InitResponse;
    init.template.responsive = false;
    for (const column of init.template.columns) column.meta.visible = true;
    await route.fulfill({ response, json: init });
  });
  await page.goto(`${pages.address}/orders?orders.length=30`);
  const rows = page.locator('tbody .rh-row');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => rows.first().locator('td').allTextContents()).toContain('31');
  const scroll = () =>
    page.evaluate(() => {
      const { scrollLeft = 0, scrollTop = 0 } = document.querySelector('.rh-grid') ?? {};
      return [scrollY, scrollLeft, scrollTop].map(Math.round);
    });
  // The table is wider than its place, and so scrolls in a frame of its own.
  await page.locator('.rh-grid.rh-scrolled').waitFor();
  const number = rows.nth(14).locator('.rh-link');
  const before = [60, 40, 300];
  await expect
    .poll(async () => {
      await number.evaluate((cell) => {
        scrollTo({ top: 60 });
        cell.closest('.rh-grid')?.scrollTo({ left: 40, top: 300 });
      });
      return scroll();
    })
    .toEqual(before);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/orders/tableData*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await number.click();
  await page.getByRole('heading', { level: 1, name: /^Order R-/ }).waitFor();
  await expect.poll(async () => (await scroll())[0]).toBe(0);

  await page.clock.install();
  await page.goBack();
  await page.locator('.rh-skeleton').first().waitFor();
  // Rows of a busy server; what this machine needs to draw them is not part of the time.
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 20_000);
  held.resolve();
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return scroll();
    })
    .toEqual(before);
  await page.clock.resume();
  await expect.poll(() => rows.count()).toBe(30);
  expect(new URL(page.url()).searchParams.get('orders.page')).toBe('2');

  await page.goForward();
  await page.getByRole('heading', { level: 1, name: /^Order R-/ }).waitFor();
  await page.goBack();
  await rows.first().waitFor();
  await expect.poll(scroll).toEqual(before);
});

it('edits an order on its page by keys, and keeps the focus', async () => {
  const { id, number } = await newest();
  const page = await pages.open(`/orders/${id}`, { as: people.administrator });
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor();
  const edit = (name: string) => page.getByRole('button', { name: `Edit ${name}` });
  await edit('Note').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Edit Note' }).getByRole('textbox').fill('Call before delivery');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.locator('.rh-record [data-column="note"]', { hasText: 'Call before delivery' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Edit Note');
  const noteOf = () =>
    pages.service.database.db.selectFrom('orders').select('note').where('id', '=', id).executeTakeFirst();
  expect(await noteOf()).toEqual({ note: 'Call before delivery' });
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Edit Note' }).getByRole('textbox').fill('Never mind');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Edit Note');
  expect(await noteOf()).toEqual({ note: 'Call before delivery' });
});

it('has no fields to edit for those who may only read', async () => {
  const { id, number } = await newest();
  const page = await pages.open(`/orders/${id}`, { as: people.clerk });
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor();
  await page.locator('.rh-record').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^(Edit|Delete)/ }).count()).toBe(0);
});

it('deletes an order from its page after a confirmation, and reports it in the table', async () => {
  const { id, number } = await pages.service.database.db
    .selectFrom('orders')
    .select(['id', 'number'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const page = await pages.open(`/orders/${id}`, { as: people.administrator });
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(number).waitFor();
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-button')))
    .toBe('destroy');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText(`Order ${number} was deleted.`).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/orders');
  await page.getByText(`Order ${number} was deleted.`).waitFor();
});
