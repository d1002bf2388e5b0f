import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { controllerOf, useGrid } from './gridParts.ts';
import { focused, read } from './openTable.ts';

const { open, interfere } = useGrid();
const openGrouped = (options: Parameters<typeof open>[0] = {}) =>
  open({ table: 'grouped', width: 1280, height: 900, ...options });

const group = (page: Page, name: string | RegExp) =>
  page.locator('.rh-group').filter({ has: page.getByRole('button', { name }) });

/** The body of the tree: level, state and first words of every row. */
const tree = (page: Page) =>
  page.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const [level, open] = [row.getAttribute('aria-level'), row.getAttribute('aria-expanded')];
      const text = row.textContent?.replaceAll(/\s+/g, ' ').trim().slice(0, 24) ?? '';
      return `${level} ${open === null ? '' : open === 'true' ? '- ' : '+ '}${text.trim()}`;
    }),
  );

async function groupByStatus(page: Page): Promise<void> {
  await page.locator('[data-control=group]').click();
  await page.locator('[data-add=status]').click();
  await page.locator('.rh-group').first().waitFor();
  await page.keyboard.press('Escape');
}

test('groups by a column and a part of a date, with counts and totals below their columns', async () => {
  const page = await openGrouped({ props: { url: true } });
  const control = (name: string) => page.locator(`[data-control=${name}]`);
  await control('group').click();
  await page.locator('[data-add=status]').click();
  await page.locator('.rh-group').nth(2).waitFor();
  await page.locator('[data-add=placed_at]').click();
  await page.getByLabel('Placed: part of the date').selectOption('year');
  await expect.poll(() => new URL(page.url()).search).toContain('group=status,placed_at:year');
  await control('group-sort').selectOption({ label: 'Number of rows' });
  await expect.poll(() => new URL(page.url()).search).toContain('groupsort=-count');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toContain('Group');

  await expect.poll(() => page.locator('[role=treegrid]').count()).toBe(1);
  const labels = await page.locator('.rh-group bdi').allInnerTexts();
  expect(labels.map((text) => text.replace(/\s+/g, ' ')).sort()).toEqual([
    'Status Done',
    'Status On its way',
    'Status Open',
  ]);
  const header = page.locator('thead th[data-column=cents]');
  const total = page.locator('.rh-group').first().locator('td[aria-colindex="4"]');
  const [above, below] = [await header.boundingBox(), await total.boundingBox()];
  expect(below?.x).toBe(above?.x);
  expect(below?.width).toBe(above?.width);
  await expect.poll(() => total.textContent()).toMatch(/^[\d,]+\.\d\d$/);
  await expect.poll(() => page.locator('.rh-records-text').textContent()).toBe('3 groups with 260 rows');

  await group(page, 'Open').getByRole('button').click();
  await page.locator('.rh-group[aria-level="2"]').first().waitFor();
  await page.reload();
  await page.locator('.rh-group').nth(2).waitFor();
  await expect.poll(() => page.locator('.rh-group[aria-level="2"]').count()).toBe(0);
});

