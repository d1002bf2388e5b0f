import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { demoTexts, expectNoEnglishIn, textsOf } from './shownTexts.ts';
import { type Pages, people, startPages, takeFaults } from './startPages.ts';

/** Walks through the forms of records, the input of actions and imports with invalid input, in German and Arabic. */
let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ orders: 60, environment: { ROWHOUSE_LANGUAGES: 'en,de,ar' } });
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

const saving = (page: Page) => page.locator('.rh-record-form [type=submit]').first();

describe.each(['de', 'ar'])('In the language %s', (language) => {
  const expectNoEnglish = expectNoEnglishIn(language);
  const texts = { ...textsOf(language), ...demoTexts(language) };
  const named = (english: string) => texts[english] ?? english;
  const open = async (path: string) => {
    const page = await pages.open(path, { locale: language, as: people.administrator });
    await page.getByRole('heading', { level: 1 }).waitFor();

    return page;
  };
  const refused = async (page: Page, field: string) => {
    await page.locator(`[name="${field}"][aria-invalid=true]`).waitFor();
    await expectNoEnglish(page);
  };

  it('the form of a record shows no English text', async () => {
    const page = await open('/tables/customers/new');
    await page.locator('[name=name]').waitFor();
    await expectNoEnglish(page);
    await saving(page).click();
    await refused(page, 'name');
    await page.goto(new URL('/tables/customers/1/edit', page.url()).href);
    await page.locator('[name=email]').fill('no address');
    await saving(page).click();
    await refused(page, 'email');
  });

  it('the deletion of a record shows no English text', async () => {
    const page = await open('/tables/customers');
    await page
      .getByRole('button', { name: named('Delete') })
      .first()
      .click();
    await page.getByRole('alertdialog').waitFor();
    await expectNoEnglish(page);
  });

  it('the input of an action shows no English text', async () => {
    const page = await open('/orders');
    await page.locator('.rh-row').first().getByRole('checkbox').check();
    await page
      .getByRole('button', { name: named('Set status…') })
      .first()
      .click();
    const dialog = page.getByRole('alertdialog');
    await dialog.locator('[name=status]').waitFor();
    await dialog.locator('button').last().click();
    await dialog.locator('[name=status][aria-invalid=true]').waitFor();
    await expectNoEnglish(page);
  });

  it('an import shows no English text', async () => {
    const page = await open('/tables/products/import');
    await expectNoEnglish(page);
    const choose = (name: string, text: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose('products.xlsx', 'PK\u0003\u0004 no workbook');
    await page.locator('.app-form-problem').waitFor();
    await expectNoEnglish(page);
    const headers = ['SKU', 'Name', 'Category', 'Price', 'Available from'].map(named);
    await choose('products.csv', `${headers.join(';')}\nP-1;;none;x;2026-99-99\nP-1;Tea;tea;1;2026-01-01\n`);
    await page.locator('form select').first().waitFor();
    await expectNoEnglish(page);
    await page.locator('.app-import-choices button.is-link').click();
    await page.locator('.app-import-faults tbody tr').first().waitFor();
    await expectNoEnglish(page);
    const faults = await page.locator('.app-import-faults tbody td').allInnerTexts();
    expect(faults.filter((text) => /\b(must|send|the|is|not|value)\b/.test(text))).toEqual([]);
  });
});
