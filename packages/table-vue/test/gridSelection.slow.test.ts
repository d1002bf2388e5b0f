import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { HarnessWindow } from './harness/HarnessWindow.ts';
import { setProps } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const { open } = useHarness();
const rowBox = (page: Page, number: number) =>
  page.getByRole('checkbox', { name: `Select row ${number}`, exact: true });
const boxes = (page: Page) => page.locator('.rh-row [data-rh=select]');
const checked = (page: Page) =>
  boxes(page).evaluateAll((all) =>
    all.flatMap((box, index) => ((box as HTMLInputElement).checked ? [index + 1] : [])),
  );
const goTo = async (page: Page, name: string, firstRow: number) => {
  await page.getByRole('button', { name }).click();
  await rowBox(page, firstRow).waitFor();
};

describe('a click with the shift key', () => {
  it('selects its own row only where the row clicked before is on another page', async () => {
    const { page } = await open();
    await rowBox(page, 2).check();
    await goTo(page, 'Next page', 11);
    await rowBox(page, 16).click({ modifiers: ['Shift'] });
    await expect.poll(() => checked(page)).toEqual([6]);
  });

  it('finds the row clicked before again when its page is shown again', async () => {
    const { page } = await open();
    await rowBox(page, 2).check();
    await goTo(page, 'Next page', 11);
    await goTo(page, 'Previous page', 1);
    await rowBox(page, 4).click({ modifiers: ['Shift'] });
    await expect.poll(() => checked(page)).toEqual([2, 3, 4]);
  });

  it('starts a new range after the selection was cleared', async () => {
    const { page } = await open();
    await rowBox(page, 2).check();
    await page.locator('[data-control=unselect]').click();
    await rowBox(page, 4).click({ modifiers: ['Shift'] });
    await expect.poll(() => checked(page)).toEqual([4]);
  });
});

describe('the selection', () => {
  it('is kept by a search, and shows that its rows are not on the page', async () => {
    const { page, control, button } = await open();
    await rowBox(page, 1).check();
    await rowBox(page, 3).check();
    await control('search').fill('Grace');
    await page.getByText('filtered from 260').waitFor();
    await expect
      .poll(() => page.locator('.rh-selection').textContent())
      .toMatch(/2 rows selected, [12] of them not on/);
    await expect.poll(() => button('touch').isEnabled()).toBe(true);
  });

  it('shows how many rows it has, and how many of them are on other pages', async () => {
    const { page } = await open();
    const text = page.locator('.rh-selection');
    await expect.poll(() => text.count()).toBe(0);
    await rowBox(page, 1).check();
    await expect.poll(() => text.textContent()).toContain('1 row selected');
    await goTo(page, 'Next page', 11);
    await rowBox(page, 12).check();
    await rowBox(page, 13).check();
    await expect.poll(() => text.textContent()).toContain('3 rows selected, 1 of them not on this page');
    await page.locator('[data-control=unselect]').click();
    await expect.poll(() => text.count()).toBe(0);
    await expect.poll(() => checked(page)).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null))
      .toBe(true);
  });

  it('is replaced by the host for 5,000 rows without reading the new list once for each of them', async () => {
    const { page } = await open();
    const text = page.locator('.rh-selection-text');
    await setProps(page, { selected: Array.from({ length: 5000 }, (_, index) => index + 1) });
    await expect.poll(() => text.textContent()).toMatch(/5,000/);
    await page.evaluate(() => {
      const counting = window as unknown as HarnessWindow & { reads: number };
      counting.reads = 0;
      const ids = Array.from({ length: 4000 }, (_, index) => index + 3001);
      counting.tableOptions.selected = new Proxy(ids, {
        get(list, key, receiver) {
          counting.reads += 1;
          return Reflect.get(list, key, receiver);
        },
      });
    });
    await expect.poll(() => text.textContent()).toMatch(/4,000/);
    const reads = await page.evaluate(() => (window as unknown as { reads: number }).reads);
    expect(reads).toBeLessThan(20 * 5000);
  });
});
