import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityFaults } from '../../../test/axe.ts';
import { focused } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const harness = useHarness();

/** A table with unchanged rows. */
async function openWatched(): Promise<Page> {
  for (const id of [1, 2, 3, 4, 5, 6, 7, 8]) await change(id, `N-0000${id}`);
  const { page } = await harness.open({ table: 'watched' });

  return page;
}

async function change(id: number, number: string): Promise<void> {
  const { db } = harness.harness;
  const { numUpdatedRows } = await db
    .updateTable('goods')
    .set({ number })
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    await db
      .insertInto('goods')
      .values({ id, number, customer: 'Ada' } as never)
      .execute();
  }
}

const remove = (id: number) => harness.harness.db.deleteFrom('goods').where('id', '=', id).execute();
const numbers = (page: Page) => page.locator('td[data-column=number]').allInnerTexts();
/** The harness page has no headings or landmarks. */
const tableFaults = async (page: Page) =>
  (await accessibilityFaults(page)).filter((fault) => !/^(region|landmark|page-has)/.test(fault));
const changes = (page: Page) => page.locator('.rh-live-changes');

it('marks rows that others change or delete, announces that, and shows them in place on a click', async () => {
  const page = await openWatched();
  const before = await numbers(page);
  await change(2, 'by another user');
  await remove(5);

  await expect.poll(() => page.locator('.rh-changed').count()).toBe(1);
  await expect.poll(() => page.locator('.rh-gone').count()).toBe(1);
  await expect
    .poll(() => page.locator('.rh-changed td[data-column=number]').textContent())
    .toBe('Changed: N-00002');
  await expect
    .poll(() => page.locator('.rh-gone td[data-column=number]').textContent())
    .toBe('Gone: N-00005');
  await expect
    .poll(() => page.getByRole('status').allTextContents())
    .toContain('1 row changed, 1 row is gone');
  // The rows do not move before the click.
  await expect
    .poll(async () => (await numbers(page)).map((text) => text.replace(/^\w+:\s*/, '')))
    .toEqual(before);
  expect(await tableFaults(page)).toEqual([]);

  await changes(page).getByRole('button', { name: 'Show changes' }).click();
  await expect
    .poll(() => numbers(page))
    .toEqual(
      before
        .filter((text) => text !== 'N-00005')
        .map((text) => (text === 'N-00002' ? 'by another user' : text)),
    );
  await expect.poll(() => page.locator('.rh-changed, .rh-gone').count()).toBe(0);
  await expect.poll(() => changes(page).count()).toBe(0);
  // The button was removed, and the focus is in the grid.
  await expect.poll(() => focused(page)).not.toBe('');
});

it('replaces rows immediately if the user wants that, except one with selected text', async () => {
  const page = await openWatched();
  await page.getByRole('button', { name: 'Display', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Show changes immediately' }).click();
  await page.keyboard.press('Escape');
  await page.locator('td[data-column=number]').nth(2).dblclick();
  await change(3, 'later');
  await change(4, 'sooner');

  await expect.poll(() => numbers(page)).toContain('sooner');
  await expect.poll(() => page.locator('.rh-changed').count()).toBe(1);
  await expect.poll(async () => (await numbers(page))[2]).toContain('N-00003');
  await page.evaluate(() => document.getSelection()?.removeAllRanges());
  await expect.poll(() => numbers(page)).toContain('later');
  await expect.poll(() => page.locator('.rh-changed').count()).toBe(0);
});

it('keeps a block of cells while their values change, and clears it when one of its rows is removed', async () => {
  const page = await openWatched();
  await page.getByRole('button', { name: 'Display', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Show changes immediately' }).click();
  await page.keyboard.press('Escape');
  await page.locator('td[data-column=number]').nth(1).click();
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(() => page.locator('td[data-block]').count()).toBe(2);
  await change(4, 'another value');
  await expect.poll(() => numbers(page)).toContain('another value');
  await expect.poll(() => page.locator('td[data-block]').allInnerTexts()).toEqual(['N-00002', 'N-00003']);
  await remove(3);
  await changes(page).getByRole('button', { name: 'Show changes' }).click();
  await expect.poll(() => numbers(page)).not.toContain('N-00003');
  await expect.poll(() => page.locator('td[data-block]').count()).toBe(0);
});

it('requests nothing if the template is not live', async () => {
  const { page, queries } = await harness.open({ table: 'related' });
  const before = queries.length;
  await page.waitForTimeout(1800);
  expect(queries).toHaveLength(before);
  await page.getByRole('button', { name: 'Display', exact: true }).click();
  await expect
    .poll(() => page.getByRole('menuitemcheckbox', { name: 'Show changes immediately' }).count())
    .toBe(0);
});
