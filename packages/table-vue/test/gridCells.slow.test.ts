import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cellOf, headerOf, textOf, textsOf, useGrid } from './gridParts.ts';
import { strangeNames } from './harness/stock.ts';
import { type OpenOptions, read } from './openTable.ts';

const grid = useGrid();
let page: Page;

const open = async (options?: OpenOptions) => {
  page = await grid.open(options);
};
const classes = async (column: string, row = 0) =>
  ((await cellOf(page, column, row).getAttribute('class')) ?? '').split(' ');

describe('a cell', () => {
  it('tagged boolean is a green tag with a check mark, or a red one with a cross, with a word for screen readers', async () => {
    await open();
    expect(await textsOf(page, 'paid')).toEqual([
      'Yes',
      'No',
      '–',
      'Yes',
      'No',
      '–',
      'Yes',
      'No',
      '–',
      'Yes',
    ]);
    await cellOf(page, 'paid', 0).locator('.tag.is-success .fa-check').waitFor();
    await cellOf(page, 'paid', 1).locator('.tag.is-danger .fa-xmark').waitFor();
    await expect
      .poll(() => cellOf(page, 'paid', 2).getByRole('img', { name: 'empty' }).textContent())
      .toBe('–');
  });

  it('tagged icon is the icon that the value names, with its words for pointer and screen reader', async () => {
    await open();
    expect(await textsOf(page, 'symbol')).toEqual([
      'Plane',
      'Ship',
      'No such icon',
      'Truck',
      'Plane',
      'Ship',
      'No such icon',
      'Truck',
      'Plane',
      'Ship',
    ]);
    const icon = cellOf(page, 'symbol', 0).locator('i.fa-solid.fa-plane');
    await expect.poll(() => icon.getAttribute('aria-hidden')).toBe('true');
  });

  it('tagged icon whose icon the page does not have is a neutral mark', async () => {
    await open();
    const cell = cellOf(page, 'symbol', 2);
    await expect.poll(() => cell.locator('.rh-icon-unknown').isVisible()).toBe(true);
    await expect.poll(() => cell.locator('i').count()).toBe(0);
  });

  it('shows the translated label of the key for an enum column, or the key without a label', async () => {
    await open({
      dictionary: { Open: 'Offen' },
      data: (response) => Object.assign(response.data[3] as object, { status: 'lost' }),
    });
    await expect
      .poll(async () => (await textsOf(page, 'status')).slice(0, 4))
      .toEqual(['Offen', 'Offen', 'On its way', 'lost']);
  });

  it('is a chip for an enum column, whose colour depends on the value only', async () => {
    await open();
    const tone = (row: number) => cellOf(page, 'status', row).locator('.rh-state').getAttribute('class');
    const statuses = await textsOf(page, 'status');
    const tones = await Promise.all(statuses.map((_, row) => tone(row)));
    expect(new Set(tones).size).toBe(new Set(statuses).size);
    expect(tones[0]).toMatch(/^rh-state rh-tone-\d$/);
    await page.close();
    await open({
      data: ({ data }) => Object.assign(data[0] as object, { _cssClasses: { status: 'has-text-danger' } }),
    });
    await expect.poll(() => tone(0)).toBe('rh-state rh-tone-own');
  });

  it('tagged translatable is translated', async () => {
    await open({ dictionary: { glad: 'froh' } });
    await expect.poll(async () => (await textsOf(page, 'mood')).slice(0, 2)).toEqual(['sad', 'froh']);
  });

  it('has its symbol as in the format for a money column, and is right-aligned in digits of one width', async () => {
    await open();
    await expect.poll(async () => (await textsOf(page, 'price'))[7]).toBe('€ 1,096.50');
    expect(await classes('price')).toContain('has-text-right');
    expect(await cellOf(page, 'price').evaluate((cell) => getComputedStyle(cell).fontVariantNumeric)).toBe(
      'tabular-nums',
    );
  });

  it('tagged cents is the hundredth part', async () => {
    await open();
    await expect.poll(async () => (await textsOf(page, 'cents'))[0]).toBe('$9.11');
  });

  it('is right-aligned by default for a number column; without a value it is a dash', async () => {
    await open();
    await expect.poll(async () => (await textsOf(page, 'quantity')).slice(5, 8)).toEqual(['6', '–', '8']);
    expect(await classes('quantity')).toContain('has-text-right');
  });

  it('tagged date or datetime is the text that the server formatted', async () => {
    await open();
    await expect.poll(async () => (await textsOf(page, 'due_on')).slice(3, 5)).toEqual(['2026-02-05', '–']);
    await expect.poll(async () => (await textsOf(page, 'placed_at'))[0]).toBe('01-01-2026 02:00:00');
  });

  it('tagged slot is what the host draws from column, row and loading', async () => {
    await open();
    const slot = cellOf(page, 'customer', 1).locator('em.slotted');
    expect(await textOf(slot)).toBe('Edsger Dijkstra!');
    await expect.poll(() => slot.getAttribute('data-column')).toBe('customer');
    await page.locator('em.slotted[data-loading=false]').first().waitFor();
  });

  it('tagged slot gets the loading state', async () => {
    await open();
    let respond = () => {};
    grid.interfere({ path: 'tableData', until: new Promise<void>((resolve) => (respond = resolve)) });
    await headerOf(page, 'customer').getByRole('button').first().click();
    await page.locator('em.slotted[data-loading=true]').first().waitFor();
    grid.interfere(null);
    respond();
    await page.locator('em.slotted[data-loading=false]').first().waitFor();
  });

  it('shows the value for a tagged slot if the host has no slot', async () => {
    await open({
      init: ({ template }) => {
        for (const column of template.columns) if (column.name === 'mood') column.meta.slot = true;
      },
    });
    await expect.poll(async () => (await textsOf(page, 'mood'))[0]).toBe('sad');
  });

  it('tagged clickable is a button that emits column and row', async () => {
    await open({ listenTo: ['clicked'] });
    await cellOf(page, 'number', 2).getByRole('button', { name: 'N-00003' }).click();
    await expect
      .poll(() => read(page, 'tableEvents'))
      .toMatchObject([
        { name: 'clicked', payload: { column: { name: 'number' }, row: { dtRowId: 3, number: 'N-00003' } } },
      ]);
  });

  it('tagged clickable without a value is no button', async () => {
    await open({ data: ({ data }) => Object.assign(data[0] as object, { number: null }) });
    await expect.poll(() => cellOf(page, 'number', 0).getByRole('button').count()).toBe(0);
  });

  it('tagged rogue or notVisible is not drawn', async () => {
    await open();
    for (const column of ['secret', 'doubled', 'shout']) {
      await expect.poll(() => headerOf(page, column).count()).toBe(0);
      await expect.poll(() => cellOf(page, column).count()).toBe(0);
    }
    expect(await textOf(page.locator('.rh-grid'))).not.toContain('hidden-1');
  });

  it('tagged method, or appended, is drawn like any other', async () => {
    await open({
      width: 3000,
      init: ({ template }) => {
        for (const column of template.columns)
          column.meta.visible ||= ['doubled', 'shout'].includes(column.name);
      },
    });
    await expect.poll(async () => (await textsOf(page, 'shout'))[0]).toBe('N-00001');
    await expect.poll(async () => (await textsOf(page, 'doubled'))[2]).toBe('6');
  });

  it('has the alignment of its column, and otherwise that of the table; header and totals too', async () => {
    await open();
    expect(await classes('number')).toContain('has-text-left');
    expect(await classes('status')).toContain('has-text-centered');
    await expect.poll(() => headerOf(page, 'number').getAttribute('class')).toContain('has-text-left');
    await expect.poll(() => headerOf(page, 'price').getAttribute('class')).toContain('has-text-right');
    const totals = page.locator('tfoot tr').first().locator('td');
    expect(await totals.nth(await columnIndex('cents')).getAttribute('class')).toContain('has-text-right');
  });

  it('has the class of its column', async () => {
    await open();
    expect(await classes('number')).toContain('is-family-monospace');
  });

  it('has the classes that the row assigns to it, and a row its own', async () => {
    await open({
      data: ({ data }) => Object.assign(data[4] as object, { _cssClasses: ['has-text-info', 'own'] }),
    });
    expect(await classes('number', 2)).toContain('has-text-danger');
    expect(await classes('number', 1)).not.toContain('has-text-danger');
    await expect
      .poll(() => page.locator('.rh-row').nth(4).getAttribute('class'))
      .toMatch(/has-text-info own/);
  });

  it('shows the property of the related record for a nested name, and a dash without one', async () => {
    await open({ table: 'related' });
    expect(await textsOf(page, 'kind.name')).toEqual([
      'Beta',
      'Gamma',
      '–',
      'Alpha',
      'Beta',
      'Gamma',
      '–',
      'Alpha',
    ]);
    await expect.poll(async () => (await textsOf(page, 'kind.owner'))[0]).toBe('Owner of Beta');
  });

  it('shows the same for a nested name in a flattened row', async () => {
    await open({ table: 'flattened' });
    await expect
      .poll(async () => (await textsOf(page, 'kind.name')).slice(0, 3))
      .toEqual(['Beta', 'Gamma', '–']);
  });

  it('shows a record or a list as text', async () => {
    await open({
      data: ({ data }) => {
        Object.assign(data[0] as object, { mood: { a: '<b>' } });
        Object.assign(data[1] as object, { mood: ['x', 'y'] });
      },
    });
    await expect.poll(async () => (await textsOf(page, 'mood')).slice(0, 2)).toEqual(['{"a":"<b>"}', 'x, y']);
  });
});

