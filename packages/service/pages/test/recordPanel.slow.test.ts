import type { Kysely } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../../../../test/axe.ts';
import { grantPermissions } from '../../src/modules/users/access/storeAccess.ts';
import { type PartnersDatabase, partnersModule } from './partners.fixture.ts';
import {
  keepScreenshot,
  type OpenOptions,
  type Pages,
  people,
  startPages,
  takeFaults,
} from './startPages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ definition: { modules: [partnersModule] } });
});
beforeEach(async () => {
  await partners().deleteFrom('partners').execute();
  await partners().insertInto('partners').values(rows).execute();
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

/** Rows 1 to 65, in the order of the table. */
const rows = Array.from({ length: 65 }, (_, index) => ({
  id: 1001 + index,
  name: nameOf(index + 1),
  state: 'open',
  note: 'Old',
}));
function nameOf(number: number): string {
  return `Partner ${String(number).padStart(2, '0')}`;
}
const partners = () => pages.service.database.db as unknown as Kysely<PartnersDatabase>;
const notesOf = async (...numbers: number[]) => {
  const names = numbers.map(nameOf);
  const found = await partners()
    .selectFrom('partners')
    .select('note')
    .where('name', 'in', names)
    .orderBy('name')
    .execute();

  return found.map(({ note }) => note);
};

const open = (path = '/tables/partners?partners.length=30', options: OpenOptions = {}) =>
  pages.open(path, { as: people.administrator, ...options });
const panel = (page: Page) => page.locator('dialog.app-panel[open]');
const shows = (page: Page, name: string) =>
  panel(page).getByRole('heading', { level: 2, name }).first().waitFor();
const isClosed = (page: Page) => panel(page).waitFor({ state: 'detached' });
const field = (page: Page, label: string) => panel(page).locator('.rh-record-form').getByLabel(label);
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
const row = (page: Page, number: number) => page.locator('.rh-row').filter({ hasText: nameOf(number) });
const editButton = (page: Page, number: number) => row(page, number).getByRole('button', { name: 'Edit' });
const notice = (page: Page, text: string) => page.locator('.app-notice').getByText(text).waitFor();
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });

const stay = (page: Page) => question(page).getByRole('button', { name: 'Stay here' }).click();
/** The browser goes back before the question and forward after it, which may take longer than the dialog. */
const isAtForm = (page: Page, number: number) =>
  expect.poll(() => new URL(page.url()).searchParams.get('form')).toBe(`${1000 + number}/edit`);

const edit = async (page: Page, number: number) => {
  await editButton(page, number).click();
  await shows(page, `Edit ${nameOf(number)}`);
};

/** Scroll position, page, selection and search of the table. */
const placeOf = async (page: Page) => ({
  top: await page.evaluate(() => scrollY),
  names: await page.locator('.rh-row td[data-column="name"]').allTextContents(),
  selected: await page
    .locator('.rh-row [data-rh=select]')
    .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked)),
  search: await page.getByRole('searchbox').first().inputValue(),
});

