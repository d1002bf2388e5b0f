import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type OpenOptions, setProps } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const tables = useHarness();
const bar = (page: Page) => page.getByRole('group', { name: 'Selected rows' });
const checked = (page: Page) =>
  page
    .locator('.rh-row [data-rh=select]')
    .evaluateAll((all) =>
      all.flatMap((box, index) => ((box as HTMLInputElement).checked ? [index + 1] : [])),
    );
const inGrid = (page: Page) => page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null);

/** The table whose button `touch` is an action of the table. */
const open = (options: OpenOptions = {}) =>
  tables.open({
    ...options,
    init: ({ template }) => {
      const touch = template.buttons.global.find(({ name }) => name === 'touch');
      Object.assign(touch ?? {}, { matching: true });
    },
  });
const cell = (page: Page, row: number) => page.locator('.rh-row').nth(row).locator('td[data-column=number]');

describe('the bar of selected rows', () => {
  it('shows their exact totals, also of rows that are on other pages', async () => {
    const { page } = await open();
    await page.getByRole('checkbox', { name: 'Select row 1', exact: true }).check();
    const figure = bar(page).locator('.rh-selection-totals');
    await figure.getByText('$9.11').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('checkbox', { name: 'Select row 11', exact: true }).check();
    await figure.getByText('$109.32').waitFor();
    await expect
      .poll(() => page.locator('[aria-live=polite]:not([data-live])').textContent())
      .toBe('2 rows selected, 1 of them not on this page');
  });

  it('offers all that match after the page, sends the request, and omits single rows', async () => {
    const { page, control } = await open();
    await control('search').fill('Ada');
    await page.getByText('filtered from 260').waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    await bar(page).getByRole('button', { name: 'Select all 52 that match' }).click();
    await expect.poll(() => inGrid(page)).toBe(true);
    await bar(page).getByText('52 rows selected: all that match').waitFor();
    await page.locator('.rh-row [data-rh=select]').nth(1).uncheck();
    await bar(page).getByText('51 rows selected: all that match, except 1').waitFor();
    await expect.poll(() => checked(page)).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10]);
    await bar(page).getByRole('button', { name: 'Touch' }).click();
    await page.getByRole('alertdialog').getByText('51 rows selected: all that match, except 1').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Touch' }).click();
    await expect.poll(() => tables.harness.called.length).toBe(1);
    expect(tables.harness.called[0]?.body).toMatchObject({ except: [10], meta: { search: 'Ada' } });
    await bar(page).waitFor({ state: 'detached' });
  });

  it('is reached and filled by keys: the page, all that match, and a range', async () => {
    const { page } = await open();
    await cell(page, 1).click();
    await page.keyboard.press('Space');
    await cell(page, 4).focus();
    await page.keyboard.press('Shift+Space');
    await expect.poll(() => checked(page)).toEqual([2, 3, 4, 5]);
    await page.keyboard.press('Control+a');
    await expect.poll(() => checked(page)).toHaveLength(10);
    await bar(page).getByText('10 rows selected').waitFor();
    await page.keyboard.press('Control+a');
    await bar(page).getByText('260 rows selected: all that match').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => bar(page).count()).toBe(1);
    await bar(page).getByRole('button', { name: 'Clear the selection' }).press('Enter');
    await expect.poll(() => bar(page).count()).toBe(0);
    await expect.poll(() => inGrid(page)).toBe(true);
  });

  it('shows that rows no longer exist', async () => {
    const { page } = await open();
    await setProps(page, { selected: [3, 4, 9001] });
    await bar(page).getByText('No longer there: 1').waitFor();
  });

  it('does not move the rows above it', async () => {
    const { page } = await open({ height: 500 });
    const top = () => cell(page, 2).boundingBox();
    const before = await top();
    await page.getByRole('checkbox', { name: 'Select row 1', exact: true }).check();
    await bar(page).locator('.rh-selection-totals').waitFor();
    expect(await top()).toEqual(before);
  });

  it.each<[string, OpenOptions]>([
    ['in the light', {}],
    ['on a phone in the dark', { width: 390, height: 844, colorScheme: 'dark' }],
  ])('has no faults for axe %s', async (_situation, options) => {
    const { page } = await open(options);
    await page.locator('[data-rh=select-page]').check();
    await bar(page).locator('.rh-selection-totals').waitFor();
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<axe.AxeResults>("axe.run('.rh-footer')");
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
});
