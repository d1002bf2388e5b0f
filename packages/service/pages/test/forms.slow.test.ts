import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testPassword } from '../../src/testing/startTestService.ts';
import { type Pages, people, startPages, takeFaults } from './startPages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

type Page = Awaited<ReturnType<Pages['open']>>;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const focusOn = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).and(page.locator(':focus')).waitFor();

function userOf(email: string) {
  return pages.service.database.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
}

describe('Creating a user', () => {
  it('shows errors next to the fields, and focuses the first of them', async () => {
    const page = await pages.open('/users/create', { as: people.administrator });
    await heading(page, 'New user');
    await page.getByLabel('E-mail').fill('not an address');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.waitForFunction(() => document.querySelectorAll('[aria-invalid=true]').length === 3);
    await focusOn(page, 'Name');
    for (const label of ['Name', 'E-mail', 'Password']) {
      const describedBy = await page.getByLabel(label, { exact: true }).getAttribute('aria-describedby');
      await expect
        .poll(() => page.locator(`[id="${describedBy}"]`).textContent())
        .toMatch(new RegExp(`^${label} .+\\.$`));
    }
  });

  it('ends in the list, where the new user is, who can sign in', async () => {
    const page = await pages.open('/users', { as: people.administrator });
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await heading(page, 'New user');
    await expect.poll(() => page.getByLabel('Role').locator('option:checked').textContent()).toBe('User');
    await page.getByLabel('Name').fill('Grace <b>Hopper</b>');
    await page.getByLabel('E-mail').fill('grace@example.com');
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByLabel('Role').selectOption({ label: 'Supervisor' });
    await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
    await page.getByRole('button', { name: 'Create user' }).click();
    await heading(page, 'Users');
    await page.locator('.app-notice.is-success').waitFor();
    await page.getByRole('gridcell', { name: 'Grace <b>Hopper</b>' }).waitFor();
    expect(await userOf('grace@example.com')).toMatchObject({ role_id: 2, language: 'de', is_active: true });
    await pages.service.signIn('grace@example.com');
  });

  it('refuses an address that is in use', async () => {
    const page = await pages.open('/users/create', { as: people.administrator });
    await page.getByLabel('Name').fill('Carl again');
    await page.getByLabel('E-mail').fill(people.clerk);
    await page.getByLabel('Password', { exact: true }).fill(testPassword);
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.locator('[aria-invalid=true]').waitFor();
    await focusOn(page, 'E-mail');
  });
});