test('is opened, walked and closed by keys', async () => {
  const page = await openGrouped();
  await groupByStatus(page);
  await group(page, 'Open').getByRole('button').focus();
  await expect
    .poll(async () => (await tree(page)).map((text) => text.slice(0, 3)))
    .toEqual(['1 +', '1 +', '1 +']);
  const first = await page.locator('.rh-group').first().getByRole('button').textContent();
  await page.locator('.rh-group').first().getByRole('button').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('.rh-row').nth(9).waitFor();
  const row = page.locator('.rh-row').first();
  await expect.poll(() => row.getAttribute('aria-level')).toBe('2');
  await expect.poll(() => row.getAttribute('aria-posinset')).toBe('1');
  expect(Number(await row.getAttribute('aria-setsize'))).toBeGreaterThan(50);
  await expect.poll(() => row.getAttribute('aria-rowindex')).toBeNull();

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toBe('Select row 2');
  await page.keyboard.press(' ');
  await expect.poll(() => page.locator('.rh-row').nth(1).getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('ArrowLeft');
  await expect
    .poll(async () => (await focused(page)).replace(/\s+/g, ' '))
    .toContain(String(first).replace(/\s+/g, ' ').trim());
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TD');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.locator('.rh-row').first().waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaExpanded)).toBe('false');
});

test('tells two records of one name apart, and opens the rows of each', async () => {
  const page = await open({ table: 'owned', width: 1280, height: 900 });
  await page.locator('[data-control=group]').click();
  await page.locator('[data-add=owner]').click();
  await page.locator('.rh-group').nth(2).waitFor();
  await page.keyboard.press('Escape');
  const labels = async () =>
    (await page.locator('.rh-group bdi').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  expect(await labels()).toEqual(['Owner Adam', 'Owner Ewa Bąk (done)', 'Owner Ewa Bąk (sent)']);

  await group(page, 'Ewa Bąk (sent)').getByRole('button').click();
  await page.locator('.rh-row').first().waitFor();
  await expect
    .poll(async () => new Set(await page.locator('.rh-row [data-column=status]').allInnerTexts()))
    .toEqual(new Set(['sent']));
  await expect.poll(() => group(page, 'Ewa Bąk (done)').getAttribute('aria-expanded')).toBe('false');
});

test('sorts the groups by the header of a total, and has a checkbox for each group and for the page', async () => {
  const page = await openGrouped();
  await groupByStatus(page);
  const totals = async () =>
    (await page.locator('.rh-group > [aria-colindex="4"]').allTextContents()).map((text) =>
      Number(text.replaceAll(',', '')),
    );
  const header = page.locator('thead th[data-column=cents]');
  // At the start of its label, because the button of the menu covers the end of a narrow header.
  const sort = () => header.click({ position: { x: 16, y: 12 } });
  await expect
    .poll(() => page.locator('thead th[data-column=status]').getAttribute('aria-sort'))
    .toBe('ascending');
  await sort();
  await expect.poll(totals).toEqual((await totals()).toSorted((a, b) => a - b));
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');
  await sort();
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending');
  await expect.poll(totals).toEqual((await totals()).toSorted((a, b) => b - a));

  const box = (name: RegExp) => page.getByRole('checkbox', { name });
  const whole = box(/^Select all rows of this page$/);
  await box(/^Select the rows of Status\s+Open$/).click();
  const count = Number((await group(page, 'Open').textContent())?.match(/(\d+) rows/)?.[1]);
  await page.getByText(`${count} rows selected`).first().waitFor();
  const isPartly = () => whole.evaluate((one) => (one as HTMLInputElement).indeterminate);
  await expect.poll(isPartly).toBe(true);
  await group(page, 'Open').getByRole('button').click();
  await page.locator('.rh-row[aria-selected=true]').nth(9).waitFor();
  await whole.click();
  await page
    .getByText(/260 rows selected/)
    .first()
    .waitFor();
  await expect.poll(() => whole.isChecked()).toBe(true);
  await expect.poll(() => box(/^Select the rows of Status Done$/).isChecked()).toBe(true);
  await whole.click();
  await expect.poll(() => whole.isChecked()).toBe(false);
  await expect.poll(isPartly).toBe(false);
});

test('shows more rows of a group, whose buttons and selection work', async () => {
  const page = await openGrouped({ listenTo: ['note'] });
  await groupByStatus(page);
  await page.locator('.rh-group').first().getByRole('button').click();
  const more = page.getByRole('button', { name: /^Show 10 more rows \(10 of \d+\)$/ });
  await more.focus();
  await page.keyboard.press('Enter');
  await page.locator('.rh-row').nth(19).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role=treegrid]') !== null))
    .toBe(true);

  await page.locator('.rh-row').nth(11).locator('[data-button="0"]').click();
  const number = await page.locator('.rh-row').nth(11).locator('[data-column=number]').textContent();
  await expect.poll(() => read(page, 'tableEvents')).toMatchObject([{ name: 'note', payload: { number } }]);
  await page.locator('.rh-row').nth(11).getByRole('checkbox').check();
  await page.getByRole('group', { name: 'Selected rows' }).getByText('1 row selected').waitFor();
});

test('draws the part of a long tree that is in the window, with all groups around the focus', async () => {
  const page = await openGrouped();
  await page.locator('[data-control=length]').selectOption('50');
  await groupByStatus(page);
  const table = await controllerOf(page);
  const lines = () => table.evaluate(({ groupLines }) => groupLines?.length ?? 0);
  const drawn = () => page.locator('tbody tr:not(.rh-gap)').count();
  for (const place of [2, 1, 0]) {
    const before = await lines();
    await page.locator('.rh-group').nth(place).getByRole('button').click();
    await expect.poll(lines).toBeGreaterThan(before + 40);
  }
  expect(await lines()).toBe(156);
  await expect.poll(drawn).toBeLessThan(110);

  // What is drawn after a scroll covers the window, without a gap in it.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  const gapsInWindow = () =>
    page.locator('.rh-gap').evaluateAll(
      (all) =>
        all.filter((gap) => {
          const { top, bottom, height } = gap.getBoundingClientRect();
          return height > 0 && bottom > 0 && top < innerHeight;
        }).length,
    );
  await expect.poll(gapsInWindow).toBe(0);
  const numbers = () =>
    page
      .locator('tbody tr[data-line]')
      .evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-line'))));
  await expect.poll(() => numbers()).toEqual([...(await numbers())].toSorted((a, b) => a - b));

  // Keys reach every line, and the group of a row from anywhere in it.
  const line = () => page.evaluate(() => Number(document.activeElement?.closest('tr')?.dataset.line));
  await page.locator('.rh-group').first().getByRole('button').focus();
  for (let step = 0; step < 45; step += 1) await page.keyboard.press('ArrowDown');
  expect(await line()).toBe(45);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  expect(await line()).toBe(0);
  await page.keyboard.press('Control+End');
  await expect.poll(line).toBeNaN();
  await page.keyboard.press('ArrowUp');
  expect(await line()).toBe(155);

  // More rows take the place of their button, and the focus.
  await page.keyboard.press('Enter');
  await expect.poll(lines).toBeGreaterThan(170);
  await expect.poll(line).toBe(155);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('tr')?.classList.contains('rh-row')))
    .toBe(true);
  const inSight = await page.evaluate(() => {
    const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? { top: -1, bottom: 0 };
    return top >= 0 && bottom <= innerHeight;
  });
  expect(inSight).toBe(true);
});

