import type { TableController } from '@rowhouse/table-client';
import type { JSHandle, Locator, Page } from 'playwright-core';
import type { HarnessWindow } from './harness/HarnessWindow.ts';
import type { OpenOptions } from './openTable.ts';
import { useHarness } from './useHarness.ts';

/** The harness for tests of the grid: a window wide enough for all columns, unless a test wants another. */
export function useGrid() {
  const tables = useHarness();

  return {
    called: () => tables.harness.called,
    interfere: (fault: Parameters<typeof tables.harness.interfere>[0]) => tables.harness.interfere(fault),
    open: async (options: OpenOptions = {}): Promise<Page> =>
      (await tables.open({ width: 2200, height: 1000, ...options })).page,
  };
}

/** The cell of a column in a row of the page, counted from zero. */
export function cellOf(page: Page, column: string, row = 0): Locator {
  return page.locator('.rh-row').nth(row).locator(`td[data-column="${column}"]`);
}

export function focusCell(page: Page, column: string, row = 0): Promise<void> {
  return cellOf(page, column, row).evaluate((cell) => (cell as HTMLElement).focus());
}

/** Column and row, counted from zero, of the cell that has the focus. */
export function focusedCell(page: Page): Promise<string> {
  return page.evaluate(() => {
    const cell = document.activeElement?.closest<HTMLElement>('td');

    return cell ? `${cell.dataset.column} ${cell.closest('tr')?.dataset.row}` : 'elsewhere';
  });
}

export function headerOf(page: Page, column: string): Locator {
  return page.locator(`thead th[data-column="${column}"]`);
}

/** The texts of a column's cells on the page. */
export function textsOf(page: Page, column: string): Promise<string[]> {
  return page.locator(`.rh-row td[data-column="${column}"]`).allInnerTexts();
}

/** An element's text with single blanks, texts for screen readers too. */
export async function textOf(element: Locator): Promise<string> {
  return ((await element.textContent()) ?? '').replaceAll(/\s+/g, ' ').trim();
}

/** The table's controller, as a host has it. */
export function controllerOf(page: Page): Promise<JSHandle<TableController>> {
  return page.evaluateHandle(
    () => ((window as unknown as HarnessWindow).table.value as { table: TableController }).table,
  );
}