/** Opens the second page of the result, scrolled, with two selected rows. */
async function openInMidst(): Promise<Page> {
  const page = await open('/tables/partners?partners.q=Partner&partners.length=30&partners.page=2');
  await row(page, 31).waitFor();
  await page.getByRole('checkbox', { name: 'Select row 33', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Select row 35', exact: true }).check();
  await editButton(page, 55).scrollIntoViewIfNeeded();
  expect((await placeOf(page)).top).toBeGreaterThan(100);

  return page;
}

describe('the form of a record next to its table', () => {
  it('is saved while the table keeps its page, scroll position, selection and search', async () => {
    const page = await openInMidst();
    const before = await placeOf(page);
    await edit(page, 55);
    expect(new URL(page.url()).searchParams.get('form')).toBe('1055/edit');
    await field(page, 'Name').and(page.locator(':focus')).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, 'record-panel');
    expect(await placeOf(page)).toEqual(before);
    await field(page, 'E-mail').fill('new@example.com');
    await button(page, 'Save').click();
    await isClosed(page);
    await notice(page, 'The record was saved.');
    await row(page, 55).getByText('new@example.com').waitFor();
    expect(await placeOf(page)).toEqual(before);
    expect(new URL(page.url()).search).toBe('?partners.q=Partner&partners.page=2&partners.length=30');
    await editButton(page, 55).and(page.locator(':focus')).waitFor();
  });

  it('is undone by its message, in place', async () => {
    const page = await openInMidst();
    const before = await placeOf(page);
    await edit(page, 55);
    await field(page, 'E-mail').fill('new@example.com');
    await button(page, 'Save').click();
    await row(page, 55).getByText('new@example.com').waitFor();
    await page.locator('.app-notice').getByRole('button', { name: 'Undo' }).click();
    await notice(page, 'Your change was undone.');
    await row(page, 55).getByText('new@example.com').waitFor({ state: 'detached' });
    expect(await placeOf(page)).toEqual(before);
  });

  it('is followed by that of the next row, also on the next page', async () => {
    const page = await open();
    await row(page, 28).waitFor();
    await edit(page, 28);
    for (const number of [28, 29, 30, 31]) {
      await shows(page, `Edit ${nameOf(number)}`);
      await field(page, 'Name').and(page.locator(':focus')).waitFor();
      await field(page, 'Note').fill(`New ${number}`);
      await button(page, 'Save and next').click();
    }
    await shows(page, `Edit ${nameOf(32)}`);
    await page.locator('.app-notice').getByText('The record was saved.').waitFor();
    expect(await page.locator('.app-notice').count()).toBe(1);
    expect(await notesOf(28, 29, 30, 31, 32)).toEqual(['New 28', 'New 29', 'New 30', 'New 31', 'Old']);
    await page.keyboard.press('Escape');
    await isClosed(page);
    await row(page, 1).waitFor();
    await page.goBack();
    await page.waitForURL('about:blank');
  });

  it('continues in the result after a change that removes the row from it', async () => {
    const page = await open('/tables/partners?partners.q=Partner&partners.length=30');
    await row(page, 30).waitFor();
    await edit(page, 29);
    for (const number of [29, 30]) {
      await shows(page, `Edit ${nameOf(number)}`);
      await field(page, 'Name').fill(`Other ${number}`);
      await button(page, 'Save and next').click();
    }
    await shows(page, `Edit ${nameOf(31)}`);
    await row(page, 29).waitFor({ state: 'detached' });
  });

  it('has no next row at the end of the result', async () => {
    const page = await open('/tables/partners?partners.q=Partner&partners.length=30&partners.page=3');
    await row(page, 65).waitFor();
    await edit(page, 64);
    await button(page, 'Save and next').click();
    await shows(page, `Edit ${nameOf(65)}`);
    await field(page, 'Name').and(page.locator(':focus')).waitFor();
    await expect.poll(() => button(page, 'Save and next').count()).toBe(0);
    await button(page, 'Save').click();
    await isClosed(page);
  });

  it('asks before unsaved changes are lost', async () => {
    const page = await open();
    await edit(page, 3);
    await field(page, 'Note').fill('Unsaved');
    await page.keyboard.press('Escape');
    await question(page).waitFor();
    // A second Escape stays in the form, and a third one asks again.
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'hidden' });
    await isAtForm(page, 3);
    await page.keyboard.press('Escape');
    await stay(page);
    await isAtForm(page, 3);
    expect(await field(page, 'Note').inputValue()).toBe('Unsaved');
    await page.goBack();
    await stay(page);
    await isAtForm(page, 3);
    await page.mouse.click(300, 400);
    await question(page).getByRole('button', { name: 'Leave without saving' }).click();
    await isClosed(page);
    await edit(page, 3);
    await expect.poll(() => field(page, 'Note').inputValue()).toBe('Old');
    expect(await notesOf(3)).toEqual(['Old']);
  });

  it('is closed and opened by the buttons of the browser', async () => {
    const page = await openInMidst();
    const before = await placeOf(page);
    await edit(page, 55);
    await page.goBack();
    await isClosed(page);
    expect(await placeOf(page)).toEqual(before);
    await page.goForward();
    await shows(page, `Edit ${nameOf(55)}`);
    await button(page, 'Close').click();
    await isClosed(page);
    expect(await placeOf(page)).toEqual(before);
  });

  it('is shown by its address, with a draft after a reload', async () => {
    const page = await open();
    await edit(page, 4);
    await field(page, 'Note').fill('Draft');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await shows(page, `Edit ${nameOf(4)}`);
    await page.getByText('Draft restored.').waitFor();
    expect(await field(page, 'Note').inputValue()).toBe('Draft');
    await button(page, 'Discard the draft').click();

    const shared = await open(new URL(page.url()).pathname + new URL(page.url()).search);
    await shows(shared, `Edit ${nameOf(4)}`);
    await button(shared, 'Cancel').click();
    await isClosed(shared);
    await row(shared, 4).waitFor();
    await shared.getByRole('heading', { level: 1, name: 'Partners' }).and(shared.locator(':focus')).waitFor();
    expect(new URL(shared.url()).search).toBe('?partners.length=30');
  });

  it('is not shown to users who may not use it', async () => {
    const { users, database } = pages.service;
    await grantPermissions(database.db, 'user', ['partners.init', 'partners.tableData']);
    users.forget();
    const page = await open('/tables/partners?form=1004%2Fedit', { as: people.clerk });
    await row(page, 4).waitFor();
    expect(await panel(page).count()).toBe(0);
  });

  it('covers the window of a phone', async () => {
    const page = await open('/tables/partners?form=1002%2Fedit', { phone: true });
    await shows(page, `Edit ${nameOf(2)}`);
    await field(page, 'Name').and(page.locator(':focus')).waitFor();
    expect(await panel(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    const width = await panel(page).evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    expect(width[0]).toBe(width[1]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, 'record-panel-phone');
  });

  it('is at the other side where one reads from right to left', async () => {
    const page = await open('/tables/partners?form=new', { locale: 'ar', dark: true });
    await panel(page).locator('input').first().waitFor();
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    expect(await panel(page).boundingBox()).toMatchObject({ x: 0 });
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, 'record-panel-right-to-left');
  });
});

