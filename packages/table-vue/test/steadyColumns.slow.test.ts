import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { controllerOf, headerOf, textOf, useGrid } from './gridParts.ts';

const { open } = useGrid();

/** Name and edges of every drawn column. */
const edges = (page: Page) =>
  page.locator('thead th').evaluateAll((all) =>
    all.map((th) => {
      const { left, width } = th.getBoundingClientRect();
      return `${(th as HTMLElement).dataset.column ?? ''} ${Math.round(left)} ${Math.round(width)}`;
    }),
  );
const settled = (page: Page) => page.locator('.rh-settled').waitFor();
const shown = (page: Page) =>
  page
    .locator('thead th[data-column]')
    .evaluateAll((all) => all.map((th) => (th as HTMLElement).dataset.column));
const fits = (page: Page) =>
  page.locator('.rh-grid').evaluate((grid) => grid.scrollWidth <= grid.clientWidth);

test.each([1024, 1440])(
  'keeps every column in its place for other rows and sorts, at %i px',
  async (width) => {
    const page = await open({
      width,
      data: ({ data }) => {
        // Other pages have longer values.
        for (const row of data) if (Number(row.dtRowId) > 10) row.status = 'sent';
        for (const row of data)
          if (Number(row.dtRowId) === 12) row.mood = 'exceedingly and unexpectedly cheerful';
      },
    });
    await settled(page);
    await page.locator('.rh-totals').waitFor();
    const before = await edges(page);
    const table = await controllerOf(page);
    for (const step of ['number', 'price', 'placed_at', 'quantity'] as const) {
      await table.evaluate((one, name) => one.setSort([{ name, direction: 'DESC' }]), step);
      await expect.poll(() => table.evaluate((one) => one.loading)).toBe(false);
      expect(await edges(page)).toEqual(before);
    }
    await table.evaluate((one) => one.setSort([]));
    await page.locator('[data-page="2"]').click();
    await page.getByText('N-00012').waitFor();
    expect(await edges(page)).toEqual(before);
    expect(await fits(page)).toBe(true);
    await table.evaluate((one) => one.setSearch('N-00003'));
    await expect.poll(() => page.locator('.rh-row').count()).toBe(1);
    expect(await edges(page)).toEqual(before);
  },
);

test('narrows columns before it hides any, and breaks texts only between words', async () => {
  const page = await open({ width: 1500 });
  await settled(page);
  const all = await shown(page);
  const wide = await headerOf(page, 'placed_at').boundingBox();
  let width = 1500;
  // As long as narrowing suffices, all columns stay.
  while ((await shown(page)).length === all.length && width > 600) {
    width -= 40;
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => fits(page)).toBe(true);
    const now = await headerOf(page, 'placed_at').boundingBox();
    if ((now?.width ?? 0) < (wide?.width ?? 0) - 20) break;
  }
  expect(await shown(page)).toEqual(all);
  const lines = (column: string) =>
    page
      .locator(`.rh-row td[data-column="${column}"]`)
      .first()
      .evaluate((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
  expect(await lines('number')).toBe(1);
  expect(await lines('cents')).toBe(1);
});

test('says how many columns have no room, and shows them sideways', async () => {
  const page = await open({ width: 800 });
  await settled(page);
  const hidden = await (await controllerOf(page)).evaluate((table) =>
    table.hiddenColumns.map(({ label }) => label),
  );
  expect(hidden.length).toBeGreaterThan(1);
  const note = page.locator('.rh-room');
  expect(await textOf(note)).toContain(`${hidden.length} columns have no room`);
  await page.locator('[data-control=columns]').click();
  await page.getByRole('menuitemcheckbox', { name: `${hidden[0]} (no room)` }).waitFor();
  await page.keyboard.press('Escape');
  await note.click();
  await expect.poll(() => shown(page)).toContain('symbol');
  await expect.poll(() => note.count()).toBe(0);
});
