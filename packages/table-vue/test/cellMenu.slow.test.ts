import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cellOf, controllerOf, focusCell, focusedCell, textOf, useGrid } from './gridParts.ts';
import type { HarnessWindow } from './harness/HarnessWindow.ts';
import type { OpenOptions } from './openTable.ts';

const grid = useGrid();
const open = (options: OpenOptions = {}) => grid.open({ table: 'editable', ...options });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const itemsOf = (page: Page) => page.getByRole('menuitem').allTextContents();
/** What a cell's copy has put on the clipboard. */
async function clipboard(page: Page, copy: () => Promise<unknown>): Promise<{ text: string; html: string }> {
  await page.evaluate(() => {
    Object.assign(window, { copied: null });
    window.addEventListener('copy', ({ clipboardData: data }) =>
      Object.assign(window, {
        copied: { text: data?.getData('text/plain'), html: data?.getData('text/html') },
      }),
    );
    // The table's own listener ends the event; this one sees what it has set.
    const set = DataTransfer.prototype.setData;
    DataTransfer.prototype.setData = function (type, value) {
      const copied = { ...(window as unknown as { copied: object }).copied, [type]: value };
      Object.assign(window, { copied });
      set.call(this, type, value);
    };
  });
  await copy();
  const read = () =>
    page.evaluate(() => (window as unknown as { copied: Record<string, string> | null }).copied);
  await expect.poll(async () => (await read())?.['text/html']).toBeTruthy();
  const copied = await read();
  return { text: copied?.['text/plain'] ?? '', html: copied?.['text/html'] ?? '' };
}
/** The cells of a copied table, as the browser reads them. */
const cellsOfHtml = (page: Page, html: string) =>
  page.evaluate(
    (source) =>
      [...new DOMParser().parseFromString(source, 'text/html').querySelectorAll('tr')].map((row) =>
        [...row.cells].map((cell) => cell.getAttribute('x:num') ?? cell.textContent ?? ''),
      ),
    html,
  );
const faults = async (page: Page) => {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
  return violations
    .filter(({ id }) => !['landmark-one-main', 'page-has-heading-one', 'region'].includes(id))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
};