describe('new records', () => {
  it('are created one after another', async () => {
    const page = await openInMidst();
    const before = await placeOf(page);
    // Without scrolling to it.
    await page.getByRole('button', { name: 'Create', exact: true }).dispatchEvent('click');
    await shows(page, 'New record: Partners');
    for (const name of ['Cedar', 'Dogwood']) {
      await field(page, 'Name').and(page.locator(':focus')).waitFor();
      await field(page, 'Name').fill(name);
      await button(page, 'Create and next').click();
      await expect.poll(() => field(page, 'Name').inputValue()).toBe('');
      await notice(page, 'The record was created.');
    }
    // The message can be used while the panel is open.
    await page.locator('.app-notice').getByRole('button', { name: 'Undo' }).click();
    await notice(page, 'Your change was undone.');
    expect(await accessibilityFaults(page)).toEqual([]);
    await field(page, 'Name').fill('Elm');
    await button(page, 'Save').click();
    await isClosed(page);
    expect(await placeOf(page)).toEqual(before);
    const names = await partners().selectFrom('partners').select('name').where('note', 'is', null).execute();
    expect(names.map(({ name }) => name).toSorted()).toEqual(['Cedar', 'Elm']);
  });
});

describe('by the keyboard alone', () => {
  it('records are opened, saved, continued and closed', async () => {
    const page = await open();
    await row(page, 1).waitFor();
    await editButton(page, 1).focus();
    await page.keyboard.press('Enter');
    await shows(page, `Edit ${nameOf(1)}`);
    await field(page, 'Name').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('one@example.com');
    await page.keyboard.press('Control+Shift+Enter');
    await shows(page, `Edit ${nameOf(2)}`);
    await field(page, 'Name').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('not an address');
    await page.keyboard.press('Control+Enter');
    await page.getByText('The record was not saved.').first().waitFor();
    await field(page, 'E-mail').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('two@example.com');
    await page.keyboard.press('Control+Enter');
    await isClosed(page);
    await editButton(page, 1).and(page.locator(':focus')).waitFor();
    await row(page, 1).getByText('one@example.com').waitFor();
    await row(page, 2).getByText('two@example.com').waitFor();
    await page.keyboard.press('Enter');
    await shows(page, `Edit ${nameOf(1)}`);
    const { panels, outside } = await walk(page);
    expect(panels).toContain('Save and next');
    expect(outside).toEqual([]);
    await page.keyboard.press('Escape');
    await isClosed(page);
  });
});

/** The names of the stops of Tab in the panel, and what it stops at outside of the panel and of the window. */
async function walk(page: Page): Promise<{ panels: string[]; outside: string[] }> {
  const panels: string[] = [];
  const outside: string[] = [];
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab');
    const [isInside, text] = await page.evaluate(() => {
      const { activeElement } = document;
      const isWindow = activeElement === document.body || activeElement === null;

      return [
        isWindow || activeElement.closest('dialog.app-panel') !== null,
        activeElement?.textContent?.trim() ?? '',
      ] as const;
    });
    (isInside ? panels : outside).push(text);
  }

  return { panels, outside };
}
