import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cellOf, controllerOf, headerOf, useGrid } from './gridParts.ts';
import type { OpenOptions } from './openTable.ts';

const grid = useGrid();
let page: Page;

const open = async (options?: OpenOptions) => {
  page = await grid.open(options);
  // Widths are kept from the second frame on.
  await expect.poll(() => page.locator('.rh-grid col').nth(3).getAttribute('style')).toContain('width');
};
const widthOf = async (column: string) =>
  Math.round((await headerOf(page, column).boundingBox())?.width ?? 0);
const order = () =>
  page
    .locator('thead th[data-column]')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.column));
const focusHeader = (column: string) => headerOf(page, column).locator('.rh-sort').focus();
const focusedColumn = () => page.evaluate("document.activeElement?.closest('th')?.dataset.column");
const middle = async (element: Locator) => {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
};
async function drag(from: Locator, x: number): Promise<void> {
  const start = await middle(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + (x - start.x) / 2, start.y, { steps: 3 });
  await page.mouse.move(x, start.y, { steps: 3 });
  await page.mouse.up();
}
async function reopen(): Promise<void> {
  await page.reload();
  await page.locator('.rh-row').first().waitFor();
}

describe('the width of a column', () => {
  it('follows the handle of its header, stays on other pages, and is the same after a reload', async () => {
    await open();
    const [before, other] = [await widthOf('status'), await widthOf('number')];
    const handle = headerOf(page, 'status').locator('.rh-resize');
    await drag(handle, (await middle(handle)).x + 60);
    await expect.poll(() => widthOf('status')).toBe(before + 60);
    await expect.poll(() => widthOf('number')).toBe(other);
    await expect.poll(() => headerOf(page, 'status').getAttribute('aria-sort')).toBeNull();
    await page.keyboard.press('PageDown');
    await reopen();
    await expect.poll(() => widthOf('status')).toBe(before + 60);
  });

  it('changes with Alt and an arrow, and by the menu of the header; both are announced', async () => {
    await open();
    const before = await widthOf('mood');
    await headerOf(page, 'mood').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByText(`Mood: ${before + 16} pixels wide`).waitFor({ state: 'attached' });
    await page.keyboard.press('Alt+ArrowLeft');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(() => widthOf('mood')).toBe(before - 16);
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('menuitem', { name: 'Wider' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Wider' }).press('Enter');
    await expect.poll(() => widthOf('mood')).toBe(before + 16);
    await page.keyboard.press('Escape');
    await expect.poll(() => focusedColumn()).toBe('mood');
  });

  it('fits the content after a double click on the handle, however wide it was', async () => {
    await open();
    await (await controllerOf(page)).evaluate((table) => table.resizeColumn('number', 400));
    await expect.poll(() => widthOf('number')).toBe(400);
    await headerOf(page, 'number').locator('.rh-resize').dblclick();
    await expect.poll(() => widthOf('number')).toBeLessThan(250);
    expect(await cellOf(page, 'number').evaluate((cell) => cell.scrollWidth <= cell.clientWidth)).toBe(true);
  });

  it('is limited if the user made it too narrow, and grows with the content of a page otherwise', async () => {
    await open();
    await (await controllerOf(page)).evaluate((table) => table.resizeColumn('placed_at', 48));
    await expect.poll(() => widthOf('placed_at')).toBe(48);
    const before = await widthOf('status');
    await page.locator('[data-page="2"]').click();
    await page.getByText('N-00011').waitFor();
    await expect.poll(() => widthOf('status')).toBe(before);
  });
});

describe('the place of a column', () => {
  it('changes when its header is dragged, which does not sort', async () => {
    await open();
    await drag(headerOf(page, 'quantity').locator('.rh-label'), (await middle(headerOf(page, 'status'))).x);
    await expect
      .poll(async () => (await order()).slice(0, 4))
      .toEqual(['number', 'customer', 'quantity', 'status']);
    await expect.poll(() => headerOf(page, 'quantity').getAttribute('aria-sort')).toBeNull();
    await reopen();
    await expect.poll(async () => (await order()).slice(2, 4)).toEqual(['quantity', 'status']);
  });

  it('is that of the mark, also past columns for which there is no room', async () => {
    await open({ width: 1200 });
    const controller = await controllerOf(page);
    expect(await controller.evaluate((table) => table.hiddenColumns.length)).toBeGreaterThan(0);
    // With the others that are hidden between the first and the last shown column.
    const [first, second, ...others] = await order();
    const last = others.pop() ?? '';
    await drag(headerOf(page, last), (await middle(headerOf(page, second ?? ''))).x);
    await expect.poll(order).toEqual([first, last, second, ...others]);
  });

  it('stays when the drag is cancelled by Escape', async () => {
    await open();
    const before = await order();
    const { x, y } = await middle(headerOf(page, 'quantity').locator('.rh-label'));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move((await middle(headerOf(page, 'status'))).x, y, { steps: 4 });
    await page.locator('.rh-moved').waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect.poll(() => order()).toEqual(before);
  });

  it('changes with Alt, Shift and an arrow, keeping the focus, and is announced', async () => {
    await open();
    await focusHeader('price');
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await page.getByText('Price: place 3 of 11').waitFor({ state: 'attached' });
    await expect.poll(async () => (await order()).slice(2, 4)).toEqual(['price', 'status']);
    await expect.poll(() => focusedColumn()).toBe('price');
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await expect.poll(async () => (await order()).slice(2, 4)).toEqual(['status', 'price']);
  });

  it('is that of the column menu too', async () => {
    await open();
    await (await controllerOf(page)).evaluate((table) => table.moveColumn('mood', -99));
    await page.locator('[data-control=columns]').click();
    await expect.poll(() => page.getByRole('menuitemcheckbox').first().textContent()).toContain('Mood');
  });
});

describe('the menu of a header', () => {
  it('opens and closes by its button, sorts, and hides', async () => {
    await open();
    const button = headerOf(page, 'status').locator('[data-rh=menu]');
    await button.click();
    await page.getByRole('menu', { name: 'Column Status' }).waitFor();
    await button.click();
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
    await button.click();
    await page.getByRole('menuitem', { name: 'Sort descending' }).click();
    await page.locator('th[data-column=status][aria-sort=descending]').waitFor();
    await button.click();
    await page.getByRole('menuitem', { name: 'Hide this column' }).click();
    await expect.poll(order).not.toContain('status');
  });

  it('opens by a right click or the menu key, and filters by its column, or changes that filter', async () => {
    await open();
    await headerOf(page, 'status').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Filter…' }).click();
    const form = page.locator('.rh-filter-form');
    await expect.poll(() => form.evaluate((root) => root.contains(document.activeElement))).toBe(true);
    await form.getByRole('checkbox', { name: 'Open' }).check();
    await form.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => page.locator('.rh-chip-text').allTextContents()).toEqual(['Status: Open']);
    await expect.poll(focusedColumn).toBe('status');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Filter…' }).press('Enter');
    await form.getByRole('checkbox', { name: 'Open' }).uncheck();
    await form.getByRole('checkbox', { name: 'Done' }).check();
    await form.getByRole('button', { name: 'Apply' }).press('Enter');
    await expect.poll(() => page.locator('.rh-chip-text').allTextContents()).toEqual(['Status: Done']);
    await expect.poll(focusedColumn).toBe('status');
  });

  it('copies the column of the page, with its label', async () => {
    await open();
    await headerOf(page, 'price').locator('[data-rh=menu]').click();
    await page.getByRole('menuitem', { name: 'Copy the column' }).click();
    await page.getByText('10 cells copied').waitFor({ state: 'attached' });
    await expect.poll(focusedColumn).toBe('price');
  });

  it.each([
    ['in the light', {}],
    ['in the dark', { colorScheme: 'dark' as const }],
  ])('has no fault for axe %s, nor have pinned columns', async (_, options) => {
    await open(options);
    await (await controllerOf(page)).evaluate((table) => {
      table.pinColumn('number', 'left');
      table.pinColumn('mood', 'right');
      table.setFit('scroll');
    });
    await focusHeader('price');
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('menu').waitFor();
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<axe.AxeResults>("axe.run('.rh-table')");
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
  });
});

describe('sticky parts', () => {
  it('is the header and the totals while the page scrolls, below the header of the page', async () => {
    await open({ height: 700 });
    await page.addStyleTag({ content: ':root { --rh-sticky-top: 50px }' });
    await page.locator('[data-control=length]').selectOption('50');
    await page.locator('.rh-row').nth(40).waitFor();
    await page.evaluate('window.scrollTo(0, 600)');
    await expect.poll(async () => (await headerOf(page, 'number').boundingBox())?.y).toBe(50);
    const totals = await page.locator('.rh-totals td').first().boundingBox();
    const footer = await page.locator('.rh-footer').boundingBox();
    expect(Math.round((footer?.y ?? 0) + (footer?.height ?? 0))).toBe(700);
    expect(Math.abs((totals?.y ?? 0) + (totals?.height ?? 0) - (footer?.y ?? 0))).toBeLessThan(2);
  });

  it.each(['ltr', 'rtl'])(
    'is a pinned column while the rows scroll sideways, where texts read %s',
    async (dir) => {
      await open({ width: 1000, height: 700 });
      await page.evaluate((direction) => document.documentElement.setAttribute('dir', direction), dir);
      await (await controllerOf(page)).evaluate((table) => {
        table.setFit('scroll');
        table.pinColumn('status', 'left');
      });
      await page.locator('.rh-grid.rh-scrolled').waitFor();
      const scroll = (by: number) =>
        page.locator('.rh-grid').evaluate((element, x) => element.scrollBy(x, 0), dir === 'rtl' ? -by : by);
      const places = async () =>
        Promise.all(
          [headerOf(page, 'status'), cellOf(page, 'status')].map(async (part) => {
            const { x, width } = (await part.boundingBox()) ?? { x: 0, width: 0 };
            return Math.round(dir === 'rtl' ? x + width : x);
          }),
        );
      await page.waitForTimeout(100);
      const before = await places();
      expect(before[0]).toBe(before[1]);
      await scroll(300);
      await expect.poll(places).toEqual(before);
      await expect.poll(async () => (await order())[0]).toBe('status');
    },
  );
});

describe('the name of a row', () => {
  it('is a link to its page, which can be opened in another tab', async () => {
    await open({
      init: ({ template }) => {
        for (const column of template.columns) column.meta.clickable = false;
      },
    });
    await page.evaluate(() => {
      const { tableOptions } = window as unknown as { tableOptions: Record<string, unknown> };
      Object.assign(tableOptions, {
        id: 'linked',
        rowPage: ({ id, position }: { id: number; position: number }) => `/goods/${id}?at=${position}`,
      });
    });
    await expect
      .poll(() => cellOf(page, 'number', 1).locator('a').getAttribute('href'))
      .toBe('/goods/2?at=1');

    // Also after another column was put before it.
    const table = await controllerOf(page);
    await table.evaluate(({ pinColumn }) => pinColumn('status', 'left'));
    await headerOf(page, 'status').locator('xpath=self::*[contains(@class,"rh-pinned")]').waitFor();
    await expect.poll(() => cellOf(page, 'number', 1).locator('a').count()).toBe(1);
    await expect.poll(() => cellOf(page, 'status', 1).locator('a').count()).toBe(0);
  });
});
