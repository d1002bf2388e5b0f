import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Pages, people, startPages, takeFaults } from './startPages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ orders: 60 });
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

const columns = 'orders.cols=number,customer,total,tax,net';

/** The newest order, which stands in the first row. */
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
  expect(await customer.locator('abbr').textContent()).toBe(order.country_code);
  expect(await customer.locator('abbr').getAttribute('title')).toMatch(/\w+/);
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

it('opens an order from its number and back, with the table as it was', async () => {
  const page = await pages.open(`/orders?${columns}&orders.length=20&orders.page=2`, { as: people.clerk });
  const number = page.getByRole('gridcell').getByText(/^R-\d{4}-\d{6}$/);
  await number.first().waitFor();
  const listed = await number.allTextContents();
  expect(listed).toHaveLength(20);
  await number.first().click();
  await page.getByRole('heading', { level: 1, name: `Order ${listed[0]}` }).waitFor();
  expect(await page.title()).toBe(`Order ${listed[0]} · Rowhouse`);
  await page.goBack();
  await page.getByRole('gridcell', { name: listed[0] }).waitFor();
  expect(await number.allTextContents()).toEqual(listed);
  expect(new URL(page.url()).searchParams.get('orders.page')).toBe('2');
});

it('shows an order in the words and the money of its reader, and hands out its slip', async () => {
  const { id, number, total, currency, name } = await newest();
  const page = await pages.open(`/orders/${id}`, { as: people.administrator });
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor();
  const money = new Intl.NumberFormat('en', { style: 'currency', currency }).format(Number(total));
  await page.getByRole('definition').getByText(money, { exact: true }).waitFor();
  await page.getByRole('definition').getByText(name, { exact: true }).waitFor();
  const [slip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(slip.suggestedFilename()).toBe(`order-${number}.txt`);
});
