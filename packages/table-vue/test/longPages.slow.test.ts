import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { controllerOf, focusCell, useGrid } from './gridParts.ts';
import { focused, type OpenOptions } from './openTable.ts';

const grid = useGrid();
const open = async (options: OpenOptions = {}) => {
  const page = await grid.open({ table: 'lines', width: 1000, ...options });
  // The window of the rows is loaded with the first long page; before, the page is not as high.
  await page.locator('.rh-gap').first().waitFor({ state: 'attached' });
  return page;
};

const drawn = (page: Page) => page.locator('.rh-row').count();
/** The rows that lie in the window, as their names. */
const inWindow = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.rh-row')]
      .filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return bottom > 0 && top < window.innerHeight;
      })
      .map((row) => row.querySelector('[data-column=name]')?.textContent?.trim()),
  );
const scrollTo = async (page: Page, share: number) => {
  await page.evaluate(async (part) => {
    const frames = (count: number): Promise<void> =>
      new Promise((resolve) =>
        requestAnimationFrame(() => (count === 0 ? resolve() : resolve(frames(count - 1)))),
      );
    window.scrollTo(0, document.documentElement.scrollHeight * part);
    await frames(4);
  }, share);
};

describe('a page of 2,000 rows', () => {
  it('draws those in the window, wherever it is scrolled, without a gap between them', async () => {
    const page = await open();
    await expect.poll(() => drawn(page)).toBeLessThan(100);

    for (const share of [0.2, 0.5, 0.9, 0.1]) {
      await scrollTo(page, share);
      const firstOf = (names: readonly (string | undefined)[]) =>
        Number(names.find((name) => name !== undefined)?.replace('Line ', ''));
      await expect.poll(async () => firstOf(await inWindow(page))).toBeGreaterThan(100);
      const names = await inWindow(page);
      expect(names).toEqual(names.map((_, index) => `Line ${firstOf(names) + index}`));
      const rows = await page.evaluate(() => {
        const gaps = [...document.querySelectorAll('.rh-gap > td')].map((gap) => gap.getBoundingClientRect());
        return gaps.some(({ top, bottom }) => bottom > 60 && top < window.innerHeight - 60);
      });
      expect(rows).toBe(false);
      await expect.poll(() => drawn(page)).toBeLessThan(100);
    }

    // Rows of several lines make the page longer when they are drawn.
    const lastRow = async () => {
      await scrollTo(page, 1);
      return (await inWindow(page)).at(-1);
    };
    await expect.poll(lastRow).toBe('Line 2000');
  });

  it('reports the position of each row to screen readers', async () => {
    const page = await open();
    await scrollTo(page, 0.5);
    const [name] = await inWindow(page);
    const row = page.locator('.rh-row', { hasText: new RegExp(`${name}(?!\\d)`) }).first();
    const number = Number(name?.replace('Line ', ''));
    await expect.poll(() => row.getAttribute('aria-rowindex')).toBe(String(number + 1));
    await expect.poll(() => page.locator('[role=grid]').getAttribute('aria-rowcount')).toBe('3001');
  });

  it('keeps the focus while it is scrolled out of view, and moves on from there by keys', async () => {
    const page = await open();
    await focusCell(page, 'name', 5);
    await expect.poll(() => focused(page)).toBe('Line 6');
    await scrollTo(page, 0.8);
    await expect.poll(() => focused(page)).toBe('Line 6');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused(page)).toBe('Line 7');
    expect(await inWindow(page)).toContain('Line 7');
    await page.keyboard.press('Control+End');
    await expect.poll(() => page.evaluate('document.activeElement.closest("tr").dataset.row')).toBe('1999');
    for (let count = 0; count < 30; count += 1) await page.keyboard.press('ArrowUp');
    await expect.poll(() => page.evaluate('document.activeElement.closest("tr").dataset.row')).toBe('1969');
    await page.keyboard.press('Control+Home');
    for (let count = 0; count < 40; count += 1) await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.evaluate('document.activeElement.closest("tr").dataset.row')).toBe('39');
  });

  it('selects rows that are not drawn', async () => {
    const page = await open();
    await page.locator('.rh-row [data-rh=select]').first().click();
    await scrollTo(page, 1);
    await page
      .locator('.rh-row [data-rh=select]')
      .last()
      .click({ modifiers: ['Shift'] });
    const table = await controllerOf(page);
    await expect.poll(() => table.evaluate(({ selected }) => selected.length)).toBe(2000);
  });

  it('is printed completely', async () => {
    const page = await open();
    await page.emulateMedia({ media: 'print' });
    await page.locator('.rh-row').nth(1999).waitFor({ state: 'attached' });
    await page.emulateMedia({ media: 'screen' });
    await page.waitForFunction(() => document.querySelectorAll('.rh-row').length < 100);
  });

  it('draws another page from its start, and a short one completely', async () => {
    const page = await open();
    await scrollTo(page, 0.7);
    await (await controllerOf(page)).evaluate((table) => table.goToPage(2));
    await page.locator('.rh-row', { hasText: 'Line 2001' }).waitFor();
    await expect.poll(() => drawn(page)).toBeLessThan(100);
    await (await controllerOf(page)).evaluate((table) => table.setLength(10));
    await page.waitForFunction(() => document.querySelectorAll('.rh-row').length === 10);
    await expect.poll(() => page.locator('.rh-gap').count()).toBe(0);
  });

  it('has no fault that axe finds, in the middle', async () => {
    const page = await open();
    await scrollTo(page, 0.5);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<axe.AxeResults>("axe.run('.rh-grid')");
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
  });
});
