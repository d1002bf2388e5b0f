import type { OpenedTable } from './openTable.ts';

/** Opens the form of a new filter. */
export async function choose({ page, control }: OpenedTable, label: string): Promise<void> {
  await control('filter').click();
  await page.getByRole('menuitem', { name: label, exact: true }).click();
  await page.locator('.rh-filter-form').waitFor();
}

export const apply = ({ page }: OpenedTable) => page.getByRole('button', { name: 'Apply' }).click();
export const chips = ({ page }: OpenedTable) => page.locator('.rh-chip-text').allInnerTexts();
export const filtered = ({ page }: OpenedTable, count: number) =>
  page.getByText(`of ${count} (filtered from 260)`).waitFor();

/** Members of the last request's first filter, such as `value[min]`. */
export function sent({ queries }: OpenedTable): Record<string, string> {
  const own = [...(queries.at(-1) ?? [])].filter(([name]) => name.startsWith('internalFilters[0]'));
  return Object.fromEntries(own.map(([name, value]) => [name.slice('internalFilters[0]'.length), value]));
}
