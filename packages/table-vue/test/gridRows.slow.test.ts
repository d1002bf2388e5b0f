import type { InitColumn } from '@rowhouse/table-protocol';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cellOf, controllerOf, headerOf, textOf, useGrid } from './gridParts.ts';
import { goodsCount } from './harness/stock.ts';
import type { OpenOptions } from './openTable.ts';

const grid = useGrid();
let page: Page;

const open = async (options?: OpenOptions) => {
  page = await grid.open(options);
};
const row = (index: number) => page.locator('.rh-row').nth(index);
const pageBox = () => page.getByRole('checkbox', { name: 'Select all rows of this page' });
const rowBox = (number: number) => page.getByRole('checkbox', { name: `Select row ${number}`, exact: true });
const total = async (column: string) =>
  page
    .locator('.rh-totals td')
    .nth(await headerOf(page, column).evaluate((header) => (header as HTMLTableCellElement).cellIndex));

describe('the grid', () => {
  it('has its name, its size and the index of each row and column', async () => {
    await open();
    const grid = page.getByRole('grid');
    await expect.poll(() => grid.getAttribute('aria-label')).toBe('Everything');
    await expect.poll(() => grid.getAttribute('aria-multiselectable')).toBe('true');
    await expect.poll(() => grid.getAttribute('aria-busy')).toBe('false');
    // Header and totals are rows too.
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(goodsCount + 2));
    await expect.poll(() => row(4).getAttribute('aria-rowindex')).toBe('6');
    const columns = await page
      .locator('thead th')
      .evaluateAll((headers) => headers.map((th) => th.ariaColIndex));
    expect(columns).toEqual(columns.map((_, index) => String(index + 1)));
    await expect.poll(() => grid.getAttribute('aria-colcount')).toBe(String(columns.length));
    expect(
      await row(0)
        .locator('td')
        .evaluateAll((cells) => cells.map((cell) => cell.ariaColIndex)),
    ).toEqual(columns);
  });

  it('has an unknown size while counts are suppressed', async () => {
    await open({ data: (response) => Object.assign(response, { fullRecordInfo: false, total: {} }) });
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('-1');
  });

  it('has the classes of its view modes', async () => {
    await open({
      init: ({ template }) => {
        template.styles.striped = 'is-striped my-own';
        template.style = ['is-narrow', 'is-striped my-own', 'is-bordered'];
      },
    });
    await expect
      .poll(() => page.getByRole('grid').getAttribute('class'))
      .toBe('table is-fullwidth is-narrow is-striped my-own is-bordered rh-compact rh-settled');
  });

  it('keeps its rows while the next ones are loading, and is marked as busy', async () => {
    await open();
    let respond = () => {};
    grid.interfere({ path: 'tableData', until: new Promise<void>((resolve) => (respond = resolve)) });
    await headerOf(page, 'price').locator('.rh-sort').click();
    await page.locator('[role=grid][aria-busy=true]').waitFor();
    await expect.poll(() => page.locator('.rh-row').count()).toBe(10);
    await page.locator('.rh-progress').waitFor();
    grid.interfere(null);
    respond();
    await page.locator('[role=grid][aria-busy=false]').waitFor();
    await expect.poll(() => page.locator('.rh-progress').isVisible()).toBe(false);
  });

  it('shows placeholders until the first rows are loaded', async () => {
    await open();
    let respond = () => {};
    grid.interfere({ path: 'tableData', until: new Promise<void>((resolve) => (respond = resolve)) });
    await page.reload();
    await page.locator('.rh-skeleton').first().waitFor();
    expect(await textOf(headerOf(page, 'number'))).toContain('Number');
    grid.interfere(null);
    respond();
    await page.locator('.rh-row').first().waitFor();
    await expect.poll(() => page.locator('.rh-skeleton').count()).toBe(0);
  });

  it('is complete with no row or one row', async () => {
    await open({ table: 'single' });
    await expect.poll(() => page.locator('.rh-row').allInnerTexts()).toEqual(['1\tThe only one']);
    await page.close();
    await open({ table: 'single', data: (response) => Object.assign(response, { count: 1 }) });
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2');
  });
});

describe('row numbers', () => {
  it('continue over the pages, under the label of crtNo', async () => {
    await open();
    await page.getByRole('columnheader', { name: '#' }).waitFor();
    expect(await textOf(row(0).locator('td').nth(2))).toBe('1');
    await rowBox(1).focus();
    await page.keyboard.press('PageDown');
    await expect.poll(() => textOf(row(0).locator('td').nth(2))).toBe('11');
  });

  it('are omitted without crtNo', async () => {
    await open({ init: ({ template }) => Object.assign(template, { crtNo: false }) });
    await expect.poll(() => page.getByRole('columnheader', { name: '#' }).count()).toBe(0);
  });
});

