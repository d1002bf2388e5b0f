import axe from 'axe-core';
import { expect, test } from 'vitest';
import { focused, type OpenedTable } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const table = useHarness();
const { open } = table;

async function choose({ page, control }: OpenedTable, label: string): Promise<void> {
  await control('filter').click();
  await page.getByRole('menuitem', { name: label, exact: true }).click();
  await page.locator('.rh-filter-form').waitFor();
}

const shown = ({ page }: OpenedTable) =>
  page.locator('.rh-option').evaluateAll((labels) => labels.map((label) => label.textContent.trim()));
const facetsOf = ({ queries }: OpenedTable) => queries.map((query) => query.get('meta[facets][0]'));

test('shows the number of rows of options under the other filters, and requests them when the editor opens', async () => {
  const opened = await open();
  const { page } = opened;
  expect(facetsOf(opened)).toEqual([null]);
  await choose(opened, 'Paid');
  await page.getByRole('radio', { name: 'Yes, 87 rows' }).waitFor();
  await expect.poll(() => shown(opened)).toEqual(['No87', 'Yes87']);
  expect(facetsOf(opened)).toEqual([null, 'goods.paid']);
  await page.getByRole('radio', { name: 'Yes' }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('of 87 (filtered from 260)').waitFor();

  await choose(opened, 'Status');
  const open87 = page.getByRole('checkbox', { name: /^Open, \d+ rows$/ });
  await open87.waitFor();
  const counts = (await shown(opened)).map((text) => Number(/\d+$/.exec(text)?.[0]));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(87);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Change the filter Paid: Yes' }).click();
  await page.getByRole('radio', { name: 'No, 87 rows' }).waitFor();
});

test('shows counts for options of a select filter, and offers those without rows', async () => {
  const opened = await open();
  const { page } = opened;
  await choose(opened, 'Kind');
  await page.getByRole('checkbox', { name: 'Alpha, 65 rows' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Search in the table' }).fill('N-00007');
  await page.getByText('of 1 (filtered from 260)').waitFor();
  await choose(opened, 'Kind');
  await page.getByRole('checkbox', { name: /, 1 row$/ }).waitFor();
  const none = page.locator('.rh-option-none');
  await expect.poll(() => none.count()).toBe(3);
  const key = await none.first().getByRole('checkbox').inputValue();
  await none.first().click();
  await expect.poll(() => page.locator(`.rh-option input[value="${key}"]`).isChecked()).toBe(true);
});

test('counts the values of a text on demand above the limit, and offers them', async () => {
  const opened = await open({ table: 'large' });
  const { page, control } = opened;
  await choose(opened, 'Number');
  await expect.poll(() => page.locator('.rh-option').count()).toBe(0);
  await control('count-values').press('Enter');
  await page
    .getByRole('radio', { name: /, 1 row$/ })
    .first()
    .waitFor();
  await control('count-values').waitFor({ state: 'detached' });
  expect(
    await page.getByRole('textbox', { name: 'Text' }).evaluate((field) => field === document.activeElement),
  ).toBe(true);
  await expect.poll(() => page.getByText('160 further values').count()).toBe(1);
  const wanted = await page.locator('.rh-option bdi').nth(41).textContent();
  await page.getByRole('textbox', { name: 'Text' }).fill((wanted ?? '').slice(0, -1).toLowerCase());
  await expect.poll(() => page.locator('.rh-option').count()).toBeLessThan(12);
  await page.getByRole('radio', { name: `${wanted}, 1 row` }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page
    .getByRole('button', { name: `exactly “${wanted}”` })
    .first()
    .waitFor();
  await expect.poll(() => page.locator('.rh-row').count()).toBe(1);
});

test('reports unreadable counts, and keeps the filter usable', async () => {
  const opened = await open({ props: { method: 'GET' } });
  const { page, control } = opened;
  table.harness.interfere({ path: 'tableData', status: 500, body: '{"message":"It broke."}' });
  await choose(opened, 'Paid');
  await page.getByText('The values could not be counted.').waitFor();
  await expect.poll(() => page.locator('.rh-problem').count()).toBe(0);
  table.harness.interfere(null);
  await control('count-values').click();
  await page.getByRole('radio', { name: 'Yes, 87 rows' }).waitFor();
  await expect.poll(() => focused(page)).toBe('No, 87 rows');
});

test.each(['light', 'dark'] as const)('has no accessibility faults in %s colours', async (colorScheme) => {
  const opened = await open({ width: 390, height: 800, colorScheme });
  await choose(opened, 'Status');
  await opened.page.getByRole('checkbox', { name: /rows$/ }).first().waitFor();
  await opened.page.evaluate(axe.source);
  const { violations } = await opened.page.evaluate<axe.AxeResults>("axe.run('[role=dialog]')");
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
});
