import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cellOf, focusCell, textOf, useGrid } from './gridParts.ts';
import { noteChanges } from './openTable.ts';

const grid = useGrid();
const open = () => grid.open({ table: 'editable' });
const editor = (page: Page) => page.locator('.rh-editor');
const closed = (page: Page) => editor(page).waitFor({ state: 'detached' });

describe('a cell with the focus', () => {
  it('is replaced by what is typed, from the first key, also one of the table', async () => {
    const page = await open();
    await focusCell(page, 'customer');
    await page.keyboard.type('fgv 1');
    // Before the field is drawn, whose code is loaded now.
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(cellOf(page, 'customer'))).toBe('fgv 1');
    await closed(page);
    await focusCell(page, 'customer');
    await page.keyboard.type('x');
    await editor(page).locator('[data-field]').waitFor();
    expect(await editor(page).locator('[data-field]').inputValue()).toBe('x');
    await page.keyboard.press('Escape');
    await closed(page);
    expect(await textOf(cellOf(page, 'customer'))).toBe('fgv 1');
  });

  it('chooses the value that starts with what is typed', async () => {
    const page = await open();
    const sent = noteChanges(page, 'PATCH');
    await focusCell(page, 'status', 1);
    await page.keyboard.type('d');
    await editor(page).getByRole('radio', { name: 'Done' }).and(page.locator(':checked')).waitFor();
    await page.keyboard.press('Enter');
    await closed(page);
    expect(sent).toMatchObject([{ column: 'status', value: 'done' }]);
  });

  it('is emptied by Delete, or says that it needs a value, or that it is not edited', async () => {
    const page = await open();
    const sent = noteChanges(page, 'PATCH');
    await focusCell(page, 'due_on');
    await page.keyboard.press('Delete');
    await expect.poll(() => sent).toMatchObject([{ column: 'due_on', value: null }]);
    await closed(page);
    await focusCell(page, 'status');
    await page.keyboard.press('Delete');
    await page.getByText('Status needs a value.').waitFor();
    await focusCell(page, 'number');
    await page.keyboard.press('Delete');
    await page.keyboard.press('F2');
    await page.getByText('Number cannot be edited here.').waitFor();
    expect(await page.getByText('Number cannot be edited here.').count()).toBe(1);
    expect(sent).toHaveLength(1);
  });

  it('leaves / and ? to the table, and does nothing on a column that is not edited', async () => {
    const page = await open();
    await focusCell(page, 'number');
    await page.keyboard.type('x');
    await focusCell(page, 'customer');
    await page.keyboard.press('/');
    await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
    expect(await editor(page).count()).toBe(0);
  });
});

describe('selected cells', () => {
  it('are counted, and the sums of their columns shown, exactly', async () => {
    const page = await open();
    const values = await Promise.all([0, 1, 2].map((row) => textOf(cellOf(page, 'price', row))));
    await focusCell(page, 'price');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    const figures = page.locator('.rh-block-figures');
    await figures.getByText('3 values').waitFor();
    const cents = (text: string) => Math.round(Number(text.replaceAll(/[^\d.-]/g, '')) * 100);
    const sum = values.map(cents).reduce((all, value) => all + value, 0);
    expect(cents(await textOf(figures.locator('strong')))).toBe(sum);
    await page.keyboard.press('Escape');
    await figures.waitFor({ state: 'detached' });
  });
});