describe('Editing a user', () => {
  it('starts from the stored values, and stores the changed ones', async () => {
    const id = await pages.service.addUser('edith@example.com');
    const page = await pages.open(`/users/${id}/edit`, { as: people.administrator });
    await heading(page, 'Edit edith@example.com');
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('edith@example.com');
    await page.getByLabel('Name').fill('Edith Clarke');
    await page.getByLabel('New password', { exact: true }).fill('a password given to her');
    await page.getByLabel('May sign in').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await heading(page, 'Users');
    expect(await userOf('edith@example.com')).toMatchObject({ name: 'Edith Clarke', is_active: false });
  });

  it("keeps the password when none is entered, and does not offer the user's own", async () => {
    const id = await pages.service.addUser('emmy@example.com');
    const page = await pages.open(`/users/${id}/edit`, { as: people.administrator });
    await page.getByLabel('Name').fill('Emmy Noether');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.app-notice').getByText('Emmy Noether was saved.').waitFor();
    await pages.service.signIn('emmy@example.com');
    const { id: own } = await userOf(people.administrator);
    await page.goto(`/users/${own}/edit`);
    await heading(page, 'Edit Ada Lovelace');
    await expect.poll(() => page.locator('input[autocomplete=new-password]').count()).toBe(0);
    await page.getByLabel('May sign in').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.help.is-danger').getByText('You cannot deactivate your own account.').waitFor();
  });

  it('shows a message for an unknown user', async () => {
    const page = await pages.open('/users/987654/edit', { as: people.administrator });
    await page.getByText('Not found', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Go back' }).click();
    await heading(page, 'Users');
  });
});

describe('The permissions of a role', () => {
  it('can be searched, granted in groups or individually, and saved', async () => {
    const page = await pages.open('/roles', { as: people.administrator });
    await page.getByRole('link', { name: 'Supervisor' }).click();
    await heading(page, 'Role: Supervisor');
    await page.getByLabel('Search permissions').fill('cities');
    await page.getByText(/Found: \d+\./).waitFor();
    await page.getByLabel('All of cities').check();
    await page.getByLabel('Search permissions').fill('orders.init');
    await page.getByLabel('See the list of orders', { exact: true }).check();
    await page.getByLabel('Search permissions').fill('');
    expect(
      await page.getByLabel('All of orders').evaluate((box) => (box as HTMLInputElement).indeterminate),
    ).toBe(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('All changes saved').waitFor();
    const { db } = pages.service.database;
    const stored = await db
      .selectFrom('role_permissions')
      .innerJoin('permissions', 'permissions.id', 'permission_id')
      .select('name')
      .where('role_id', '=', 2)
      .orderBy('name')
      .execute();
    const names = stored.map(({ name }) => name);
    expect(names).toContain('orders.init');
    expect(names.filter((name) => !name.startsWith('cities.'))).toEqual(['orders.init', 'orders.tableData']);
    await page.reload();
    await heading(page, 'Role: Supervisor');
    await expect.poll(() => page.getByLabel('All of cities').isChecked()).toBe(true);
  });

  it('are not lost without a question', async () => {
    const page = await pages.open('/roles/2', { as: people.administrator });
    const box = page.getByLabel('All of users');
    await box.check();
    await page.getByText(/Changes not saved: \d+/).waitFor();
    await page.getByRole('link', { name: 'Cities' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Stay here' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => box.isChecked()).toBe(true);
    await page.getByRole('link', { name: 'Cities' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => box.isChecked()).toBe(false);
    await box.check();
    await page.getByRole('link', { name: 'Cities' }).click();
    await dialog.getByRole('button', { name: 'Leave without saving' }).click();
    await heading(page, 'Cities');
  });

  it('shows all permissions of administrators, which cannot be changed', async () => {
    const page = await pages.open('/roles/1', { as: people.administrator });
    await heading(page, 'Role: Administrator');
    const boxes = page.getByRole('checkbox');
    await boxes.first().waitFor();
    for (const box of await boxes.all()) {
      expect([await box.isChecked(), await box.isDisabled()]).toEqual([true, true]);
    }
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });
});

describe('The profile', () => {
  it('stores name and language, and applies the language immediately', async () => {
    await pages.service.addUser('pia@example.com');
    const page = await pages.open('/profile', { as: 'pia@example.com' });
    await page.getByLabel('Name').fill('Pia Peters');
    await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
    await page.getByRole('button', { name: 'Save profile' }).click();
    await heading(page, 'Ihr Profil');
    await page.getByRole('button', { name: 'Pia Peters' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de');
    await page.reload();
    await heading(page, 'Ihr Profil');
    expect(await page.title()).toBe('Ihr Profil · Rowhouse');
    expect(await userOf('pia@example.com')).toMatchObject({ name: 'Pia Peters', language: 'de' });
  });

  it('changes the password if the present one is correct', async () => {
    await pages.service.addUser('paul@example.com');
    const page = await pages.open('/profile', { as: 'paul@example.com' });
    const fill = async (current: string, next: string, again: string) => {
      await page.getByLabel('Current password', { exact: true }).fill(current);
      await page.getByLabel('New password', { exact: true }).fill(next);
      await page.getByLabel('New password again', { exact: true }).fill(again);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await fill(testPassword, 'short', 'short');
    await page.getByText('New password must have at least 10 characters.').waitFor();
    await fill(testPassword, 'another long password', 'another long passwort');
    await page.getByText('New password again is not the same as the new password.').waitFor();
    await focusOn(page, 'New password again');
    await fill('not the present one', 'another long password', 'another long password');
    await page.getByText('Current password is wrong.').waitFor();
    await focusOn(page, 'Current password');
    await fill(testPassword, 'another long password', 'another long password');
    await page.getByText('Your password is changed.').waitFor();
    await expect(pages.service.signIn('paul@example.com')).rejects.toThrow('401');
    await page.reload();
    await heading(page, 'Your profile');
  });
});