describe('a block of cells', () => {
  it('is selected with Shift and arrow keys, announced, copied, and cleared by Escape', async () => {
    const page = await open();
    await focusCell(page, 'status', 1);
    for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight'])
      await page.keyboard.press(key);
    await expect.poll(() => page.locator('td[data-block]').count()).toBe(6);
    await expect.poll(() => page.locator('td[aria-selected=true]').count()).toBe(6);
    await expect.poll(() => focusedCell(page)).toBe('price 3');
    const said = page.locator('.rh-grid [role=status]', { hasText: '3 rows, 2 columns selected' });
    await said.waitFor({ state: 'attached' });
    expect(await faults(page)).toEqual([]);
    const { text, html } = await clipboard(page, () => page.keyboard.press('Control+c'));
    const expected = [
      ['Open', '274.50'],
      ['On its way', '411.50'],
      ['On its way', '548.50'],
    ];
    expect(text.split('\n').map((line) => line.split('\t'))).toEqual(expected);
    expect(await cellsOfHtml(page, html)).toEqual(expected);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('td[data-block]').count()).toBe(0);
    await expect.poll(() => focusedCell(page)).toBe('price 3');
    await expect.poll(() => page.locator('tr[aria-selected=true]').count()).toBe(0);
  });

  it('is selected by dragging from cell to cell; text within one cell is selected as usual', async () => {
    const page = await open();
    const [from, to] = await Promise.all(
      [cellOf(page, 'due_on', 4), cellOf(page, 'customer', 2)].map((cell) => cell.boundingBox()),
    );
    const middle = (box: typeof from) =>
      [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const;
    await page.mouse.move(...middle(from));
    await page.mouse.down();
    await page.mouse.move(...middle(to), { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => page.locator('td[data-block]').count()).toBe(18);
    expect(await page.evaluate('getSelection().toString()')).toBe('');
    await cellOf(page, 'number', 0).click();
    await expect.poll(() => page.locator('td[data-block]').count()).toBe(0);
    await cellOf(page, 'number', 0).dblclick({ position: { x: 40, y: 15 } });
    expect(await page.evaluate('getSelection().toString()')).not.toBe('');
  });

  it('costs as much per move of the pointer as the cells that change, however large it is', async () => {
    const page = await grid.open({ table: 'lines', width: 1000 });
    await page.evaluate(() => {
      const calls = { count: 0 };
      Object.assign(window, { calls });
      const names = ['querySelector', 'querySelectorAll', 'setAttribute', 'removeAttribute'] as const;
      for (const name of names) {
        const own = Element.prototype[name] as (...given: unknown[]) => unknown;
        Object.assign(Element.prototype, {
          [name](this: Element, ...given: unknown[]) {
            calls.count += 1;
            return own.apply(this, given);
          },
        });
      }
    });
    const callsOf = async (work: () => Promise<unknown>): Promise<number> => {
      const count = () =>
        page.evaluate(() => (window as unknown as { calls: { count: number } }).calls.count);
      const before = await count();
      await work();
      return (await count()) - before;
    };
    const toRow = async (row: number) => {
      const target = page.locator(`[data-row="${row}"] [data-column=note]`);
      const { x, y } = (await target.boundingBox()) ?? { x: 0, y: 0 };
      await page.mouse.move(x + 5, y + 5);
    };
    const status = (rows: string) =>
      page.locator('.rh-grid [role=status]', { hasText: `${rows} rows, 2 columns selected` });
    const said = (rows: string) => status(rows).waitFor({ state: 'attached' });
    const { x, y } = (await cellOf(page, 'name', 0).boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 5, y + 5);
    await page.mouse.down();
    await toRow(2);
    await said('3');
    const small = await callsOf(async () => {
      await toRow(3);
      await said('4');
    });
    // Rows that are drawn while the page scrolls change its height, and move what was in sight.
    const intoSight = () =>
      page.evaluate(() => {
        const target = document.querySelector('[data-row="1990"] [data-column=note]');
        if (target) target.scrollIntoView({ block: 'center' });
        else window.scrollTo(0, document.documentElement.scrollHeight);
        return target?.getBoundingClientRect().toJSON() as DOMRect | undefined;
      });
    await expect
      .poll(async () => {
        const place = await intoSight();
        if (place) await page.mouse.move(place.x + 5, place.y + 5);
        return status('1,991').count();
      })
      .toBe(1);
    const large = await callsOf(async () => {
      await toRow(1991);
      await said('1,992');
    });
    await page.mouse.up();
    expect(await page.locator('[data-row="1991"] td[data-block~=bottom][aria-selected=true]').count()).toBe(
      2,
    );
    expect(await page.locator('td[data-block~=bottom]').count()).toBe(2);
    expect(large).toBeLessThanOrEqual(small);
    expect(small).toBeLessThan(20);
  });

  it('draws no rows while it grows', async () => {
    const page = await grid.open();
    const draws = () => page.evaluate(() => (window as unknown as HarnessWindow).slotDraws);
    await focusCell(page, 'number', 0);
    const before = await draws();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => page.locator('td[data-block]').count()).toBe(3);
    expect(await draws()).toBe(before);
  });

  it('has the values of the export', async () => {
    const page = await open();
    const keys = ['number', 'customer', 'kind', 'status', 'price', 'paid', 'due_on', 'placed_at'];
    await focusCell(page, 'number', 0);
    for (let row = 1; row < 10; row += 1) await page.keyboard.press('Shift+ArrowDown');
    for (let column = 1; column < keys.length; column += 1) await page.keyboard.press('Shift+ArrowRight');
    const { text } = await clipboard(page, () => page.keyboard.press('Control+c'));
    const raw = await page.evaluate(async () => {
      const response = await fetch('/api/editable/tableData?meta[start]=0&meta[length]=10');
      return (await response.json()).data as Record<string, unknown>[];
    });
    const labels: Record<string, string> = { open: 'Open', sent: 'On its way', done: 'Done' };
    const iso = (shown: unknown) => String(shown ?? '').replace(/^(\d\d)-(\d\d)-(\d{4})/, '$3-$2-$1');
    expect(text.split('\n').map((line) => line.split('\t'))).toEqual(
      raw.map((row) => [
        row.number,
        row.customer,
        row.kind ?? '',
        labels[String(row.status)],
        String(row.price).replaceAll(',', ''),
        row.paid === null ? '' : String(row.paid),
        iso(row.due_on),
        iso(row.placed_at),
      ]),
    );
  });
});

