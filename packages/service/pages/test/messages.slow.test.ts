import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSmtpServer, type TestSmtpServer } from '../../src/testing/startSmtpServer.ts';
import { demoTexts, expectNoEnglishIn, textsOf } from './shownTexts.ts';
import { type Pages, people, startPages, takeFaults } from './startPages.ts';

/** Walks through the forms of the pages with invalid input, in German and Arabic: no English text is shown. */
let pages: Pages;
let smtp: TestSmtpServer;
beforeAll(async () => {
  smtp = await startSmtpServer();
  pages = await startPages({
    orders: 60,
    environment: {
      ROWHOUSE_LANGUAGES: 'en,de,ar',
      ROWHOUSE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      ROWHOUSE_MAIL_FROM: 'desk@example.com',
    },
  });
});
afterAll(async () => {
  await pages?.stop();
  await smtp?.stop();
});
afterEach(() => expect(takeFaults()).toEqual([]));

const submit = (page: Page) =>
  page.locator('form button:not([type=button])').filter({ visible: true }).last();
const faults = (page: Page) =>
  page.locator('[aria-invalid=true], .app-form-problem, .help.is-danger, .app-notice');

describe.each(['de', 'ar'])('In the language %s', (language) => {
  const expectNoEnglish = expectNoEnglishIn(language);
  const texts = textsOf(language);
  const named = (english: string) => texts[english] ?? english;
  const open = async (path: string, as: string | undefined = people.administrator) => {
    const page = await pages.open(path, { locale: language, ...(as !== '' && { as }) });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => document.querySelector('.app-loading, [aria-busy="true"]') === null);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);

    return page;
  };
  /** Fills the fields by their labels, sends the form, and waits until it is refused. */
  const refuse = async (page: Page, fields: Record<string, string> = {}) => {
    for (const [label, value] of Object.entries(fields)) {
      await page.getByLabel(named(label), { exact: true }).fill(value);
    }
    await submit(page).click();
    await faults(page).first().waitFor();
    await page.waitForFunction(() => document.querySelector('.is-loading') === null);
    await expectNoEnglish(page);
  };

  it('the forms of the sign-in show no English text', async () => {
    const page = await open('/sign-in', '');
    await refuse(page);
    await refuse(page, { 'E-mail': people.clerk, Password: 'wrong' });
    await page.goto('/forgot-password');
    await refuse(page);
    await page.goto(`/set-password#${'x'.repeat(43)}`);
    await page.getByRole('heading', { level: 1, name: named('This link cannot be used') }).waitFor();
    await expectNoEnglish(page);
  });

  it('the form of a new password shows no English text', async () => {
    const before = smtp.mails.length;
    const page = await open('/forgot-password', '');
    await page.getByLabel(named('E-mail')).fill(people.clerk);
    await submit(page).click();
    await expect.poll(() => smtp.mails.length).toBeGreaterThan(before);
    await expectNoEnglish(page);
    const path = /https?:\/\/[^/]+(\/set-password#\S+)/.exec(smtp.mails.at(-1)?.parsed.text ?? '')?.[1] ?? '';
    await page.goto(path);
    await page.getByLabel(named('New password'), { exact: true }).waitFor();
    await refuse(page, { 'New password': 'short' });
    await refuse(page, { 'New password': 'a long password', 'New password again': 'another password' });
  });

  it('the forms of users and roles show no English text', async () => {
    const page = await open('/users/create');
    await page.getByLabel(named('I set one')).check();
    await refuse(page, { 'E-mail': 'not an address', Password: 'short' });
    await refuse(page, { Name: 'Ada', 'E-mail': people.clerk, Password: 'correct horse battery' });
    const edited = await open('/users/2/edit');
    await refuse(edited, { Name: ' ' });
    const own = await open('/users/1/edit');
    await own.getByLabel(named('May sign in')).uncheck();
    await refuse(own);
    const unknown = await open('/users/987654/edit');
    await expectNoEnglish(unknown);
    const role = await open('/roles/create');
    await refuse(role);
    await refuse(role, { Name: 'Supervisor' });
    await expectNoEnglish(await open('/roles/2'));
    await expectNoEnglish(await open('/roles'));
  });

  it('the forms of the profile show no English text', async () => {
    const page = await open('/profile');
    await page.getByLabel(named('Name'), { exact: true }).fill(' ');
    await page.getByRole('button', { name: named('Save profile') }).click();
    await faults(page).first().waitFor();
    await expectNoEnglish(page);
    for (const [current, next, again] of [
      ['x', 'short', 'short'],
      ['x', 'another long password', 'another long passwort'],
      ['wrong', 'another long password', 'another long password'],
    ] as const) {
      await page.getByLabel(named('Current password'), { exact: true }).fill(current);
      await page.getByLabel(named('New password'), { exact: true }).fill(next);
      await page.getByLabel(named('New password again'), { exact: true }).fill(again);
      await page.getByRole('button', { name: named('Change password') }).click();
      await page.waitForFunction(() => document.querySelector('.is-loading') === null);
      await expectNoEnglish(page);
    }
    const access = await open('/profile/access');
    await access.getByRole('button', { name: named('New API key') }).click();
    await refuse(access);
    await refuse(access, { Name: 'key' });
  });

  it('a cell that the server refuses, and one without a value, show no English text', async () => {
    const page = await open('/orders');
    const cell = (status: RegExp) =>
      page.locator('.rh-row').filter({ hasText: status }).first().locator('td[data-column=delivered_on]');
    const problem = page.locator('.rh-editor [role=alert]');
    await cell(new RegExp(demoTexts(language).Pending ?? '')).dblclick();
    await page.locator('.rh-editor [data-field]').fill('2026-01-31');
    await page.keyboard.press('Enter');
    await problem.waitFor();
    await expectNoEnglish(page);
    await page.locator('.rh-editor [data-field]').fill('');
    await page.locator('.rh-editor [data-field]').pressSequentially('31');
    await page.keyboard.press('Enter');
    await problem.waitFor();
    await expectNoEnglish(page);
  });

  it('a condition without a value, and with a wrong one, shows no English text', async () => {
    const page = await open('/orders');
    await page.locator('.rh-row').first().waitFor();
    const refused = async () => {
      await page.locator('.rh-filter-form [type=submit]').click();
      await page.locator('[aria-invalid=true]').first().waitFor();
      await expectNoEnglish(page);
    };
    await page.locator('thead th[data-column=total]').focus();
    await page.keyboard.press('f');
    await page.getByRole('menuitem', { name: named('Total'), exact: true }).click();
    await page.locator('.rh-filter-form').waitFor();
    await refused();
    for (const field of await page.locator('.rh-filter-form input').all()) await field.fill('twelve');
    await refused();
  });

  it('filters, cells and views of a table show no English text', async () => {
    const page = await open('/orders');
    await page.locator('.rh-row').first().waitFor();
    await expectNoEnglish(page);
    await page.locator('.rh-row').first().locator('td[data-column=status]').dblclick();
    await page.locator('.rh-editor').waitFor();
    await expectNoEnglish(page);
    await page.keyboard.press('Escape');
    await page.locator('thead th[data-column=total]').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('menu').waitFor();
    await expectNoEnglish(page);
    await page.keyboard.press('Escape');
    await page.locator('thead th[data-column=total]').focus();
    await page.keyboard.press('f');
    await page.getByRole('dialog', { name: named('Add a filter') }).waitFor();
    await expectNoEnglish(page);
    await page.keyboard.press('Escape');
    await page.locator('thead th[data-column=total]').focus();
    await page.keyboard.press('v');
    await page.getByRole('menuitem', { name: named('Save as a new view…') }).click();
    await page.locator('[data-control=view-name]').fill(' ');
    await page.keyboard.press('Enter');
    await expectNoEnglish(page);
    await page.locator('[data-control=view-name]').fill('x'.repeat(200));
    await page.keyboard.press('Enter');
    await expectNoEnglish(page);
  });
});
