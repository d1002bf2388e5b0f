import axe from 'axe-core';
import { expect, test } from 'vitest';
import { focused, type OpenedTable } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const table = useHarness();
const { open } = table;

async function build({ page, control }: OpenedTable) {
  await control('filter').click();
  await control('combine-filters').click();
  const dialog = page.getByRole('dialog', { name: 'Combine filters' });
  await dialog.waitFor();

  return dialog;
}

const sent = ({ queries }: OpenedTable) =>
  [...(queries.at(-1) ?? [])].filter(([name]) => name.startsWith('where')).map((pair) => pair.join('='));

test('builds, describes, changes and removes a filter with OR', async () => {
  const opened = await open({ props: { url: true } });
  const { page, control } = opened;
  const dialog = await build(opened);
  await expect.poll(() => focused(page)).toBe('How the filters are joined');
  await dialog.getByLabel('How the filters are joined').selectOption('any');
  await dialog.getByLabel('Column').selectOption({ label: 'Status' });
  await dialog.getByLabel('Compare').selectOption('anyOf');
  await dialog.getByRole('checkbox', { name: 'Open' }).check();
  await dialog.getByRole('button', { name: 'Add a condition' }).click();
  await dialog.getByLabel('Column').nth(1).selectOption({ label: 'Paid' });
  await dialog.getByLabel('Compare').nth(1).selectOption('isEmpty');
  await control('apply-filters').click();

  await page.getByText(/filtered from 260/).waitFor();
  expect(sent(opened)).toEqual([
    'where[any][0][data]=goods.status',
    'where[any][0][operator]=anyOf',
    'where[any][0][value][0]=open',
    'where[any][1][data]=goods.paid',
    'where[any][1][operator]=isEmpty',
  ]);
  const chip = control('combined-filter').getByRole('button').first();
  await expect.poll(() => chip.textContent()).toBe('Status is any of Open or Paid is empty');
  expect(new URL(page.url()).search).toContain('where=');

  await page.reload();
  await chip.click();
  const again = page.getByRole('dialog', { name: 'Combine filters' });
  await expect.poll(() => again.getByRole('checkbox', { name: 'Open' }).isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await again.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toContain('Change the filter');

  await page
    .getByRole('button', { name: 'Remove the filter Status is any of Open or Paid is empty' })
    .click();
  await chip.waitFor({ state: 'detached' });
  expect(sent(opened)).toEqual([]);
});

test('keeps dates relative, nests groups, and reports missing values in place', async () => {
  const opened = await open();
  const { page, control } = opened;
  const dialog = await build(opened);
  await dialog.getByLabel('Column').selectOption({ label: 'Placed' });
  await dialog.getByRole('button', { name: 'Add a group' }).click();
  await dialog.getByLabel('Column').nth(1).selectOption({ label: 'Quantity' });
  await dialog.getByLabel('Compare').nth(1).selectOption('atLeast');
  await control('apply-filters').click();
  await expect
    .poll(() => dialog.getByRole('alert').textContent())
    .toBe('This is not a number. Write it plainly, such as 1234.5.');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('3');
  await dialog.getByLabel('How the filters are joined').nth(1).selectOption('none');
  await control('apply-filters').click();

  const chips = page.locator('.rh-chip-text');
  await expect
    .poll(() => chips.allTextContents())
    .toEqual(['Placed is last 7 days', 'not (Quantity is at least 3)']);
  await expect
    .poll(() => sent(opened))
    .toEqual([
      'where[all][0][data]=goods.placed_at',
      'where[all][0][operator]=is',
      'where[all][0][value]=last 7 days',
      'where[all][1][not][data]=goods.quantity',
      'where[all][1][not][operator]=atLeast',
      'where[all][1][not][value]=3',
    ]);
});

test('shows how many rows match before it is applied', async () => {
  const opened = await open();
  const { page, control } = opened;
  const dialog = await build(opened);
  await dialog.getByLabel('Column').selectOption({ label: 'Paid' });
  await dialog.getByRole('radio', { name: 'Yes' }).check();
  await expect.poll(() => control('matches').textContent()).toBe('87 rows match');
  await dialog.getByRole('button', { name: 'Add a condition' }).click();
  await dialog.getByLabel('Column').nth(1).selectOption({ label: 'Number' });
  await expect.poll(() => control('matches').textContent()).toBe('');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('N-00007');
  await expect.poll(() => control('matches').textContent()).toMatch(/^\d+ rows? match/);
  await expect.poll(() => page.getByText('Showing 1 to 10 of 260').count()).toBe(1);
});

test('refuses what the server would refuse: a year after 9999, and more conditions than one filter has', async () => {
  const opened = await open();
  const dialog = await build(opened);
  await dialog.getByLabel('Column').selectOption({ label: 'Due' });
  await dialog.getByLabel('Compare').selectOption('between');
  await dialog.getByLabel('To', { exact: true }).fill('12026-02-03');
  await opened.control('apply-filters').click();
  await expect
    .poll(() => dialog.getByRole('alert').textContent())
    .toBe('Choose a day of the years 1 to 9999.');
  await dialog.getByLabel('Compare').selectOption('isEmpty');
  const add = dialog.getByRole('button', { name: 'Add a condition' });
  await dialog.getByLabel('Column').first().selectOption({ label: 'Paid' });
  await add.evaluate(async (button) => {
    for (let count = 0; count < 100; count += 1) (button as HTMLButtonElement).click();
  });
  await expect.poll(() => dialog.getByLabel('Column').count()).toBe(101);
  await dialog.evaluate((element) => {
    for (const [index, select] of [...element.querySelectorAll('select')].entries()) {
      if (index === 0 || index % 2 === 1) continue;
      select.value = 'isEmpty';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }
  });
  await opened.control('apply-filters').click();
  await expect
    .poll(() => dialog.getByRole('alert').textContent())
    .toBe('A filter can have 100 conditions at most.');
  await expect.poll(() => sent(opened)).toEqual([]);
});

test('has no accessibility faults, and fits a phone', async () => {
  const opened = await open({ width: 390, height: 800, colorScheme: 'dark' });
  const dialog = await build(opened);
  await dialog.getByRole('button', { name: 'Add a group' }).click();
  await opened.page.evaluate(axe.source);
  const { violations } = await opened.page.evaluate<axe.AxeResults>("axe.run('dialog')");
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
  const { scrollWidth, clientWidth } = await dialog.evaluate(({ scrollWidth, clientWidth }) => ({
    scrollWidth,
    clientWidth,
  }));
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});
