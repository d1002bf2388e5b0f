import type { User } from '@rowhouse/service';
import { defineTable, type TableContext } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { shop } from '../../../../apps/demo/src/index.ts';
import type { Database } from '../../src/kernel/database/Database.ts';
import { defineModule } from '../../src/kernel/module/Module.ts';
import { grantPermissions } from '../../src/modules/users/access/storeAccess.ts';
import { expectAccessible, type Pages, people, startPages, takeFaults } from './startPages.ts';

let pages: Pages;

const column = (label: string, name: string, data: string, ...meta: string[]) => ({
  label,
  name,
  data,
  meta,
});

/** Tables of a module over the demo's data, without a filter of options and without a route. */
const desk = defineModule({
  name: 'desk',
  tables: [
    defineTable({
      template: {
        routePrefix: 'clients',
        name: 'Clients',
        comparisonOperator: 'ILIKE',
        rowName: ['name'],
        columns: [
          column('Name', 'name', 'customers.name', 'searchable', 'sortable', 'sort:ASC'),
          column('E-mail', 'email', 'customers.email', 'sortable'),
        ],
      },
      // Everybody else sees the first ten.
      query: (db: Kysely<Database>, { user }: TableContext<User>) => {
        const all = db.selectFrom('customers').select(['customers.id as dtRowId', 'name', 'email']);

        return user?.role.isAdministrator ? all : all.where('customers.id', '<=', 10);
      },
    }),
    defineTable({
      template: {
        routePrefix: 'sales',
        name: 'Sales',
        rowName: ['number'],
        columns: [
          column('Number', 'number', 'orders.number', 'sortable', 'sort:ASC'),
          column('Client', 'client', 'customers.name', 'editable'),
          column('Client number', 'customer_id', 'orders.customer_id', 'filterable', 'notVisible'),
        ],
      },
      query: (db: Kysely<Database>) =>
        db
          .selectFrom('orders')
          .innerJoin('customers', 'customers.id', 'orders.customer_id')
          .select([
            'orders.id as dtRowId',
            'orders.number',
            'customers.name as client',
            'orders.customer_id',
          ]),
      edit: { columns: { client: { column: 'orders.customer_id' } } },
    }),
  ],
});

beforeAll(async () => {
  pages = await startPages({ orders: 300, definition: { modules: [shop, desk] } });
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

const cell = (page: Page, name: string) => page.locator(`tbody .rh-row td[data-column="${name}"]`).first();
const value = (page: Page, name: string) => page.locator(`.rh-record dd[data-column="${name}"]`);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const firstSale = () =>
  pages.service.database.db
    .selectFrom('orders')
    .innerJoin('customers', 'customers.id', 'orders.customer_id')
    .select(['orders.id', 'customer_id', 'customers.name'])
    .orderBy('number')
    .limit(1)
    .executeTakeFirstOrThrow();

it('links rows of own tables along the foreign keys of the database, and back to the rows that refer to them', async () => {
  const sale = await firstSale();
  const page = await pages.open('/tables/sales', { as: people.administrator });
  const link = cell(page, 'client').getByRole('link');
  await expect.poll(() => link.getAttribute('href')).toBe(`/tables/customers/${sale.customer_id}`);
  await link.click();
  await heading(page, sale.name);
  await page.locator('.app-related').getByRole('link', { name: 'Sales', exact: true }).click();
  await heading(page, 'Sales');
  await cell(page, 'number').waitFor();
  const { count } = await pages.service.database.db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('customer_id', '=', sale.customer_id)
    .executeTakeFirstOrThrow();
  await expect.poll(() => page.locator('tbody .rh-row').count()).toBe(Math.min(Number(count), 10));
});

it('edits a foreign key by names, without a filter or a route', async () => {
  const { db } = pages.service.database;
  const sale = await firstSale();
  const other = await db
    .selectFrom('customers')
    .select(['id', 'name', 'email'])
    .where('id', '!=', sale.customer_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const page = await pages.open('/tables/sales', { as: people.administrator });
  await cell(page, 'client').waitFor();
  await cell(page, 'client').evaluate((element) => (element as HTMLElement).focus());
  await page.keyboard.press('Enter');
  const editor = page.locator('.rh-editor');
  await editor.getByText(`Current: ${sale.name}`).waitFor();
  await editor.locator('.rh-option').first().waitFor();
  await expectAccessible(page);
  await page.keyboard.type(`${other.id}`);
  await expect.poll(() => editor.locator('.rh-option').count()).toBe(1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await editor.waitFor({ state: 'detached' });
  await expect.poll(async () => (await firstSale()).customer_id).toBe(other.id);
});

it('shows and sets nothing that the user has no permission for, or does not see', async () => {
  const { database, users } = pages.service;
  await grantPermissions(database.db, 'user', ['sales.init', 'sales.tableData', 'sales.edit']);
  users.forget();
  const { id } = await firstSale();
  const page = await pages.open('/tables/sales', { as: people.clerk });
  await cell(page, 'client').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await cell(page, 'client').getByRole('link').count()).toBe(0);
  await page.goto(new URL(`/tables/sales/${id}`, page.url()).href);
  await value(page, 'client').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await value(page, 'client').getByRole('link').count()).toBe(0);

  const headers = { cookie: (await pages.service.signIn(people.clerk)).cookie };
  const set = async (customer: number) =>
    (
      await pages.service.call('/api/sales/edit', {
        method: 'PATCH',
        headers,
        body: { row: id, column: 'client', value: customer },
      })
    ).status;
  expect(await set(2)).toBe(422);

  await grantPermissions(database.db, 'user', ['clients.init', 'clients.tableData']);
  users.forget();
  expect(await set(11)).toBe(422);
  expect(await set(2)).toBe(200);
  await page.reload();
  await expect
    .poll(() => value(page, 'client').getByRole('link').getAttribute('href'))
    .toBe('/tables/clients/2');
});
