import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ExamplePage, openExample } from '../../../test/openExample.ts';

let example: ExamplePage;

beforeAll(async () => {
  example = await openExample('ag-grid');
});
afterAll(() => example?.close());

/** The cells of a row that is drawn, by its zero-based index; empty until it is there. */
const cellsAt = async (index: number) => {
  const cells = example.page.locator(`[role=row][row-index="${index}"] [role=gridcell]`);

  return (await cells.allInnerTexts()).map((text) => text.trim());
};

it('draws the first of a million rows with their total number', async () => {
  await expect.poll(() => cellsAt(0)).toEqual(['1', 's1', '0.01']);
  await expect
    .poll(() => example.page.getByRole('grid').first().getAttribute('aria-rowcount'))
    .toBe('1000001');
});

it('reads the blocks that are scrolled to, down to the last row', async () => {
  const { page } = example;
  await page.locator('[row-index="0"] [role=gridcell]').first().click();
  await page.keyboard.press('Control+End');
  await expect.poll(() => cellsAt(999_999)).toEqual(['1000000', 's0', '10,000.00']);
});

it('is sorted by the server', async () => {
  const { page } = example;
  await page.keyboard.press('Control+Home');
  await expect.poll(() => cellsAt(0)).toEqual(['1', 's1', '0.01']);
  const header = page.getByRole('columnheader', { name: 'Value' });
  await header.click();
  await header.click();
  await expect.poll(() => cellsAt(0)).toEqual(['1000000', 's0', '10,000.00']);
  await expect.poll(() => cellsAt(5)).toEqual(['999995', 's995', '9,999.95']);
});