describe('the menu of a cell', () => {
  it('opens by a right click, Shift+F10 and the menu key, and returns the focus', async () => {
    const page = await open();
    await cellOf(page, 'customer', 1).click({ button: 'right' });
    await item(page, 'Copy').waitFor();
    expect(await itemsOf(page)).toEqual([
      'Copy',
      'Copy the row',
      'Copy with headers',
      'Filter by this value',
      'Exclude this value',
      'Edit',
    ]);
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await item(page, 'Copy').waitFor({ state: 'detached' });
    await expect.poll(() => focusedCell(page)).toBe('customer 1');
    for (const key of ['Shift+F10', 'ContextMenu']) {
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press(key);
      await expect.poll(() => page.evaluate('document.activeElement.textContent.trim()')).toBe('Copy');
      await page.keyboard.press('Escape');
      await item(page, 'Copy').waitFor({ state: 'detached' });
    }
    await expect.poll(() => focusedCell(page)).toBe('customer 3');
  });

  it('returns the focus if the rows were drawn again while it was open', async () => {
    const page = await open();
    const table = await controllerOf(page);
    const search = async (text: string, rows: number) => {
      await table.evaluate((controller, sought) => controller.setSearch(sought), text);
      await expect.poll(() => page.locator('.rh-row').count()).toBe(rows);
    };
    const all = await page.locator('.rh-row').count();
    await focusCell(page, 'customer', 1);
    await page.keyboard.press('Shift+F10');
    await item(page, 'Copy').waitFor();
    await search('nothing has this', 0);
    await search('', all);
    await page.keyboard.press('Escape');
    await expect.poll(() => focusedCell(page)).toBe('customer 1');
    await page.keyboard.press('Shift+F10');
    await item(page, 'Copy').waitFor();
    await search('nothing has this', 0);
    await page.keyboard.press('Escape');
    await item(page, 'Copy').waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('table [tabindex="0"]:focus').count()).toBe(1);
  });

  it('copies the cell if its block ended while it was open', async () => {
    const page = await open();
    const table = await controllerOf(page);
    await focusCell(page, 'status', 1);
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+F10');
    await item(page, 'Copy the selected cells').waitFor();
    await table.evaluate((controller) => controller.setSearch('nothing has this'));
    await item(page, 'Copy').waitFor();
  });

  it('copies the cell, the row, and the cell with its header', async () => {
    const page = await open();
    const choose = (name: string) => async () => {
      await cellOf(page, 'price', 1).click({ button: 'right' });
      await item(page, name).click();
    };
    expect((await clipboard(page, choose('Copy'))).text).toBe('274.50');
    expect((await clipboard(page, choose('Copy with headers'))).text).toBe('Price\n274.50');
    const { text } = await clipboard(page, choose('Copy the row'));
    expect(text.split('\t')).toHaveLength(8);
    await expect.poll(() => focusedCell(page)).toBe('price 1');
  });

  it('filters by the value of the cell, and excludes it', async () => {
    const page = await open();
    await cellOf(page, 'status', 0).click({ button: 'right' });
    const status = await textOf(cellOf(page, 'status', 0));
    await item(page, 'Filter by this value').click();
    const chip = page.locator('[data-control=combined-filter]').getByRole('button').first();
    await expect.poll(() => chip.textContent()).toBe(`Status is ${status}`);
    await cellOf(page, 'paid', 0).click({ button: 'right' });
    await item(page, 'Exclude this value').click();
    await expect.poll(() => page.locator('.rh-chip-text').last().textContent()).toContain('Paid is not');
  });

  it('offers to filter by empty cells', async () => {
    const page = await open();
    await cellOf(page, 'due_on', 4).click({ button: 'right' });
    await item(page, 'Filter by empty cells').click();
    const chip = page.locator('[data-control=combined-filter]').getByRole('button').first();
    await expect.poll(() => chip.textContent()).toBe('Due is empty');
  });

  it('edits the cell', async () => {
    const page = await open();
    await cellOf(page, 'customer', 3).click({ button: 'right' });
    await item(page, 'Edit').click();
    await page.getByRole('dialog', { name: 'Edit Note' }).waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
  });

  it('shows the full text of a long cell', async () => {
    const page = await grid.open({ table: 'strange' });
    await cellOf(page, 'note', 5).click({ button: 'right' });
    await item(page, 'Show the whole text').click();
    const dialog = page.getByRole('dialog', { name: 'note' });
    await expect.poll(async () => (await dialog.locator('p').textContent())?.length).toBeGreaterThan(140);
    expect(await faults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focusedCell(page)).toBe('note 5');
  });

  it('is opened by a long press', async () => {
    const page = await open();
    const { x = 0, y = 0 } = (await cellOf(page, 'customer', 2).boundingBox()) ?? {};
    const touch = {
      bubbles: true,
      pointerType: 'touch',
      pointerId: 7,
      button: 0,
      clientX: x + 9,
      clientY: y + 9,
    };
    await cellOf(page, 'customer', 2).dispatchEvent('pointerdown', touch);
    await page.waitForTimeout(700);
    await expect.poll(() => item(page, 'Copy').count()).toBe(0);
    await cellOf(page, 'customer', 2).dispatchEvent('pointerup', touch);
    await item(page, 'Copy').waitFor();
  });
});
