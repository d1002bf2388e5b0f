import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../../../../test/axe.ts';
import { grantPermissions } from '../../src/modules/users/access/storeAccess.ts';
import { partnersModule } from './partners.fixture.ts';
import { keepScreenshot, type Pages, people, startPages, takeFaults } from './startPages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ definition: { modules: [partnersModule] } });
  await speak('de');
});
beforeEach(async () => {
  await pages.service.database.db
    .deleteFrom('partners' as never)
    .where('id' as never, '>=', 100 as never)
    .execute();
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

type Page = Awaited<ReturnType<Pages['open']>>;

const csv = [
  'Name;E-mail;Rabatt;Lager',
  'Ahorn;info@ahorn.example;12,5;A1',
  'Buche;keine Adresse;7;A2',
  'Eiche;;60,123;A3',
  'Fichte;;1,25;',
].join('\n');

async function speak(language: string): Promise<void> {
  await pages.service.database.db
    .updateTable('users')
    .set({ language })
    .where('email', '=', people.administrator)
    .execute();
  pages.service.users.forget();
}

const open = (path = '/tables/partners/import', options: object = {}) =>
  pages.open(path, { as: people.administrator, ...options });
const heading = (page: Page, name: string, level = 2) => page.getByRole('heading', { level, name });
const choose = (page: Page, text: string, name = 'partner.csv') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const created = async () =>
  (await pages.service.database.db
    .selectFrom('partners' as never)
    .selectAll()
    .where('id' as never, '>=', 100 as never)
    .orderBy('name' as never)
    .execute()) as Record<string, unknown>[];

async function check(page: Page): Promise<void> {
  await page.getByLabel('Rabatt').selectOption({ label: 'Discount' });
  // The rest by keyboard alone.
  await button(page, 'Datei prüfen').focus();
  await page.keyboard.press('Enter');
  await heading(page, 'Ergebnis der Prüfung').and(page.locator(':focus')).waitFor();
}

describe('the page of an import', () => {
  it('matches, checks and imports a file in the language of the user', async () => {
    const page = await open('/tables/partners?partners.q=a');
    await button(page, 'Importieren …').click();
    await heading(page, 'Import in Partners', 1).waitFor();
    await choose(page, csv);
    await page.getByLabel('Rabatt').waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe('email');
    expect(await page.getByLabel('Lager').inputValue()).toBe('');
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, 'import-columns');

    await check(page);
    const faults = page.locator('.app-import-faults tbody tr');
    await expect.poll(() => faults.count()).toBe(2);
    const [email = '', discount = ''] = await faults.allInnerTexts();
    expect(email).toMatch(/^3\s+E-mail\s+.*keine Adresse/s);
    expect(discount).toMatch(/^4\s+Rabatt\s+/);
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, 'import-checked');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Alle Fehler herunterladen' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('partner-fehler.csv');
    expect(await created()).toEqual([]);

    await button(page, '2 Zeilen importieren').focus();
    await page.keyboard.press('Enter');
    await heading(page, 'Ergebnis des Imports').waitFor();
    await page
      .locator('.app-import-result')
      .getByText(/^Angelegt: 2\. Geändert: 0\. Abgelehnt: 2\./)
      .waitFor();
    expect((await created()).map(({ name, discount }) => [name, discount])).toEqual([
      ['Ahorn', '12.50'],
      ['Fichte', '1.25'],
    ]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, 'import-done');

    expect(page.url()).toMatch(/partners\.q=a.*job=\d+/);
    await page.reload();
    const refused = page.getByRole('link', { name: 'Abgelehnte Zeilen herunterladen' });
    await refused.waitFor();
    const [rows] = await Promise.all([page.waitForEvent('download'), refused.click()]);
    expect(rows.suggestedFilename()).toMatch(/\.csv$/);
    await page.getByRole('link', { name: 'Zur Tabelle' }).click();
    await expect.poll(() => page.url()).toMatch(/partners\.q=a$/);
  });

  it('remembers how the columns were matched, and changes records by a key', async () => {
    const page = await open();
    await choose(page, csv);
    await check(page);
    await page.reload();
    await choose(page, 'Rabatt;Name\n3;Alder\n4;Neu\n');
    await expect.poll(() => page.getByLabel('Rabatt').inputValue()).toBe('discount');
    await page.getByLabel('Vorhandene Datensätze').selectOption({ index: 1 });
    await button(page, 'Datei prüfen').click();
    await heading(page, 'Ergebnis der Prüfung').waitFor();
    expect(await page.locator('.app-import-figures dd').allInnerTexts()).toEqual(['1', '1', '0']);
    await button(page, '2 Zeilen importieren').click();
    await heading(page, 'Ergebnis des Imports').waitFor();
    expect((await created()).map(({ name }) => name)).toEqual(['Neu']);
    await button(page, 'Weitere Datei importieren').click();
    await button(page, 'Datei prüfen').waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('job=');
  });

  it('undoes the import, and follows that', async () => {
    const page = await open();
    await choose(page, 'Name\nErle\nUlme\n');
    await button(page, 'Datei prüfen').click();
    await button(page, '2 Zeilen importieren').click();
    await button(page, 'Rückgängig').click();
    await page.locator('.app-import-result').getByText('rückgängig gemacht').waitFor();
    expect(await created()).toEqual([]);
    await keepScreenshot(page, 'import-undone');
  });

  it('says why a file cannot be read, and which field has no column', async () => {
    const page = await open();
    await choose(page, 'E-mail\nx@example.com\n');
    await page.getByText('Wählen Sie eine Spalte für: Name').waitFor();
    await choose(page, 'PK nothing', 'broken.xlsx');
    await page.locator('.app-form-problem').and(page.locator(':focus')).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, 'import-refused');
  });

  it('is not left while a file is sent without a question', async () => {
    const page = await open();
    await page.route(/dryRun/, () => {});
    await choose(page, 'Name\nAhorn\n');
    await button(page, 'Datei prüfen').click();
    await page.getByText('Die Datei wird gesendet.').waitFor();
    await page.getByRole('link', { name: 'Regions' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Verlassen, während die Datei gesendet wird?' });
    await dialog.getByRole('button', { name: 'Hier bleiben' }).click();
    await button(page, 'Senden abbrechen').click();
    await page.getByRole('link', { name: 'Regions' }).first().click();
    await heading(page, 'Regions', 1).waitFor();
  });

  it('has the width of a phone', async () => {
    const page = await open('/tables/partners/import', { phone: true });
    await choose(page, csv);
    await check(page);
    const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(width[0]).toBe(width[1]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, 'import-phone');
  });

  it('is only for users with the permission', async () => {
    const { db } = pages.service.database;
    await grantPermissions(db, 'user', ['partners.init', 'partners.tableData']);
    pages.service.users.forget();
    const page = await pages.open('/tables/partners', { as: people.clerk });
    await page.locator('.rh-row').first().waitFor();
    expect(await button(page, 'Import…').count()).toBe(0);
    await page.goto('/tables/partners/import');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await grantPermissions(db, 'user', ['partners.import']);
    pages.service.users.forget();
    await page.reload();
    await heading(page, 'Import into Partners', 1).waitFor();
  });
});
