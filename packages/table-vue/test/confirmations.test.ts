import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../../../test/axe.ts';
import { useHarness } from './useHarness.ts';

const { open } = useHarness();
const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };
const dialogOf = (page: Page) => page.getByRole('alertdialog');
const keepScreenshot = (page: Page, name: string) =>
  page.screenshot({
    path: join(import.meta.dirname, `../../../test-output/screenshots/${name}.png`),
    animations: 'disabled',
  });

describe.each(Object.entries(sizes))('on a %s, the confirmation', (device, size) => {
  it('says how many rows are selected, and how many of them are not on the page', async () => {
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

describe('the confirmation', () => {
  it('counts the rows of the whole result, as they are searched', async () => {
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

  it('says that it is for all matching rows where they are not counted', async () => {
    const { page, button } = await open({
      data: (answer) => Object.assign(answer, { fullRecordInfo: false, filters: true, total: {} }),
    });
    await button('action').click();
    await dialogOf(page).getByText('The whole result: all matching rows').waitFor();
  });

  it('names the row', async () => {
    const { page, row } = await open();
    const number = (await row(2).locator('td[data-column=number]').textContent())?.trim();
    await row(2).locator('[data-rh=button].is-danger').click();
    const subject = dialogOf(page).locator('.rh-subject');
    expect(await subject.textContent()).toBe(`Number: ${number}`);
    const id = await dialogOf(page).getAttribute('aria-describedby');
    expect(await page.locator(`[id="${id}"]`).textContent()).toContain(`Number: ${number}`);
  });
});