test('shows the failure of one group in the group, and repeats the request', async () => {
  const page = await openGrouped();
  await groupByStatus(page);
  interfere({ path: 'tableData', status: 503 });
  await page.locator('.rh-group').nth(1).getByRole('button').click();
  const alert = page.locator('tbody').getByRole('alert');
  await alert.waitFor();
  await expect.poll(() => page.locator('.rh-group').count()).toBe(3);
  interfere(null);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.rh-row').nth(9).waitFor();
  await expect.poll(() => alert.count()).toBe(0);
});

test('is grouped from the menu of a header, where the column is tagged groupable', async () => {
  const page = await openGrouped();
  const menu = (column: string) => page.locator(`thead th[data-column=${column}] [data-rh=menu]`);
  await menu('number').click();
  await expect.poll(() => page.getByRole('menuitem', { name: /Group by/ }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await menu('placed_at').click();
  await page.getByRole('menuitem', { name: 'Group by month' }).click();
  await page.locator('.rh-group').first().waitFor();
  await expect
    .poll(() => page.locator('.rh-group bdi').first().textContent())
    .toMatch(/^Placed [A-Z][a-z]+ \d{4}$/);
  await menu('placed_at').click();
  await page.getByRole('menuitem', { name: 'Do not group by this column' }).click();
  await page.locator('.rh-row').nth(9).waitFor();
  await expect.poll(() => page.locator('[role=grid]').count()).toBe(1);
});

test('is done on demand above the limit', async () => {
  const page = await openGrouped({ table: 'grouped-large' });
  await page.locator('[data-control=group]').click();
  await page.locator('[data-add=paid]').click();
  await page.getByRole('button', { name: 'Group now' }).click();
  await page.locator('.rh-group').first().waitFor();
  await expect.poll(() => page.locator('.rh-group').count()).toBeGreaterThan(1);
});

test('has no findings of axe, with groups open and closed, in the panel and in dark', async () => {
  const page = await openGrouped({ colorScheme: 'dark' });
  const table = await controllerOf(page);
  await table.evaluate((controller) =>
    controller.setGroupBy([{ column: 'status' }, { column: 'paid' }, { column: 'placed_at', step: 'month' }]),
  );
  for (const level of [1, 2, 3]) {
    await page.locator(`.rh-group[aria-level="${level}"]`).first().getByRole('button').click();
  }
  await page.locator('.rh-row').first().waitFor();
  await page.locator('[data-control=group]').click();
  await page.locator('.rh-group-levels').waitFor();
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});
