import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cellOf, controllerOf, useGrid } from './gridParts.ts';
import { focused, type OpenOptions } from './openTable.ts';

const grid = useGrid();
const open = (options: OpenOptions = {}) => grid.open({ table: 'lines', width: 1000, ...options });

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
    expect(await drawn(page)).toBeLessThan(100);

    for (const share of [0.2, 0.5, 0.9, 0.1]) {
      await scrollTo(page, share);
      const names = await inWindow(page);
      const first = Number(names.find((name) => name !== undefined)?.replace('Line ', ''));
      expect(first).toBeGreaterThan(100);
      expect(names).toEqual(names.map((_, index) => `Line ${first + index}`));
      const rows = await page.evaluate(() => {
        const gaps = [...document.querySelectorAll('.rh-gap > td')].map((gap) => gap.getBoundingClientRect());
        return gaps.some(({ top, bottom }) => bottom > 60 && top < window.innerHeight - 60);
      });
      expect(rows).toBe(false);
      expect(await drawn(page)).toBeLessThan(100);
    }

    await scrollTo(page, 1);
    expect((await inWindow(page)).at(-1)).toBe('Line 2000');
  });

  it('says the place of each row to screen readers', async () => {
    const page = await open();
    await scrollTo(page, 0.5);
    const [name] = await inWindow(page);
    const row = page.locator('.rh-row', { hasText: new RegExp(`${name}(?!\\d)`) }).first();
    const number = Number(name?.replace('Line ', ''));
    expect(await row.getAttribute('aria-rowindex')).toBe(String(number + 1));
    expect(await page.locator('[role=grid]').getAttribute('aria-rowcount')).toBe('3001');
  });

  it('keeps the focus while it is scrolled away, and moves on from there by keys', async () => {
    const page = await open();
    await cellOf(page, 'name', 5).evaluate((cell) => (cell as HTMLElement).focus());
    expect(await focused(page)).toBe('Line 6');
    await scrollTo(page, 0.8);
    expect(await focused(page)).toBe('Line 6');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('Line 7');
    expect(await inWindow(page)).toContain('Line 7');
    await page.keyboard.press('Control+End');
    expect(await page.evaluate('document.activeElement.closest("tr").dataset.row')).toBe('1999');
    for (let count = 0; count < 30; count += 1) await page.keyboard.press('ArrowUp');
    expect(await page.evaluate('document.activeElement.closest("tr").dataset.row')).toBe('1969');
    await page.keyboard.press('Control+Home');
    for (let count = 0; count < 40; count += 1) await page.keyboard.press('ArrowDown');
    expect(await page.evaluate('document.activeElement.closest("tr").dataset.row')).toBe('39');
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
    expect(await table.evaluate(({ selected }) => selected.length)).toBe(2000);
  });

  it('is printed whole', async () => {
    const page = await open();
    await page.emulateMedia({ media: 'print' });
    await page.locator('.rh-row').nth(1999).waitFor({ state: 'attached' });
    await page.emulateMedia({ media: 'screen' });
    await page.waitForFunction(() => document.querySelectorAll('.rh-row').length < 100);
  });

  it('draws another page from its start, and a short one whole', async () => {
    const page = await open();
    await scrollTo(page, 0.7);
    await (await controllerOf(page)).evaluate((table) => table.goToPage(2));
    await page.locator('.rh-row', { hasText: 'Line 2001' }).waitFor();
    expect(await drawn(page)).toBeLessThan(100);
    await (await controllerOf(page)).evaluate((table) => table.setLength(10));
    await page.waitForFunction(() => document.querySelectorAll('.rh-row').length === 10);
    expect(await page.locator('.rh-gap').count()).toBe(0);
  });

  it('has no fault that axe finds, in the middle', async () => {
    const page = await open();
    await scrollTo(page, 0.5);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<axe.AxeResults>("axe.run('.rh-grid')");
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
  });
});
