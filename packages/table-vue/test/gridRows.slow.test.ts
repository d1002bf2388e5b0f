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
  it('tells its name, its size and where each row and column is', async () => {
    await open();
    const grid = page.getByRole('grid');
    expect(await grid.getAttribute('aria-label')).toBe('Everything');
    expect(await grid.getAttribute('aria-multiselectable')).toBe('true');
    expect(await grid.getAttribute('aria-busy')).toBe('false');
    // Header and totals are rows too.
    expect(await grid.getAttribute('aria-rowcount')).toBe(String(goodsCount + 2));
    expect(await row(4).getAttribute('aria-rowindex')).toBe('6');
    const columns = await page
      .locator('thead th')
      .evaluateAll((headers) => headers.map((th) => th.ariaColIndex));
    expect(columns).toEqual(columns.map((_, index) => String(index + 1)));
    expect(await grid.getAttribute('aria-colcount')).toBe(String(columns.length));
    expect(
      await row(0)
        .locator('td')
        .evaluateAll((cells) => cells.map((cell) => cell.ariaColIndex)),
    ).toEqual(columns);
  });

  it('says that its size is not known while counts are suppressed', async () => {
    await open({ data: (answer) => Object.assign(answer, { fullRecordInfo: false, total: {} }) });
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('-1');
  });

  it('has the classes of its view modes', async () => {
    await open({
      init: ({ template }) => {
        template.styles.striped = 'is-striped my-own';
        template.style = ['is-narrow', 'is-striped my-own', 'is-bordered'];
      },
    });
    expect(await page.getByRole('grid').getAttribute('class')).toBe(
      'table is-fullwidth is-narrow is-striped my-own is-bordered rh-compact',
    );
  });

  it('keeps its rows while the next ones are loaded, and says that it is busy', async () => {
    await open();
    let answer = () => {};
    grid.interfere({ path: 'tableData', until: new Promise<void>((resolve) => (answer = resolve)) });
    await headerOf(page, 'price').locator('.rh-sort').click();
    await page.locator('[role=grid][aria-busy=true]').waitFor();
    expect(await page.locator('.rh-row').count()).toBe(10);
    await page.locator('.rh-progress').waitFor();
    grid.interfere(null);
    answer();
    await page.locator('[role=grid][aria-busy=false]').waitFor();
    expect(await page.locator('.rh-progress').isVisible()).toBe(false);
  });

  it('shows bare rows until the first ones are there', async () => {
    await open();
    let answer = () => {};
    grid.interfere({ path: 'tableData', until: new Promise<void>((resolve) => (answer = resolve)) });
    await page.reload();
    await page.locator('.rh-skeleton').first().waitFor();
    expect(await textOf(headerOf(page, 'number'))).toContain('Number');
    grid.interfere(null);
    answer();
    await page.locator('.rh-row').first().waitFor();
    expect(await page.locator('.rh-skeleton').count()).toBe(0);
  });

  it('with no row or one row is whole', async () => {
    await open({ table: 'single' });
    expect(await page.locator('.rh-row').allInnerTexts()).toEqual(['1\tThe only one']);
    await page.close();
    await open({ table: 'single', data: (answer) => Object.assign(answer, { count: 1 }) });
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('2');
  });
});

describe('row numbers', () => {
  it('count on over the pages, under the label of crtNo', async () => {
    await open();
    await page.getByRole('columnheader', { name: '#' }).waitFor();
    expect(await textOf(row(0).locator('td').nth(2))).toBe('1');
    await rowBox(1).focus();
    await page.keyboard.press('PageDown');
    await expect.poll(() => textOf(row(0).locator('td').nth(2))).toBe('11');
  });

  it('are left out without crtNo', async () => {
    await open({ init: ({ template }) => Object.assign(template, { crtNo: false }) });
    expect(await page.getByRole('columnheader', { name: '#' }).count()).toBe(0);
  });
});

describe('selection', () => {
  it('by check boxes marks rows, and the box of the page when it is some or all of them', async () => {
    await open();
    expect(await row(1).getAttribute('aria-selected')).toBe('false');
    await rowBox(2).check();
    expect(await row(1).getAttribute('aria-selected')).toBe('true');
    expect(await row(1).getAttribute('class')).toContain('rh-selected');
    expect(await pageBox().evaluate((box) => (box as HTMLInputElement).indeterminate)).toBe(true);
    await pageBox().check();
    expect(await page.locator('.rh-row[aria-selected=true]').count()).toBe(10);
    expect(await pageBox().evaluate((box) => (box as HTMLInputElement).indeterminate)).toBe(false);
    await pageBox().uncheck();
    expect(await page.locator('.rh-row[aria-selected=true]').count()).toBe(0);
  });

  it('with the shift key takes all rows from the box before', async () => {
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
    expect(await page.locator('.rh-grid input[type=checkbox]').count()).toBe(0);
    expect(await row(0).getAttribute('aria-selected')).toBeNull();
    expect(await page.getByRole('grid').getAttribute('aria-multiselectable')).toBeNull();
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
    expect(await control.getAttribute('aria-expanded')).toBe('false');
    await control.click();
    await page.getByText('Preview of N-00002').waitFor();
    expect(await control.getAttribute('aria-expanded')).toBe('true');
    const details = page.locator(`[id="${await control.getAttribute('aria-controls')}"]`);
    expect(await textOf(details)).toBe('Preview of N-00002');
    await control.click();
    await details.waitFor({ state: 'detached' });
  });

  it('are not offered where every column has room and there is no preview', async () => {
    await open({ init: ({ template }) => Object.assign(template, { preview: false }) });
    expect(await page.locator('.rh-expander').count()).toBe(0);
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

  it('has the average of a column tagged average, and says that it is one', async () => {
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
    expect(await custom.getAttribute('data-column')).toBe('price');
  });

  it('is left out while counts are suppressed, unless the host draws a total', async () => {
    const suppress: OpenOptions['data'] = (answer) =>
      Object.assign(answer, { fullRecordInfo: false, total: {} });
    await open({ data: suppress });
    expect(await textOf(await total('price'))).toBe('{}');
    expect(await textOf(await total('cents'))).toBe('');
    await page.close();
    await open({ ...retag('price', { customTotal: false }), data: suppress });
    expect(await page.locator('tfoot').count()).toBe(0);
  });

  it('is left out where no column has a total', async () => {
    await open({ table: 'single' });
    expect(await page.locator('tfoot').count()).toBe(0);
  });
});

describe('a column of sixty', () => {
  it('stands in a grid that scrolls sideways when it is not responsive', async () => {
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
    expect(await cellOf(page, 'c30', 0).isVisible()).toBe(true);
  });
});