describe('a strange value', () => {
  it('is text: HTML, scripts and templates in it do nothing', async () => {
    await open({ table: 'strange' });
    const texts = await page.locator('.rh-row td[data-column=name]').allTextContents();
    expect(texts).toEqual(strangeNames.slice(0, texts.length).map((name) => name || '–'));
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    await expect.poll(() => page.locator('.rh-row img, .rh-row script').count()).toBe(0);
  });

  it('is text in headers, tooltips, buttons and labels too', async () => {
    const html = '<img src=x onerror="window.hacked = true">';
    await open({
      init: ({ template }) => {
        template.responsive = false;
        template.totalLabel = html;
        template.labels = { crtNo: html, actions: html };
        for (const column of template.columns) Object.assign(column, { label: html, tooltip: html });
        for (const button of template.buttons.row)
          Object.assign(button, { label: html, tooltip: html, icon: html });
      },
    });
    expect(await textOf(headerOf(page, 'mood'))).toContain(html);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    await expect.poll(() => page.locator('.rh-grid img').count()).toBe(0);
  });

  it('is drawn from right to left in such a script', async () => {
    await open({ table: 'strange' });
    const direction = (row: number) =>
      cellOf(page, 'name', row).evaluate((cell) => getComputedStyle(cell).direction);
    expect(await direction(4)).toBe('rtl');
    expect(await direction(3)).toBe('ltr');
  });

  it('is folded to a few lines if very long, and unfolded by a button', async () => {
    await open({ table: 'strange', width: 800 });
    const cell = cellOf(page, 'name', 5);
    const folded = (await cell.boundingBox())?.height ?? 0;
    const grid = page.locator('.rh-grid');
    await expect.poll(() => grid.evaluate((own) => own.scrollWidth - own.clientWidth)).toBe(0);
    await cell.getByRole('button', { name: 'Whole text', expanded: false }).click();
    await expect.poll(async () => (await cell.boundingBox())?.height).toBeGreaterThan(folded);
    await cell.getByRole('button', { name: 'Whole text', expanded: true }).click();
    await expect.poll(async () => (await cell.boundingBox())?.height).toBe(folded);
  });

  it('breaks nothing with the wrong type', async () => {
    await open({
      data: ({ data }) => {
        for (const row of data) {
          for (const name of Object.keys(row)) if (name !== 'dtRowId') row[name] = { a: [null, 1] };
          delete row._actions;
          delete row._cssClasses;
        }
      },
    });
    await expect.poll(() => page.locator('.rh-row').count()).toBe(10);
    await expect.poll(async () => (await textsOf(page, 'mood'))[0]).toBe('{"a":[null,1]}');
  });
});

async function columnIndex(column: string): Promise<number> {
  return headerOf(page, column).evaluate((header) => (header as HTMLTableCellElement).cellIndex);
}
