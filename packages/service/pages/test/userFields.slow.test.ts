import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { staff } from '../../src/modules/users/userFields/staff.fixture.ts';
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
  pages = await startPages({ definition: { modules: [staff] } });
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

type Page = Awaited<ReturnType<Pages['open']>>;

const field = (page: Page, label: string) =>
  page.locator('.rh-record-form').getByLabel(label, { exact: false });
const stored = async (email: string) => {
  const { rows } = await sql<Record<string, unknown>>`
    select department_id, desk, shift, salary from users where email = ${email}`.execute(
    pages.service.database.db,
  );

  return rows[0];
};

describe('The fields that a module adds to users', () => {
  it('are entered in the form of a new user, and checked with the others', async () => {
    const page = await pages.open('/users/create', { as: people.administrator });
    await field(page, 'Desk').waitFor();
    await page.getByLabel('Name').fill('Grace');
    await page.getByLabel('E-mail').fill('grace@example.com');
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await field(page, 'Desk').fill('cellar');
    await field(page, 'Salary').fill('2500.5');
    await page.getByRole('combobox', { name: 'Department' }).press('Enter');
    await page.getByRole('radio', { name: 'Bar' }).waitFor();
    await page.getByRole('radio', { name: 'Bar' }).click();
    await page.getByRole('button', { name: 'Create user' }).click();
    await field(page, 'Desk').and(page.locator(':focus')).waitFor();
    expect(await field(page, 'Desk').getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    await keepScreenshot(page, 'user-fields/refused');
    expect(await stored('grace@example.com')).toBeUndefined();
    await field(page, 'Desk').fill('C12');
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.waitForURL('**/users');
    expect(await stored('grace@example.com')).toEqual({
      department_id: 2,
      desk: 'C12',
      shift: 'early',
      salary: '2500.50',
    });
    await page.getByRole('gridcell', { name: 'C12' }).waitFor();
    await keepScreenshot(page, 'user-fields/table');
  });

  it('are changed in the form of a user, which sends only what was changed', async () => {
    const id = await pages.service.addUser('alan@example.com');
    const page = await pages.open(`/users/${id}/edit`, { as: people.administrator });
    await field(page, 'Shift').selectOption('Late');
    await expect.poll(() => field(page, 'Badge').count()).toBe(0);
    await expectAccessible(page);
    await keepScreenshot(page, 'user-fields/form');
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PATCH'),
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    ]);
    expect(sent.postDataJSON()).toMatchObject({ userFields: { shift: 'late' } });
    await page.waitForURL('**/users');
    expect(await stored('alan@example.com')).toMatchObject({ shift: 'late', desk: null });
  });

  it('are shown and changed in the profile, as far as the module puts them there', async () => {
    const page = await pages.open('/profile', { as: people.clerk });
    await field(page, 'Desk').fill('D4');
    expect(await page.locator('.rh-record-form .rh-form-field').count()).toBe(2);
    await page.locator('[data-field=shift]').getByText('Early').waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'user-fields/profile');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Your profile is saved.').waitFor();
    await expect.poll(() => field(page, 'Desk').inputValue()).toBe('D4');
    expect(await stored(people.clerk)).toMatchObject({ desk: 'D4' });
  });
});

it('Without them, the profile requests no fields', async () => {
  const plain = await startPages();
  try {
    const page = await plain.open('/', { as: people.clerk });
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Save profile' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(requested.filter((path) => path.startsWith('/api/core/me'))).not.toContain('/api/core/me/fields');
    expect(await page.locator('.rh-record-form').count()).toBe(0);
  } finally {
    await plain.stop();
  }
});
