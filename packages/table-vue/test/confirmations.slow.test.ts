import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../../../test/axe.ts';
import { useHarness } from './useHarness.ts';

const table = useHarness();
const { open } = table;
const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };
const dialogOf = (page: Page) => page.getByRole('alertdialog');
const keepScreenshot = (page: Page, name: string) =>
  page.screenshot({
    path: join(import.meta.dirname, `../../../test-output/screenshots/${name}.png`),
    animations: 'disabled',
  });

describe.each(Object.entries(sizes))('the confirmation on a %s', (device, size) => {
  it('shows how many rows are selected, and how many of them are not on the page', async () => {
    const { page, button } = await open(size);
    await page.getByRole('checkbox', { name: 'Select row 1', exact: true }).check();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('checkbox', { name: 'Select row 12', exact: true }).check();
    await button('touch').click();
    await dialogOf(page).getByText('2 rows selected, 1 of them not on this page').waitFor();
    await keepScreenshot(page, `confirmation-selection-${device}`);
    expect(await accessibilityFaults(page, 'color-contrast')).toEqual([]);
  });
});

describe.each(Object.entries(sizes))('an action that failed on some rows, on a %s', (device, size) => {
  it('warns, and lists the rows until the notice is dismissed', async () => {
    const { page, button, row } = await open(size);
    const number = (await row(1).locator('td[data-column=number]').textContent())?.trim();
    table.harness.interfere({
      path: 'everything/action',
      status: 200,
      body: JSON.stringify({
        message: 'The action was applied to 257 rows. 3 rows failed.',
        processed: 257,
        failed: [
          { dtRowId: 2, message: 'The parcel is too heavy.' },
          { dtRowId: 77, message: 'The order is new, not paid.' },
        ],
        failedCount: 3,
      }),
    });
    await button('action').click();
    await dialogOf(page).getByRole('button', { name: 'Action' }).click();
    const notice = page.getByRole('alert').filter({ hasText: '3 rows failed.' });
    await notice.waitFor();
    await expect.poll(() => notice.getAttribute('class')).toContain('is-warning');
    await expect
      .poll(() => notice.getByRole('listitem').allInnerTexts())
      .toEqual([`Number: ${number} The parcel is too heavy.`, 'Row: 77 The order is new, not paid.']);
    await notice.getByText('1 more').waitFor();
    await keepScreenshot(page, `partly-failed-${device}`);
    expect(await accessibilityFaults(page, 'color-contrast')).toEqual([]);
    table.harness.interfere(null);
    await button('ping').click();
    await page.getByText('everything.ping is done.').waitFor();
    await expect.poll(() => notice.count()).toBe(1);
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => notice.count()).toBe(0);
  });
});

describe('the confirmation', () => {
  it.each([
    { undo: null, times: 1 },
    { undo: '/everything/action/undo', times: 0 },
  ])('says that an action cannot be undone: %j', async ({ undo, times }) => {
    const { page, button } = await open({
      init: ({ template }) => {
        for (const each of template.buttons.global) Object.assign(each, { undo });
      },
    });
    await button('action').click();
    await dialogOf(page).getByText('The whole result: 260 rows').waitFor();
    expect(await dialogOf(page).getByText('This cannot be undone.').count()).toBe(times);
  });

  it('says that a deletion with others is not undone', async () => {
    const { page, button } = await open({
      init: ({ template }) => {
        for (const each of template.buttons.global)
          Object.assign(each, { undo: '/everything/action/undo', partialUndo: true });
      },
    });
    await button('action').click();
    await dialogOf(page)
      .getByText('If other rows are deleted or changed with a record, it cannot be restored.')
      .waitFor();
    expect(await dialogOf(page).getByText('This cannot be undone.').count()).toBe(0);
  });

  it('counts the rows of the whole result, as searched', async () => {
    const { page, button, control } = await open();
    await button('action').click();
    await dialogOf(page).getByText('The whole result: 260 rows').waitFor();
    await page.keyboard.press('Escape');
    await control('search').fill('Ada');
    const records = page.locator('.rh-records-text').filter({ hasText: 'filtered from 260' });
    const [, filtered] = /of (\d+) /.exec((await records.textContent()) ?? '') ?? [];
    await button('action').click();
    await dialogOf(page).getByText(`The whole result: ${filtered} rows`).waitFor();
  });

  it('shows that it is for all matching rows where they are not counted', async () => {
    const { page, button } = await open({
      data: (response) => Object.assign(response, { fullRecordInfo: false, filters: true, total: {} }),
    });
    await button('action').click();
    await dialogOf(page).getByText('The whole result: all matching rows').waitFor();
  });

  it('names the row', async () => {
    const { page, row } = await open();
    const number = (await row(2).locator('td[data-column=number]').textContent())?.trim();
    await row(2).locator('[data-rh=button].is-danger').click();
    const subject = dialogOf(page).locator('.rh-subject');
    await expect.poll(() => subject.textContent()).toBe(`Number: ${number}`);
    const id = await dialogOf(page).getAttribute('aria-describedby');
    await expect.poll(() => page.locator(`[id="${id}"]`).textContent()).toContain(`Number: ${number}`);
  });
});
