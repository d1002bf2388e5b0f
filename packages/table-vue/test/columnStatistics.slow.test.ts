import axe from 'axe-core';
import { expect, test } from 'vitest';
import { focused, type OpenedTable } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const table = useHarness();
const { open } = table;

async function openMenu({ page }: OpenedTable, name: string): Promise<void> {
  await page.locator(`thead th[data-column="${name}"]`).hover();
  await page.locator(`thead th[data-column="${name}"] [data-rh=menu]`).click();
  await page.getByRole('menuitem', { name: 'Narrower' }).waitFor();
}

async function openStatistics(opened: OpenedTable, name: string) {
  await openMenu(opened, name);
  await opened.page.getByRole('menuitem', { name: 'Statistics…' }).click();

  return opened.page.getByRole('dialog', { name: /^Statistics of / });
}

const figures = ({ page }: OpenedTable) =>
  page
    .locator('.rh-statistics dl > div')
    .evaluateAll((rows) =>
      Object.fromEntries(rows.map((row) => [...row.children].map((cell) => cell.textContent))),
    );

test('shows the statistics of the column over the matching rows in the menu of a header, to be copied', async () => {
  const opened = await open({ width: 1900 });
  const { page } = opened;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('searchbox', { name: 'Search in the table' }).fill('N-0001');
  await page.getByText('of 10 (filtered from 260)').waitFor();
  const dialog = await openStatistics(opened, 'quantity');
  await dialog.getByText('Of the rows that match the search and the filters').waitFor();
  await dialog.getByText('Different values').waitFor();
  const found = await figures(opened);
  expect(found).toMatchObject({ 'Number of rows': '10' });
  expect(Object.keys(found)).toEqual([
    ...['Number of rows', 'Without a value', 'Different values', 'Smallest', 'Largest', 'Sum', 'Average'],
  ]);
  await opened.control('copy-statistics').click();
  await dialog.getByText('Copied.').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(Object.fromEntries(copied.split('\n').map((line) => line.split('\t')))).toEqual(found);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Quantity');
});

test('formats statistics of prices like the cells', async () => {
  const opened = await open();
  const dialog = await openStatistics(opened, 'price');
  await dialog.getByText('Of all rows').waitFor();
  await dialog.getByText('Average').waitFor();
  const { Sum: sum } = await figures(opened);
  expect(sum).toMatch(/^€\s?[\d,]+\.\d\d$/);
});

test('reads the statistics on demand above the limit', async () => {
  const opened = await open({ table: 'large' });
  const dialog = await openStatistics(opened, 'price');
  await dialog.getByText(/done on demand/).waitFor();
  await expect.poll(() => focused(opened.page)).toBe('Close');
  await opened.control('read-statistics').click();
  await dialog.getByText('Sum').waitFor();
  expect(await figures(opened)).toMatchObject({ 'Number of rows': '260' });
  await expect.poll(() => focused(opened.page)).toBe('Close');
});

test('has no entry for columns without statistics, and can repeat a failure', async () => {
  const opened = await open({
    width: 1900,
    init: ({ template }) => {
      template.statistics = ['price'];
    },
  });
  const { page } = opened;
  await openMenu(opened, 'quantity');
  await expect.poll(() => page.getByRole('menuitem', { name: 'Statistics…' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  table.harness.interfere({ path: 'tableData', status: 500, body: '{"message":"It broke."}' });
  const dialog = await openStatistics(opened, 'price');
  await expect.poll(() => dialog.getByRole('alert').textContent()).toBe('It broke.');
  table.harness.interfere(null);
  await opened.control('read-statistics').click();
  await dialog.getByText('Average').waitFor();
});

test.each(['light', 'dark'] as const)('has no accessibility faults in %s colours', async (colorScheme) => {
  const opened = await open({ width: 700, height: 800, colorScheme });
  const dialog = await openStatistics(opened, 'number');
  await dialog.getByText('Different values').waitFor();
  await opened.page.evaluate(axe.source);
  const { violations } = await opened.page.evaluate<axe.AxeResults>("axe.run('dialog')");
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
});
