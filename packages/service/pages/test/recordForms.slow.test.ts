import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../../../../test/axe.ts';
import { grantPermissions } from '../../src/modules/users/access/storeAccess.ts';
import { partnersModule } from './partners.fixture.ts';
import { keepScreenshot, type Pages, people, startPages, takeFaults } from './startPages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ definition: { modules: [partnersModule] } });
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

type Page = Awaited<ReturnType<Pages['open']>>;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const field = (page: Page, label: string) =>
  page.locator('.rh-record-form').getByLabel(label, { exact: false });
const open = (path: string, options: object = {}) =>
  pages.open(path, { as: people.administrator, ...options });
const partner = (name: string) =>
  pages.service.database.db
    .selectFrom('partners' as never)
    .selectAll()
    .where('name' as never, '=', name as never)
    .executeTakeFirst() as Promise<Record<string, unknown> | undefined>;

describe('a new record', () => {
  it('is checked, created, and shown', async () => {
    const page = await open('/tables/partners/new');
    await heading(page, 'New record: Partners');
    await save(page).click();
    await field(page, 'Name').and(page.locator(':focus')).waitFor();
    await page.getByRole('link', { name: 'Name' }).waitFor();
    await keepScreenshot(page, 'record-form-faults');
    expect(await accessibilityFaults(page)).toEqual([]);
    await field(page, 'Name').fill('Cedar');
    await field(page, 'E-mail').fill('cedar@example.com');
    await field(page, 'Discount').fill('7.25');
    await page.keyboard.press('Control+Enter');
    await page.locator('.app-notice').getByText('The record was created.').waitFor();
    await heading(page, 'Cedar');
    expect(await partner('Cedar')).toMatchObject({
      email: 'cedar@example.com',
      discount: '7.25',
      state: 'open',
    });
  });

  it('is followed by another one', async () => {
    const page = await open('/tables/partners/new');
    await field(page, 'Name').fill('Dogwood');
    await page.getByRole('button', { name: 'Create and next' }).click();
    await page.locator('.app-notice').getByText('The record was created.').waitFor();
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('');
    await field(page, 'Name').and(page.locator(':focus')).waitFor();
    await field(page, 'Name').fill('Dogwood');
    await save(page).click();
    await page.getByText('already in use').first().waitFor();
    await page.getByRole('link', { name: 'Open the record that has the value' }).waitFor();
    await field(page, 'Name').fill('Elm');
    await save(page).click();
    await heading(page, 'Elm');
  });
});

