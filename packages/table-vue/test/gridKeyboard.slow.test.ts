import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cellOf, controllerOf, focusCell, headerOf, textsOf, useGrid } from './gridParts.ts';
import { type OpenOptions, read } from './openTable.ts';

const grid = useGrid();
let page: Page;

const open = async (options?: OpenOptions) => {
  page = await grid.open(options);
};
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Where the focus is: row and column, counted from zero and the header, and what it is on. */
const focus = () =>
  page.evaluate(() => {
    const element = document.activeElement;
    const cell = element?.closest<HTMLTableCellElement>('.rh-grid :is(td, th)');
    const row = cell?.closest('tr');
    const rows = [...(row?.closest('table')?.rows ?? [])];
    return cell && row
      ? `${rows.indexOf(row)}:${cell.cellIndex} ${element?.tagName.toLowerCase()}`
      : 'elsewhere';
  });
const goTo = (row: number, column: string) => focusCell(page, column, row);

describe('the tab key', () => {
  it('stops once at the grid, and returns to the last cell', async () => {
    await open();
    await page.evaluate(() => {
      for (const place of ['beforebegin', 'afterend'] as const) {
        document.querySelector('.rh-grid')?.insertAdjacentHTML(place, `<button class="${place}">x</button>`);
      }
    });
    await expect.poll(() => page.locator('.rh-grid [tabindex="0"]').count()).toBe(1);
    await page.locator('.beforebegin').focus();
    await press('Tab');
    await expect.poll(() => focus()).toBe('0:0 input');
    await press('ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'Tab');
    await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('afterend');
    await press('Shift+Tab');
    await expect.poll(() => focus()).toBe('2:2 td');
    await expect.poll(() => page.locator('.rh-grid [tabindex="0"]').count()).toBe(1);
  });
});

describe('arrow keys', () => {
  it('go from cell to cell and stop at the edges', async () => {
    await open();
    await goTo(0, 'status');
    const start = await focus();
    await press('ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp');
    await expect.poll(() => focus()).toBe(start);
    await press('Control+Home');
    await expect.poll(() => focus()).toBe('0:0 input');
    await press('ArrowUp', 'ArrowLeft');
    await expect.poll(() => focus()).toBe('0:0 input');
    await press('Control+End');
    const last = await focus();
    await press('ArrowDown', 'ArrowRight');
    await expect.poll(() => focus()).toBe(last);
    expect(last).toMatch(/^11:/);
  });

  it('follow the direction of the text in a document from right to left', async () => {
    await open();
    await page.evaluate("document.documentElement.dir = 'rtl'");
    await goTo(0, 'status');
    const start = await focus();
    await press('ArrowLeft');
    const [row, cell] = start.split(/[: ]/);
    await expect.poll(() => focus()).toBe(`${row}:${Number(cell) + 1} td`);
    await press('ArrowRight');
    await expect.poll(() => focus()).toBe(start);
  });

  it('return to their column after the wide row of details', async () => {
    await open();
    await page.getByRole('button', { name: 'Details of row 1', exact: true }).click();
    await goTo(0, 'status');
    const [, cell] = (await focus()).split(/[: ]/);
    await press('ArrowDown');
    await expect.poll(() => focus()).toBe('2:0 td');
    await press('ArrowDown');
    await expect.poll(() => focus()).toBe(`3:${cell} td`);
  });

  it('move to the ends of the row with Home and End', async () => {
    await open();
    await goTo(3, 'status');
    await press('Home');
    await expect.poll(() => focus()).toBe('4:0 input');
    await press('End');
    await expect.poll(() => focus()).toMatch(/^4:\d+ td$/);
    expect(await page.evaluate('document.activeElement.className')).toContain('rh-actions');
  });
});

describe('page keys', () => {
  it('open the next and the previous page, and stay in their row and column', async () => {
    await open();
    await goTo(6, 'status');
    const start = await focus();
    await press('PageDown');
    await page.getByText('N-00017').waitFor();
    await expect.poll(focus).toBe(start);
    await press('PageUp');
    await page.getByText('N-00007').waitFor();
    await expect.poll(focus).toBe(start);
    await press('PageUp');
    await expect.poll(() => page.getByText('N-00007').isVisible()).toBe(true);
  });

  it('move to the nearest cell if the last page is shorter', async () => {
    await open({
      table: 'related',
      init: ({ template, meta }) => {
        template.lengthMenu = [5];
        meta.length = 5;
      },
    });
    await goTo(4, 'kind.name');
    await press('PageDown');
    await page.getByText('N-00006').waitFor();
    // Three rows and the totals.
    await expect.poll(focus).toBe('4:1 td');
  });
});

describe('Enter', () => {
  it('sorts by a header, and adds it with the shift key; Delete removes it', async () => {
    await open();
    await headerOf(page, 'price').locator('.rh-sort').focus();
    await press('Enter');
    await page.locator('th[data-column=price][aria-sort=ascending]').waitFor();
    await press('ArrowRight', 'Shift+Enter');
    await page.locator('th[data-column=cents] .rh-sort-place').waitFor();
    await press('ArrowLeft', 'Delete');
    await page.locator('th[data-column=cents][aria-sort=ascending]').waitFor();
    await expect
      .poll(() => page.evaluate("document.activeElement.closest('th').dataset.column"))
      .toBe('price');
  });

  it('presses the control of a cell with one, and so does Space', async () => {
    await open({ listenTo: ['clicked'] });
    await goTo(0, 'customer');
    await press('ArrowLeft');
    await expect.poll(() => focus()).toMatch(/button$/);
    await press('Enter', 'Space');
    await expect.poll(async () => (await read(page, 'tableEvents')).length).toBe(2);
    await press('ArrowLeft', 'ArrowLeft', 'Enter');
    await page.getByText('Preview of N-00001').waitFor();
    await press('ArrowLeft', 'Enter');
    await expect.poll(() => page.locator('.rh-row').first().getAttribute('aria-selected')).toBe('true');
  });

  it('enters a cell with several controls, as does F2; Tab cycles and Escape leaves', async () => {
    await open();
    await goTo(1, 'number');
    await press('End');
    const cell = await focus();
    expect(cell).toMatch(/td$/);
    const name = () => page.evaluate('document.activeElement.ariaLabel');
    for (const key of ['Enter', 'F2']) {
      await press(key);
      await expect.poll(() => name()).toBe('Open');
      await press('Tab');
      await expect.poll(() => name()).toBe('Edit');
      await press('Tab');
      await expect.poll(() => name()).toBe('Open');
      await press('Shift+Tab');
      await expect.poll(() => name()).toBe('Edit');
      await press('Escape');
      await expect.poll(() => focus()).toBe(cell);
    }
  });

  it('enters fields drawn by the host, and leaves their keys to them', async () => {
    await open();
    await cellOf(page, 'customer', 0).evaluate((cell) => {
      cell.querySelector('em')?.replaceWith(Object.assign(document.createElement('input'), { value: 'abc' }));
    });
    await expect.poll(() => cellOf(page, 'customer', 0).locator('input').getAttribute('tabindex')).toBe('-1');
    await goTo(0, 'customer');
    const cell = await focus();
    expect(cell).toMatch(/td$/);
    await press('Enter');
    await expect.poll(() => focus()).toMatch(/input$/);
    await press('Home', 'x', 'ArrowRight', 'Space', 'End', 'PageDown', 'Enter', 'y');
    await expect.poll(() => cellOf(page, 'customer', 0).locator('input').inputValue()).toBe('xa bcy');
    await press('Escape');
    await expect.poll(() => focus()).toBe(cell);
    await expect.poll(() => page.getByText('N-00001').isVisible()).toBe(true);
  });
});

describe('Space', () => {
  it('selects the row of a cell, and deselects it', async () => {
    await open();
    await goTo(2, 'status');
    await press('Space');
    const row = page.locator('.rh-row').nth(2);
    await expect.poll(() => row.getAttribute('aria-selected')).toBe('true');
    await press('Space');
    await expect.poll(() => row.getAttribute('aria-selected')).toBe('false');
    expect(await page.evaluate('window.scrollY')).toBe(0);
  });
});

describe('the focus', () => {
  it('is not lost when its column is hidden', async () => {
    await open();
    await goTo(2, 'quantity');
    const start = await focus();
    await (await controllerOf(page)).evaluate((table) => table.setVisible('quantity', false));
    await page.locator('th[data-column=quantity]').waitFor({ state: 'detached' });
    await expect.poll(focus).toBe(start);
  });

  it('stays when the control that has it is removed', async () => {
    await open();
    await headerOf(page, 'price').locator('.rh-sort').click();
    await page.getByRole('button', { name: 'Do not sort by Price' }).click();
    await page.locator('th[data-column=price] .rh-unsort').waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate("document.activeElement.closest('th')?.dataset.column"))
      .toBe('price');
  });

  it('is not lost when its row moves to another place', async () => {
    await open();
    const table = await controllerOf(page);
    await table.evaluate((controller) => controller.setSearch('N-0000'));
    await page.getByText('filtered from').waitFor();
    await goTo(1, 'status');
    const before = await focus();
    await table.evaluate((controller) => controller.toggleSort('number'));
    await expect
      .poll(() => textsOf(page, 'number'))
      .toEqual(Array.from({ length: 9 }, (_, index) => `N-0000${9 - index}`));
    await expect.poll(() => focus()).toBe(before);
  });

  it('is not taken from elsewhere', async () => {
    await open();
    await goTo(2, 'status');
    await page.evaluate('document.activeElement.blur()');
    await headerOf(page, 'price')
      .locator('.rh-sort')
      .evaluate((control) => (control as HTMLElement).click());
    await page.locator('th[data-column=price][aria-sort]').waitFor();
    await expect.poll(() => focus()).toBe('elsewhere');
  });

  it('can be seen', async () => {
    await open();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await goTo(2, 'customer');
      await press('ArrowRight');
      const outline = await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement as Element);
        return `${outlineStyle} ${outlineWidth}`;
      });
      expect(outline).toBe('solid 2px');
    }
  });
});
