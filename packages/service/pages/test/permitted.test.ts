import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { grantPermissions } from '../../src/modules/users/access/storeAccess.ts';
import { type Pages, startPages, takeFaults } from './startPages.ts';

const reader = 'reader@example.com';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ orders: 20 });
  const { database, addUser, directory } = pages.service;
  await database.db.insertInto('roles').values({ name: 'reader', label: 'Reader' }).execute();
  await addUser(reader, 'reader');
  await grantPermissions(database.db, 'reader', [
    ...['orders.init', 'orders.tableData', 'cities.init'],
    ...['users.init', 'users.tableData', 'users.create', 'users.edit'],
    ...['roles.index', 'roles.show', 'roles.permissions.update'],
  ]);
  directory.forget();
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

describe('What leads to a refusal is not drawn', () => {
  it('in the orders of somebody who may only read them', async () => {
    const page = await pages.open('/orders', { as: reader });
    await page.locator('tbody .rh-row').first().waitFor();
    expect(await page.locator('.rh-table').getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('columnheader', { name: 'Actions' }).count()).toBe(0);
    expect(await page.locator('.rh-clickable, [data-button]').count()).toBe(0);
  });

  it('in the users of somebody who may open their form and not save it', async () => {
    const page = await pages.open('/users', { as: reader });
    await page.locator('tbody .rh-row').first().waitFor();
    expect(await page.getByRole('columnheader', { name: 'Actions' }).count()).toBe(0);
    expect(await page.locator('[data-button]').count()).toBe(0);
    await page.goto(`${pages.address}/users/1/edit`);
    await page.getByRole('heading', { level: 1, name: 'Not permitted' }).waitFor();
  });

  it('in the menu, for a table of which only the head may be read', async () => {
    const page = await pages.open('/', { as: reader });
    await page.locator('main').getByRole('link', { name: 'Orders' }).waitFor();
    expect(await page.getByRole('link', { name: 'Cities' }).count()).toBe(0);
  });

  it('in a role: rights that the user does not have, and roles of superiors', async () => {
    const { id } = await pages.service.database.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'user')
      .executeTakeFirstOrThrow();
    const page = await pages.open(`/roles/${id}`, { as: reader });
    const box = (name: string) => page.locator(`input[value~="${name}"]`);
    await box('orders.init').waitFor();
    expect(await box('orders.init').isEnabled()).toBe(true);
    expect(await box('orders.destroy').isEnabled()).toBe(false);
    const all = page.getByRole('checkbox', { name: 'All of orders' });
    await all.click();
    await page.getByText('Changes not saved').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/The role User now has/).waitFor();
    expect(await box('orders.destroy').isChecked()).toBe(false);

    const superior = await pages.service.database.db
      .selectFrom('roles')
      .select('id')
      .where('is_superior', '=', true)
      .where('is_administrator', '=', false)
      .executeTakeFirstOrThrow();
    await page.goto(`${pages.address}/roles/${superior.id}`);
    await box('orders.init').waitFor();
    expect(await box('orders.init').isEnabled()).toBe(false);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });
});
