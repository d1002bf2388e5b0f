import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cellOf, focusCell, textOf, useGrid } from './gridParts.ts';
import { noteChanges, type OpenOptions } from './openTable.ts';

const grid = useGrid();
const open = (options: OpenOptions = {}) => grid.open({ table: 'parts', ...options });
const editor = (page: Page) => page.locator('.rh-editor');
const options = (page: Page) => editor(page).locator('.rh-option');
const closed = (page: Page) => editor(page).waitFor({ state: 'detached' });

describe('the editor of a foreign key without a filter or a route of its own', () => {
  it('shows the present name at once, and is chosen by search and keys', async () => {
    const page = await open();
    const sent = noteChanges(page, 'PATCH');
    await focusCell(page, 'maker');
    await page.keyboard.press('Enter');
    await editor(page).getByText('Current: Maker 050').waitFor();
    await options(page).first().waitFor();
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<axe.AxeResults>('axe.run(".rh-editor")');
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    await page.keyboard.type('22 maker');
    await expect
      .poll(() => options(page).allInnerTexts())
      .toEqual(['Maker 022', 'Maker 122', ...Array.from({ length: 10 }, (_, index) => `Maker 22${index}`)]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await closed(page);
    expect(sent).toMatchObject([{ column: 'maker', value: 122, expected: 'Maker 050' }]);
    expect(await textOf(cellOf(page, 'maker'))).toBe('Maker 122');
  });

  it('reads the name of a key with the options, and keeps the key by Enter on it', async () => {
    const page = await open();
    const sent = noteChanges(page, 'PATCH');
    await cellOf(page, 'maker_id', 1).dblclick();
    await editor(page).getByText('Current: Maker 100').waitFor();
    await expect.poll(() => editor(page).getByRole('radio', { name: 'Maker 100' }).isChecked()).toBe(true);
    await editor(page).getByRole('radio', { name: 'Maker 100' }).focus();
    await page.keyboard.press('Enter');
    await closed(page);
    await cellOf(page, 'maker_id', 1).dblclick();
    await editor(page).getByText('Maker 003').click();
    await closed(page);
    expect(sent).toMatchObject([{ column: 'maker_id', value: 3 }]);
    expect(await textOf(cellOf(page, 'maker', 1))).toBe('Maker 003');
  });

  it('loads further names at the end of the list, and never those that the user does not see', async () => {
    const page = await open();
    await cellOf(page, 'maker', 2).dblclick();
    await expect.poll(() => options(page).count()).toBe(100);
    for (const count of [200, 230]) {
      await options(page).last().scrollIntoViewIfNeeded();
      await expect.poll(() => options(page).count()).toBeGreaterThanOrEqual(count);
    }
    await expect.poll(() => options(page).count()).toBe(230);
    await expect.poll(() => editor(page).getByRole('button', { name: 'Show more' }).count()).toBe(0);
    await editor(page).getByRole('searchbox').fill('secrets');
    await editor(page).getByText('Nothing found.').waitFor();
    const status = await page.evaluate(() =>
      fetch('/api/parts/edit', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ row: 3, column: 'maker', value: 999 }),
      }).then((response) => response.status),
    );
    expect(status).toBe(422);
  });

  it('can be emptied, if the column may be empty', async () => {
    const page = await open();
    const sent = noteChanges(page, 'PATCH');
    await cellOf(page, 'maker', 3).dblclick();
    await options(page).first().waitFor();
    await expect.poll(() => editor(page).getByRole('button', { name: 'No value' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await closed(page);
    await cellOf(page, 'maker', 2).dblclick();
    await editor(page).getByRole('button', { name: 'No value' }).click();
    await closed(page);
    expect(sent).toMatchObject([{ column: 'maker', value: null }]);
    await expect.poll(() => textOf(cellOf(page, 'maker', 2))).not.toContain('Maker');
  });

  it('fits the screen of a phone', async () => {
    const page = await open({ width: 390, height: 844 });
    await page.locator('.rh-row').first().waitFor();
    const cell = cellOf(page, 'maker', 0);
    await cell.scrollIntoViewIfNeeded();
    await cell.dblclick();
    await options(page).first().waitFor();
    const box = await editor(page).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 844).toBe(
      true,
    );
    await editor(page).getByText('Maker 001').click();
    await closed(page);
    expect(await textOf(cell)).toContain('Maker 001');
  });
});
