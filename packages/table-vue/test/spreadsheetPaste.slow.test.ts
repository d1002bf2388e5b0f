import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cellOf, textOf, useGrid } from './gridParts.ts';

const grid = useGrid();
const focusCell = (page: Page, column: string, row = 0) =>
  cellOf(page, column, row).evaluate((cell) => (cell as HTMLElement).focus());
const texts = (page: Page, column: string, rows: number) =>
  Promise.all(Array.from({ length: rows }, (_, row) => textOf(cellOf(page, column, row))));
const dialog = (page: Page) => page.getByRole('alertdialog');
const confirm = (page: Page) => dialog(page).locator('[data-control=confirm-paste]');

async function open(): Promise<Page> {
  const page = await grid.open({ table: 'editable' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

  return page;
}

/** Puts a text on the clipboard, and presses the key that pastes it. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((written) => navigator.clipboard.writeText(written), text);
  await page.keyboard.press('Control+v');
}

function noteChanges(page: Page): Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/edit/cells')) sent.push(request.postDataJSON());
  });

  return sent;
}

describe('cells of a spreadsheet', () => {
  it('are pasted from the focused cell on, as one change that Ctrl+Z undoes', async () => {
    const page = await open();
    const before = await texts(page, 'customer', 3);
    await focusCell(page, 'customer');
    await paste(page, 'One\r\n"Two\nlines"\r\nThree\r\n');
    await page.getByText('3 cells changed').waitFor();
    await expect.poll(() => texts(page, 'customer', 3)).toEqual(['One', 'Two lines', 'Three']);
    expect(await dialog(page).count()).toBe(0);
    expect(await cellOf(page, 'customer').evaluate((cell) => cell === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+z');
    await page.getByText('The change of 3 cells was undone.').waitFor();
    await expect.poll(() => texts(page, 'customer', 3)).toEqual(before);
  });

  it('fill a selected block, by a single value; the message undoes it', async () => {
    const page = await open();
    const before = await texts(page, 'price', 4);
    await focusCell(page, 'price');
    for (let row = 0; row < 3; row += 1) await page.keyboard.press('Shift+ArrowDown');
    await paste(page, '1,234.5');
    const message = page.locator('[data-toast]').filter({ hasText: '4 cells changed' });
    await message.waitFor();
    await expect.poll(() => texts(page, 'price', 4)).toEqual(Array.from({ length: 4 }, () => '€ 1,234.50'));
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => texts(page, 'price', 4)).toEqual(before);
  });

  it('are named if they are refused, and the others written, by keyboard', async () => {
    const page = await open();
    const sent = noteChanges(page);
    const [first] = await texts(page, 'price', 1);
    await focusCell(page, 'customer');
    await paste(page, `Fine\t\tOpen\tnothing\n${'x'.repeat(50)}\t\tOpen\t7`);
    await dialog(page).waitFor();
    await expect.poll(() => dialog(page).getByRole('listitem').allTextContents()).toHaveLength(2);
    expect((await dialog(page).getByRole('listitem').allTextContents()).join(' ')).toContain(
      'The note is too long.',
    );
    expect(await texts(page, 'price', 1)).toEqual([first]);
    expect(await dialog(page).locator(':focus').getAttribute('data-control')).toBe('cancel-paste');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText(/\d cells changed/).waitFor();
    await dialog(page).waitFor({ state: 'detached' });
    expect(sent).toMatchObject([{ rows: [{}, {}] }, { skipRefused: true }]);
    expect(await textOf(cellOf(page, 'customer'))).toBe('Fine');
    await expect
      .poll(() => cellOf(page, 'customer').evaluate((cell) => cell === document.activeElement))
      .toBe(true);
  });

  it('that do not fit, and columns that are not edited, are named first', async () => {
    const page = await open();
    const sent = noteChanges(page);
    const last = (await page.locator('.rh-row').count()) - 1;
    await focusCell(page, 'number', last);
    await paste(page, 'X\tOne\nY\tTwo\nZ\tThree');
    await dialog(page).getByText('2 rows do not fit into the table.').waitFor();
    await dialog(page).getByText('Columns that cannot be edited stay as they are: Number').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(sent).toEqual([]);
    await focusCell(page, 'number', last);
    await paste(page, 'X\tOne\nY\tTwo');
    await confirm(page).click();
    await page.getByText('1 cell changed').waitFor();
    expect(await textOf(cellOf(page, 'customer', last))).toBe('One');
  });

  it('stay as they are in a column that is not edited, which a message says', async () => {
    const page = await open();
    await focusCell(page, 'number');
    await paste(page, 'X');
    await page.getByText('Number cannot be edited here.').waitFor();
  });

  it('that the network loses are written once when they are sent again', async () => {
    const page = await open();
    await focusCell(page, 'customer');
    grid.interfere({ path: 'edit/cells', drop: true });
    await paste(page, 'Again');
    await dialog(page).getByRole('alert').waitFor();
    grid.interfere(null);
    await confirm(page).click();
    await page.getByText('1 cell changed').waitFor();
    expect(await textOf(cellOf(page, 'customer'))).toBe('Again');
  });
});

describe('filling down', () => {
  it('copies the first row of the block, by Ctrl+D and by the menu of a cell', async () => {
    const page = await open();
    const [status, price] = [await textOf(cellOf(page, 'status')), await textOf(cellOf(page, 'price'))];
    await focusCell(page, 'status');
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(`Shift+${key}`);
    await page.keyboard.press('Control+d');
    await expect.poll(() => texts(page, 'status', 3)).toEqual([status, status, status]);
    await expect.poll(() => texts(page, 'price', 3)).toEqual([price, price, price]);
    await page.keyboard.press('Escape');
    await focusCell(page, 'paid', 1);
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Fill down' }).click();
    await expect.poll(async () => new Set((await texts(page, 'paid', 3)).slice(1)).size).toBe(1);
  });
});
