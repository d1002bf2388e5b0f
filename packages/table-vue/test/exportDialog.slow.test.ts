import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../../../test/axe.ts';
import type { OpenOptions } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const screenshots = join(import.meta.dirname, '../../../test-output/screenshots');
const tables = useHarness();
const open = (options: OpenOptions = {}) => tables.open({ table: 'exported', ...options });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export options' });
const column = (page: Page, name: string) => dialog(page).getByRole('checkbox', { name, exact: true });
const focusedControl = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('data-control') ?? '');

async function openDialog(page: Page): Promise<void> {
  await page.locator('[data-control=export]').click();
  await page.getByRole('menuitem', { name: 'Export options…' }).click();
  await dialog(page).waitFor();
}

/** Presses the dialog's button, and reads the file that the finished export offers. */
async function exported(page: Page): Promise<Buffer> {
  await dialog(page).getByRole('button', { name: 'Export', exact: true }).click();
  const link = page.locator('.rh-job').getByRole('link', { name: 'Download' });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const file = await readFile(await download.path());
  await page.locator('.rh-job').getByRole('button', { name: 'Dismiss' }).click();

  return file;
}

describe('the dialog of exports', () => {
  it('exports the chosen columns of all rows that match, in the order of the screen', async () => {
    const { page, control } = await open();
    await control('search').fill('N-0001');
    await page.getByText('filtered from 260').waitFor();
    await openDialog(page);

    expect(
      await dialog(page)
        .getByRole('checkbox')
        .evaluateAll((boxes) =>
          (boxes as HTMLInputElement[]).map(
            ({ checked, labels }) => `${labels?.[0]?.textContent?.trim()}: ${checked}`,
          ),
        ),
    ).toEqual([
      'Number: true',
      'Status: true',
      'Fee: true',
      'Paid: true',
      'Placed: true',
      'Quantity: true',
      'Customer: false',
    ]);
    const text = await dialog(page).getByText('All that match').textContent();
    const matching = Number(/\((\d+)\)/.exec(text ?? '')?.[1]);
    await dialog(page).getByRole('button', { name: 'None' }).click();
    await column(page, 'Fee').check();
    await column(page, 'Customer').check();
    await column(page, 'Number').check();
    const [header, ...rows] = (await readSheet(await exported(page))) as unknown[][];

    expect(header).toEqual(['Number', 'Fee', 'Customer']);
    expect(matching).toBeGreaterThan(5);
    expect(rows).toHaveLength(matching);
    const goods = await tables.harness.db
      .selectFrom('goods')
      .selectAll()
      .where('number', 'like', '%N-0001%')
      .orderBy('number')
      .execute();
    expect(rows).toEqual(goods.map(({ number, cents, customer }) => [number, cents / 100, customer]));
  });

  it('exports the selected rows, as CSV', async () => {
    const { page } = await open();
    for (const row of [1, 3])
      await page.getByRole('checkbox', { name: `Select row ${row}`, exact: true }).check();
    await openDialog(page);
    await dialog(page).getByRole('radio', { name: 'Selected (2)' }).and(page.locator(':checked')).waitFor();
    await dialog(page).getByRole('radio', { name: 'CSV (.csv)' }).check();
    await dialog(page).getByRole('button', { name: 'All', exact: true }).click();
    const lines = (await exported(page)).toString('utf8').slice(1).trimEnd().split('\r\n');
    const first = await page.locator('.rh-row td[data-column=number]').allInnerTexts();

    expect(lines[0]).toBe('Number,Status,Fee,Paid,Placed,Quantity,Customer');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([first[0], first[2]]);
  });

  it('exports the groups of the screen, and the rows without them when that is chosen', async () => {
    const { page } = await open();
    await page.locator('[data-control=group]').click();
    await page.locator('[data-add=status]').click();
    await page.locator('.rh-group').nth(2).waitFor();
    await page.keyboard.press('Escape');
    await openDialog(page);
    const grouped = dialog(page).getByRole('checkbox', { name: 'As grouped on the screen' });
    await expect.poll(() => grouped.isChecked()).toBe(true);
    const [header, ...lines] = (await readSheet(await exported(page))) as unknown[][];
    const screen = await page.locator('.rh-group bdi').allInnerTexts();

    expect(header?.slice(0, 3)).toEqual(['Status', 'Rows', 'Number']);
    expect(lines).toHaveLength(263);
    expect(lines.flatMap(([status]) => status ?? []).map((label) => `Status ${label}`)).toEqual(
      screen.map((text) => text.replace(/\s+/g, ' ')),
    );

    await openDialog(page);
    await grouped.uncheck();
    expect((await readSheet(await exported(page))) as unknown[][]).toHaveLength(261);
  });

  it('does not offer groups by a column that files may not have', async () => {
    const { page } = await open();
    await page.locator('[data-control=group]').click();
    await page.locator('[data-add=mood]').click();
    await page.locator('.rh-group').first().waitFor();
    await page.keyboard.press('Escape');
    await openDialog(page);

    await expect.poll(() => dialog(page).getByText('As grouped on the screen').count()).toBe(0);
    await expect.poll(() => column(page, 'Mood').count()).toBe(0);
    expect((await readSheet(await exported(page))) as unknown[][]).toHaveLength(261);
  });

  it('is used by keys, and returns the focus', async () => {
    const { page } = await open();
    await page.locator('[data-control=export]').focus();
    await page.keyboard.press('Enter');
    await page.locator('[role=menuitem]:focus').waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => focusedControl(page)).toBe('export-options');
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value))
      .toBe('xlsx');
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value))
      .toBe('csv');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => focusedControl(page)).toBe('export');

    await openDialog(page);
    await dialog(page).getByRole('button', { name: 'None' }).click();
    await dialog(page).getByRole('button', { name: 'Export', exact: true }).click();
    await dialog(page).getByRole('alert').getByText('Choose at least one column.').waitFor();
    await expect.poll(() => focusedControl(page)).toBe('all-columns');
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog(page).getByRole('alert').count()).toBe(0);
    await dialog(page).getByRole('radio', { name: 'Excel (.xlsx)' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.rh-job').getByRole('link', { name: 'Download' }).waitFor();
    await expect.poll(() => focusedControl(page)).toBe('export');
  });

  it('is in the menu of the only export, too', async () => {
    const { page } = await tables.open();
    await page.locator('[data-control=export]').click();
    await page.getByRole('menuitem', { name: 'Export options…' }).click();
    await dialog(page).getByRole('button', { name: 'Export', exact: true }).click();
    await expect.poll(() => tables.harness.called.length).toBe(1);
    const { searchParams } = new URL(tables.harness.called[0]?.url ?? '', 'http://harness');

    expect(searchParams.get('format')).toBe('xlsx');
    expect([...searchParams.keys()].filter((name) => name.startsWith('exported')).length).toBeGreaterThan(5);
  });

  it.each([
    ['desktop', { width: 1280, height: 900 }],
    ['dark', { width: 1280, height: 900, colorScheme: 'dark' }],
    ['phone', { width: 390, height: 800 }],
  ] as const)('has no faults found by axe: %s', async (name, options) => {
    const { page } = await open(options);
    await page.getByRole('checkbox', { name: 'Select row 1', exact: true }).check();
    await page.locator('[data-control=group]').click();
    await page.locator('[data-add=status]').click();
    await page.locator('.rh-group').nth(2).waitFor();
    await page.keyboard.press('Escape');
    await openDialog(page);
    await page.screenshot({ path: join(screenshots, `export-dialog-${name}.png`) });
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'None' }).click();
    await dialog(page).getByRole('button', { name: 'Export', exact: true }).click();
    // Not the colours of the button below the pointer.
    await page.mouse.move(0, 0);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
