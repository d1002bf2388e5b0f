import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { grantPermissions } from '../../src/modules/users/access/storeAccess.ts';
import { type Pages, startPages, takeFaults } from './startPages.ts';

const reader = 'reader@example.com';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ orders: 20 });
  const { database, addUser, users } = pages.service;
  await database.db.insertInto('roles').values({ name: 'reader', label: 'Reader' }).execute();
  await addUser(reader, 'reader');
  await grantPermissions(database.db, 'reader', [
    ...['orders.init', 'orders.tableData', 'cities.init'],
    ...['users.init', 'users.tableData', 'users.create', 'users.edit'],
    ...['roles.index', 'roles.show', 'roles.permissions.update'],
  ]);
  users.forget();
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

describe('Links and buttons without permission', () => {
  it('draws none in the orders of a user who may only read them', async () => {
    const page = await pages.open('/orders', { as: reader });
    await page.locator('tbody .rh-row').first().waitFor();
    await expect.poll(() => page.locator('.rh-table').getByRole('checkbox').count()).toBe(0);
    await expect.poll(() => page.getByRole('columnheader', { name: 'Actions' }).count()).toBe(0);
    await expect.poll(() => page.locator('.rh-clickable, [data-button]').count()).toBe(0);
  });

  it('draws none in the users of a user who may open the form but not save it', async () => {
    const page = await pages.open('/users', { as: reader });
    await page.locator('tbody .rh-row').first().waitFor();
    await expect.poll(() => page.getByRole('columnheader', { name: 'Actions' }).count()).toBe(0);
    await expect.poll(() => page.locator('[data-button]').count()).toBe(0);
    await page.goto(`${pages.address}/users/1/edit`);
    await page.getByRole('heading', { level: 1, name: 'Not permitted' }).waitFor();
  });

  it('draws none in the menu, for a table of which only the head may be read', async () => {
    const page = await pages.open('/', { as: reader });
    await page.locator('main').getByRole('link', { name: 'Orders' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Cities' }).count()).toBe(0);
  });

  it('draws none in a role for permissions that the user lacks, or for roles of superiors', async () => {
    const { id } = await pages.service.database.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'user')
      .executeTakeFirstOrThrow();
    const page = await pages.open(`/roles/${id}`, { as: reader });
    const box = (name: string) => page.locator(`input[value~="${name}"]`);
    await box('orders.init').waitFor();
    await expect.poll(() => box('orders.init').isEnabled()).toBe(true);
    await expect.poll(() => box('orders.destroy').isEnabled()).toBe(false);
    const all = page.getByRole('checkbox', { name: 'All of orders' });
    await all.click();
    await page.getByText('Changes not saved').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/The role User now has/).waitFor();
    await expect.poll(() => box('orders.destroy').isChecked()).toBe(false);

    const superior = await pages.service.database.db
      .selectFrom('roles')
      .select('id')
      .where('is_superior', '=', true)
      .where('is_administrator', '=', false)
      .executeTakeFirstOrThrow();
    await page.goto(`${pages.address}/roles/${superior.id}`);
    await box('orders.init').waitFor();
    await expect.poll(() => box('orders.init').isEnabled()).toBe(false);
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });
});