describe('selection', () => {
  it('marks rows by check boxes, and checks the box of the page for some or all of them', async () => {
    await open();
    await expect.poll(() => row(1).getAttribute('aria-selected')).toBe('false');
    await rowBox(2).check();
    await expect.poll(() => row(1).getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => row(1).getAttribute('class')).toContain('rh-selected');
    await expect.poll(() => pageBox().evaluate((box) => (box as HTMLInputElement).indeterminate)).toBe(true);
    await pageBox().check();
    await expect.poll(() => page.locator('.rh-row[aria-selected=true]').count()).toBe(10);
    await expect.poll(() => pageBox().evaluate((box) => (box as HTMLInputElement).indeterminate)).toBe(false);
    await pageBox().uncheck();
    await expect.poll(() => page.locator('.rh-row[aria-selected=true]').count()).toBe(0);
  });

  it('selects all rows from the previous box with the shift key', async () => {
    await open();
    await rowBox(3).check();
    await rowBox(6).click({ modifiers: ['Shift'] });
    const chosen = () =>
      page.locator('.rh-row[aria-selected=true]').evaluateAll((rows) => rows.map((one) => one.ariaRowIndex));
    expect(await chosen()).toEqual(['4', '5', '6', '7']);
    await rowBox(4).click({ modifiers: ['Shift'] });
    expect(await chosen()).toEqual(['4']);
  });

  it('is not offered where the table is not selectable', async () => {
    await open({ init: ({ template }) => Object.assign(template, { selectable: false }) });
    await expect.poll(() => page.locator('.rh-grid input[type=checkbox]').count()).toBe(0);
    await expect.poll(() => row(0).getAttribute('aria-selected')).toBeNull();
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-multiselectable')).toBeNull();
  });
});

describe('a highlighted row', () => {
  it('has the class of the template', async () => {
    await open();
    await (await controllerOf(page)).evaluate((table) => table.highlight(4));
    await page.locator('.rh-row.has-background-info').waitFor();
    expect(await textOf(page.locator('.rh-row.has-background-info'))).toContain('N-00004');
  });
});

describe('the details of a row', () => {
  it('show the preview of the host', async () => {
    await open();
    const control = page.getByRole('button', { name: 'Details of row 2', exact: true });
    await expect.poll(() => control.getAttribute('aria-expanded')).toBe('false');
    await control.click();
    await page.getByText('Preview of N-00002').waitFor();
    await expect.poll(() => control.getAttribute('aria-expanded')).toBe('true');
    const details = page.locator(`[id="${await control.getAttribute('aria-controls')}"]`);
    expect(await textOf(details)).toBe('Preview of N-00002');
    await control.click();
    await details.waitFor({ state: 'detached' });
  });

  it('are not offered where every column has room and there is no preview', async () => {
    await open({ init: ({ template }) => Object.assign(template, { preview: false }) });
    await expect.poll(() => page.locator('.rh-expander').count()).toBe(0);
  });
});

describe('the totals row', () => {
  const retag = (name: string, meta: Partial<InitColumn['meta']>): OpenOptions => ({
    init: ({ template }) => {
      for (const column of template.columns) if (column.name === name) Object.assign(column.meta, meta);
    },
  });

  it('has the total of a column tagged total, drawn like its cells, and the label of the template', async () => {
    await open({ dictionary: { Sum: 'Summe' } });
    expect(await textOf(await total('cents'))).toBe('$117,102.30');
    expect(await textOf(await total('number'))).toBe('Summe');
    expect(await textOf(await total('mood'))).toBe('');
  });

  it('has the average of a column tagged average, marked as such', async () => {
    await open();
    expect(await (await total('quantity')).textContent()).toMatch(/^Average\s*24$/);
  });

  it('has the figure of a column tagged rawTotal', async () => {
    await open({ table: 'related' });
    expect(await textOf(await total('quantity'))).toBe('8');
    expect(await textOf(await total('number'))).toBe('Total');
  });

  it('has what the host draws for a column tagged customTotal, from all totals and the column', async () => {
    await open();
    const custom = (await total('price')).locator('.custom-total');
    expect(JSON.parse(await textOf(custom))).toEqual({ cents: '117,102.30', quantity: '24' });
    await expect.poll(() => custom.getAttribute('data-column')).toBe('price');
  });

  it('is omitted while counts are suppressed, unless the host draws a total', async () => {
    const suppress: OpenOptions['data'] = (response) =>
      Object.assign(response, { fullRecordInfo: false, total: {} });
    await open({ data: suppress });
    expect(await textOf(await total('price'))).toBe('{}');
    expect(await textOf(await total('cents'))).toBe('');
    await page.close();
    await open({ ...retag('price', { customTotal: false }), data: suppress });
    await expect.poll(() => page.locator('tfoot').count()).toBe(0);
  });

  it('is omitted where no column has a total', async () => {
    await open({ table: 'single' });
    await expect.poll(() => page.locator('tfoot').count()).toBe(0);
  });
});

describe('a column of sixty', () => {
  it('is in a grid that scrolls sideways when it is not responsive', async () => {
    await open({
      table: 'wide',
      width: 1000,
      init: ({ template }) => Object.assign(template, { responsive: false }),
    });
    const [width, inner] = await page
      .locator('.rh-grid')
      .evaluate((grid) => [grid.clientWidth, grid.scrollWidth] as const);
    expect(inner).toBeGreaterThan(width);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    await cellOf(page, 'c30', 0).scrollIntoViewIfNeeded();
    await expect.poll(() => cellOf(page, 'c30', 0).isVisible()).toBe(true);
  });
});
