import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { controllerOf, useGrid } from './gridParts.ts';
import type { OpenOptions } from './openTable.ts';

const grid = useGrid();

/** What axe finds wrong with the grid: rule and element. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>("axe.run('.rh-grid')");

  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

const phone = { width: 390, height: 844 };

describe.each<[string, OpenOptions]>([
  ['in the light', {}],
  ['in the dark', { colorScheme: 'dark' }],
  ['on a phone', phone],
  ['on a phone in the dark', { ...phone, colorScheme: 'dark' }],
])('axe finds no fault %s', (_situation, options) => {
  it('in a grid of sorted, selected, highlighted and opened rows', async () => {
    const page = await grid.open(options);
    await (await controllerOf(page)).evaluate((table) => {
      for (const id of [2, 3]) table.toggleSelected(id);
      for (const id of [3, 4]) table.highlight(id);
      for (const id of [1, 2, 3]) table.toggleExpanded(id);
      table.toggleViewMode('striped');
      table.toggleSort('status', { add: true });
    });
    await page.locator('.rh-details').nth(2).waitFor();
    await page.locator('[role=grid][aria-busy=false]').waitFor();
    expect(await faults(page)).toEqual([]);
  });

  it('in a grid of strange and long values', async () => {
    const page = await grid.open({ ...options, table: 'strange' });
    expect(await faults(page)).toEqual([]);
  });
});