describe('the form of a record', () => {
  it('has a field of every kind, and leads to the page of the record', async () => {
    const page = await open('/tables/partners/1/edit?partners.q=Alder');
    await heading(page, 'Edit Alder');
    await page.getByRole('combobox', { name: 'Region' }).getByText('Region 2345').waitFor();
    await expect.poll(() => field(page, 'Last seen').inputValue()).toBe('2026-07-01T10:30');
    await expect.poll(() => field(page, 'Note').inputValue()).toBe('First line\nSecond');
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, 'record-form');
    await page.getByRole('combobox', { name: 'Region' }).press('Enter');
    await page.getByRole('searchbox').fill('0042');
    await page.getByRole('radio', { name: 'Region 0042' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, 'record-form-options');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Region' }).and(page.locator(':focus')).waitFor();
    await field(page, 'State').selectOption('Ended');
    await field(page, 'Ended').fill('2026-03-31');
    await field(page, 'Discount').fill('51');
    await field(page, 'Discount').press('Tab');
    await page.getByText('Type a number from 0 to 50.').waitFor();
    await field(page, 'Discount').fill('50');
    await save(page).click();
    await heading(page, 'Alder');
    await page.locator('.app-notice').getByText('The record was saved.').waitFor();
    expect(page.url()).toContain('partners.q=Alder');
    expect(await partner('Alder')).toMatchObject({
      region_id: 42,
      state: 'ended',
      discount: '50.00',
      active: true,
    });
  });

  it('leads back to the page of the record, from which it was opened', async () => {
    const page = await open('/tables/partners/1');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await heading(page, 'Edit Alder');
    await field(page, 'Note').fill('From its page');
    await save(page).click();
    await heading(page, 'Alder');
    await page.locator('.app-notice').getByText('The record was saved.').waitFor();
    expect(await partner('Alder')).toMatchObject({ note: 'From its page' });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await heading(page, 'Edit Alder');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await heading(page, 'Alder');
  });

  it('shows what another user has changed meanwhile', async () => {
    const page = await open('/tables/partners/2/edit');
    await field(page, 'Name').fill('Beech');
    await field(page, 'E-mail').fill('mine@example.com');
    await pages.service.database.db
      .updateTable('partners' as never)
      .set({ email: 'theirs@example.com', note: 'Theirs' } as never)
      .where('id' as never, '=', 2 as never)
      .execute();
    await save(page).click();
    await page.getByText('Another user has changed this record.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, 'record-form-conflict');
    await page.getByRole('button', { name: 'Keep theirs' }).click();
    await expect.poll(() => field(page, 'E-mail').inputValue()).toBe('theirs@example.com');
    await save(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.app-notice').getByText('The record was saved.').waitFor();
    expect(await partner('Beech')).toMatchObject({ email: 'theirs@example.com', note: 'Theirs' });
  });

  it('is not left without a question, and is restored after a reload', async () => {
    const page = await open('/tables/partners/1/edit');
    await field(page, 'E-mail').fill('draft@example.com');
    await page.getByRole('link', { name: 'Regions' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Stay here' }).click();
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await page.getByText('Draft restored.').waitFor();
    await expect.poll(() => field(page, 'E-mail').inputValue()).toBe('draft@example.com');
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await expect.poll(() => field(page, 'E-mail').inputValue()).toBe('office@alder.example');
    await page.getByRole('link', { name: 'Regions' }).first().click();
    await heading(page, 'Regions');
  });

  it('has the width of a phone', async () => {
    const page = await open('/tables/partners/1/edit', { phone: true });
    await heading(page, 'Edit Alder');
    await field(page, 'Name').waitFor();
    const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(width[0]).toBe(width[1]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, 'record-form-phone');
  });

  it('and a deleted record, can be undone', async () => {
    const page = await open('/tables/partners/1/edit');
    await field(page, 'Note').fill('A mistake');
    await save(page).click();
    await page.locator('.app-notice').getByRole('button', { name: 'Undo' }).click();
    await page.locator('.app-notice').getByText('Your change was undone.').waitFor();
    await heading(page, 'Alder');
    expect(await partner('Alder')).not.toMatchObject({ note: 'A mistake' });
    await page.goto('/tables/partners');
    const row = page.locator('.rh-row').filter({ hasText: 'Alder' });
    await row.getByRole('button', { name: 'Delete' }).click();
    await page.locator('dialog[open] .is-danger').click();
    const toast = page.locator('.rh-notice').filter({ hasText: 'The record was deleted.' });
    await toast.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, 'undo-delete');
    await expect.poll(() => partner('Alder')).toBeUndefined();
    await page.locator('.rh-row td').first().focus();
    await page.keyboard.press('Control+z');
    await row.waitFor();
    expect(await partner('Alder')).toMatchObject({ id: 1, region_id: expect.anything() });
  });

  it('is not found by users who may not read or may not write it', async () => {
    const { db } = pages.service.database;
    const page = await pages.open('/tables/partners/1/edit', { as: people.clerk });
    const notFound = page.getByRole('heading', { name: 'Page not found' });
    await notFound.waitFor();
    await grantPermissions(db, 'user', ['partners.init', 'partners.tableData', 'partners.edit']);
    pages.service.users.forget();
    await page.reload();
    await notFound.waitFor();
    await grantPermissions(db, 'user', ['partners.update']);
    pages.service.users.forget();
    await page.reload();
    await heading(page, 'Edit Alder');
    await page.goto('/tables/partners/new');
    await notFound.waitFor();
  });

  it('is in the language of the user, with numbers as they are written there', async () => {
    await pages.service.database.db
      .updateTable('users')
      .set({ language: 'de' })
      .where('email', '=', people.administrator)
      .execute();
    pages.service.users.forget();
    const page = await open('/tables/partners/new', { dark: true });
    await heading(page, 'Neuer Datensatz: Partners');
    await field(page, 'Discount').fill('12,75');
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await page.getByText('Der Datensatz wurde nicht gespeichert.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, 'record-form-german');
    await field(page, 'Name').fill('Fichte');
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await page.locator('.app-notice').getByText('Der Datensatz wurde angelegt.').waitFor();
    expect(await partner('Fichte')).toMatchObject({ discount: '12.75' });
  });
});
