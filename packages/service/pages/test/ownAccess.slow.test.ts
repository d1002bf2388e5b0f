import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
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
  pages = await startPages();
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

type Page = Awaited<ReturnType<Pages['open']>>;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

it('lists the sessions of the user in the profile, and ends them one by one or all others', async () => {
  const phone = await pages.open('/', { as: people.clerk, phone: true });
  const { token } = await pages.service.signIn(people.clerk);
  const page = await pages.open('/profile', { as: people.clerk });
  await page.getByRole('link', { name: 'Show sessions and API keys' }).click();
  await heading(page, 'Sessions and API keys');
  const rows = page.locator('.app-access-list').first().getByRole('listitem');
  await rows.nth(2).waitFor();
  await expect.poll(() => rows.count()).toBe(3);
  const own = rows.filter({ hasText: 'This browser' });
  await expect.poll(() => own.getByRole('button').count()).toBe(0);
  await expectAccessible(page);
  await keepScreenshot(page, 'access/own');
  await rows.filter({ hasNotText: 'This browser' }).first().getByRole('button').click();
  await page.getByText('The session is ended.').waitFor();
  await page.waitForFunction(() => document.querySelector('.app-access-list')?.children.length === 2);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await page.getByText('All other sessions are ended.').waitFor();
  await page.waitForFunction(() => document.querySelector('.app-access-list')?.children.length === 1);
  const me = await pages.service.call('/api/core/me', { headers: { authorization: `Bearer ${token}` } });
  expect(me.status).toBe(401);
  await phone.context().close();
});

it('creates an API key with permissions of its own, shows it once, and revokes it', async () => {
  const page = await pages.open('/profile/access', { as: people.clerk });
  await page.getByText('No API keys.').waitFor();
  await page.getByRole('button', { name: 'New API key' }).click();
  await page.getByRole('button', { name: 'Create the key' }).click();
  await page.getByText('Name is required.').waitFor();
  await page.getByLabel('Name').fill('Till');
  await page.getByRole('button', { name: 'Create the key' }).click();
  await page.getByText('Choose what the key may do.').waitFor();
  await page.getByLabel('See the list of orders').check();
  await expectAccessible(page);
  await keepScreenshot(page, 'access/new-key');
  await page.getByRole('button', { name: 'Create the key' }).click();
  await page.getByText('Copy the key now: it is not shown again.').waitFor();
  const key = (await page.locator('.app-new-key code').textContent()) ?? '';
  await expectAccessible(page);
  await keepScreenshot(page, 'access/key');
  const headers = { 'x-api-key': key };
  const me = await pages.service.call('/api/core/me', { headers });
  expect(me.body.permissions).toEqual(['orders.init', 'orders.tableData']);
  await page.reload();
  await page.getByText('Permissions: 2').waitFor();
  expect(await page.content()).not.toContain(key);
  await page.getByRole('button', { name: 'Revoke the API key: Till' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No API keys.').waitFor();
  expect((await pages.service.call('/api/core/me', { headers })).status).toBe(401);

  const phone = await pages.open('/profile/access', {
    as: people.clerk,
    phone: true,
    dark: true,
    locale: 'de-DE',
  });
  await phone.getByRole('button', { name: /New API key|Neuer API-Schlüssel/ }).click();
  await expectAccessible(phone);
  await keepScreenshot(phone, 'access/phone-dark');
});

it('shows and ends the sessions and keys of a user on the page of that user, for an administrator', async () => {
  const id = await pages.service.addUser('watched@example.com');
  const { token } = await pages.service.signIn('watched@example.com');
  const headers = { authorization: `Bearer ${token}` };
  const made = await pages.service.call('/api/core/api-keys', {
    method: 'POST',
    headers,
    body: { name: 'Theirs', expiresInDays: 7, permissions: null },
  });
  const page = await pages.open(`/users/${id}/edit`, { as: people.administrator });
  await page.getByRole('heading', { name: 'Sessions and API keys' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Revoke the API key: Theirs' }).waitFor();
  await page.getByRole('heading', { name: 'Sessions and API keys' }).scrollIntoViewIfNeeded();
  await keepScreenshot(page, 'access/of-a-user');
  await page.getByRole('button', { name: 'Revoke the API key: Theirs' }).click();
  await page.getByText('No API keys.').waitFor();
  await page.getByRole('button', { name: /^End the session: / }).click();
  await page.getByText('No sessions.').waitFor();
  const status = async (sent: Record<string, string>) =>
    (await pages.service.call('/api/core/me', { headers: sent })).status;
  expect([await status(headers), await status({ 'x-api-key': made.body.key as string })]).toEqual([401, 401]);
});

it('copies, renames, grants permissions with readable labels to, and deletes a role', async () => {
  const page = await pages.open('/roles', { as: people.administrator });
  await page.getByRole('link', { name: 'User', exact: true }).click();
  await heading(page, 'Role: User');
  await page.getByText('neither renamed nor deleted').waitFor();
  await page.getByRole('link', { name: 'Copy' }).click();
  await heading(page, 'New role');
  await expect
    .poll(() => page.getByLabel('Permissions').locator('option:checked').textContent())
    .toContain('Those of User');
  await page.getByLabel('Name').fill('Back office');
  await expectAccessible(page);
  await keepScreenshot(page, 'roles/new');
  await page.getByRole('button', { name: 'Create role' }).click();
  await heading(page, 'Role: Back office');
  const list = page.getByLabel('See the list of orders');
  await expect.poll(() => list.isChecked()).toBe(true);
  await page.getByLabel('Export orders').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('All changes saved').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Accounts');
  await page.getByRole('button', { name: 'Rename' }).click();
  await heading(page, 'Role: Accounts');
  await expectAccessible(page);
  await keepScreenshot(page, 'roles/role');

  const { db } = pages.service.database;
  const { id } = await db
    .selectFrom('roles')
    .select('id')
    .where('label', '=', 'Accounts')
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom('role_permissions')
    .where('role_id', '=', id)
    .where('permission_id', 'in', ({ selectFrom }) =>
      selectFrom('permissions').select('id').where('name', '=', 'orders.tableData'),
    )
    .execute();
  await page.reload();
  await page.getByText('(in part: orders.init)').waitFor();
  await expect.poll(() => list.evaluate((box) => (box as HTMLInputElement).indeterminate)).toBe(true);
  await keepScreenshot(page, 'roles/half');
  await list.click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('All changes saved').waitFor();
  const names = await db
    .selectFrom('role_permissions')
    .innerJoin('permissions', 'permissions.id', 'permission_id')
    .select('name')
    .where('role_id', '=', id)
    .orderBy('name')
    .execute();
  expect(names.map(({ name }) => name)).toEqual([
    'orders.exportExcel',
    'orders.init',
    'orders.show',
    'orders.tableData',
  ]);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Delete this role?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await heading(page, 'Roles');
  await page.getByText('The role Accounts was deleted.').waitFor();

  const phone = await pages.open('/roles/3', { as: people.administrator, phone: true, dark: true });
  await heading(phone, 'Role: User');
  await keepScreenshot(phone, 'roles/phone-dark');
});
