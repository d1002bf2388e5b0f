import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cellOf, controllerOf, useGrid } from './gridParts.ts';
import type { OpenOptions } from './openTable.ts';

const grid = useGrid();
const paper = { width: 1000, height: 1200 };

/** Switches to print, and keeps a picture. */
async function print(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.locator('.rh-toolbar').isVisible()).toBe(false);
  await mkdir('test-output/screenshots', { recursive: true });
  await page.screenshot({ path: `test-output/screenshots/print-${name}.png`, fullPage: true });
}

/** The drawn cells that are not exactly below the header of their column, as texts. */
const astray = (page: Page) =>
  page.evaluate(() => {
    const edges = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return `${Math.round(left)} ${Math.round(right)}`;
    };
    const places = new Map(
      [...document.querySelectorAll('thead th')].map((th) => [th.ariaColIndex, edges(th)]),
    );
    return [...document.querySelectorAll<HTMLTableCellElement>('.rh-grid tr > td[aria-colindex]')]
      .filter((cell) => cell.checkVisibility() && cell.colSpan === 1)
      .filter((cell) => places.get(cell.ariaColIndex) !== edges(cell))
      .map((cell) => `${cell.ariaColIndex}: ${cell.textContent}`);
  });
/** The columns that have totals on paper. */
const totals = (page: Page, row: string) =>
  page.locator(`${row} > td`).evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const place = (cell as HTMLElement).ariaColIndex;
      const header = document.querySelector(`thead th[aria-colindex="${place}"]`) as HTMLElement | null;
      return !cell.matches('.rh-group-label') &&
        cell.checkVisibility() &&
        /\d/.test(cell.textContent ?? '') &&
        header?.dataset.column
        ? [header.dataset.column]
        : [];
    }),
  );
const wide = (page: Page) =>
  page.locator('.rh-grid > .table').evaluate((table) => {
    const right = (selector: string) =>
      Math.max(...[...table.querySelectorAll(selector)].map((cell) => cell.getBoundingClientRect().right));
    return Math.round(right('tr > td') - right('thead th'));
  });

describe('a printed table', () => {
  it('has the rows without controls', async () => {
    const page = await grid.open();
    await print(page, 'rows');
    await expect.poll(() => page.locator('.rh-row .rh-actions').first().isVisible()).toBe(false);
    await expect.poll(() => cellOf(page, 'number').isVisible()).toBe(true);
    for (const control of ['select', 'button', 'input'])
      expect(await page.locator(`.rh-table ${control}:visible:not(.rh-sort, .rh-clickable)`).count()).toBe(0);
  });

  it.each<[string, OpenOptions, string]>([
    ['of a wide window', { width: 2200 }, 'ltr'],
    ['with columns that have no room', { width: 900 }, 'ltr'],
    ['of a phone', { width: 390 }, 'ltr'],
    ['from right to left', { width: 900 }, 'rtl'],
  ])('has totals below their columns: %s', async (name, options, dir) => {
    const page = await grid.open({ ...paper, ...options });
    await page.evaluate((direction) => {
      document.documentElement.dir = direction;
    }, dir);
    await page.locator('.rh-totals').waitFor();
    await print(page, name.replaceAll(' ', '-'));
    await page.setViewportSize(paper);
    await expect.poll(() => astray(page)).toEqual([]);
    await expect.poll(() => totals(page, '.rh-totals')).not.toEqual([]);
    await expect.poll(() => wide(page)).toBe(0);
  });

  it('has totals below their columns with selected rows and pinned columns', async () => {
    const page = await grid.open({ ...paper, width: 1400 });
    await (await controllerOf(page)).evaluate((table) => {
      table.togglePageSelected();
      table.pinColumn('quantity', 'left');
      table.pinColumn('mood', 'right');
    });
    await page.locator('.rh-pinned').first().waitFor();
    await print(page, 'pinned');
    await page.setViewportSize(paper);
    await expect.poll(() => astray(page)).toEqual([]);
    expect(
      await page
        .locator('.rh-pinned')
        .first()
        .evaluate((cell) => getComputedStyle(cell).position),
    ).toBe('static');
  });

  it.each(['ltr', 'rtl'])('has the totals of groups below their columns (%s)', async (dir) => {
    const page = await grid.open({ ...paper, table: 'grouped' });
    await page.evaluate((direction) => {
      document.documentElement.dir = direction;
    }, dir);
    await (await controllerOf(page)).evaluate((table) => table.setGroupBy([{ column: 'status' }]));
    await page.locator('.rh-group-toggle').first().click();
    await page.locator('.rh-row').first().waitFor();
    await print(page, `groups-${dir}`);
    await expect.poll(() => astray(page)).toEqual([]);
    await expect.poll(() => totals(page, '.rh-group:first-child')).toEqual(['cents', 'quantity']);
    await expect.poll(() => totals(page, '.rh-totals')).toEqual(['cents', 'quantity']);
    expect(await page.locator('.rh-group-end button:visible').count()).toBe(0);
  });
});
