import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { headerOf, textOf, textsOf, useGrid } from './gridParts.ts';
import type { OpenOptions } from './openTable.ts';

const grid = useGrid();
let page: Page;

const open = async (options?: OpenOptions) => {
  page = await grid.open(options);
};
const sortBy = (column: string, options?: { modifiers: ['Shift'] }) =>
  headerOf(page, column).locator('.rh-sort').click(options);
const ariaSort = (column: string) => headerOf(page, column).getAttribute('aria-sort');

describe('a header', () => {
  it('shows the label of its column, translated', async () => {
    await open({ dictionary: { Mood: 'Stimmung', Price: 'Preis', '#': 'Nr.', Actions: 'Aktionen' } });
    expect(await textOf(headerOf(page, 'mood'))).toBe('Stimmung');
    expect(await textOf(headerOf(page, 'price'))).toBe('Preis');
    await expect.poll(() => page.getByRole('columnheader', { name: 'Nr.' }).count()).toBe(1);
    await expect.poll(() => page.getByRole('columnheader', { name: 'Aktionen' }).count()).toBe(1);
  });

  it('has a sort control where the column is tagged sortable, and none elsewhere', async () => {
    await open();
    await expect.poll(() => headerOf(page, 'number').locator('.rh-sort').count()).toBe(1);
    await expect.poll(() => headerOf(page, 'mood').locator('.rh-sort').count()).toBe(0);
  });

  it('shows the default sort of sort:ASC or sort:DESC', async () => {
    await open();
    await expect.poll(() => ariaSort('number')).toBe('ascending');
    await page.close();
    await open({
      init: ({ template }) => {
        for (const column of template.columns) if (column.name === 'number') column.meta.sort = 'DESC';
      },
    });
    await expect.poll(() => ariaSort('number')).toBe('descending');
    await headerOf(page, 'number').locator('.rh-sort-mark.is-desc').waitFor();
  });

  it('has no way out of a default sort where the column is not sortable', async () => {
    await open({
      init: ({ template }) => {
        for (const column of template.columns) if (column.name === 'number') column.meta.sortable = false;
      },
    });
    await expect.poll(() => ariaSort('number')).toBe('ascending');
    await expect.poll(() => headerOf(page, 'number').locator('.rh-unsort').count()).toBe(0);
  });

  it('sorts by its column alone when clicked: ascending, descending, not at all', async () => {
    await open();
    await sortBy('price');
    await page.locator('th[data-column=price][aria-sort=ascending]').waitFor();
    await expect.poll(() => textsOf(page, 'price').then(([first]) => first)).toBe('€ 1.50');
    await expect.poll(() => ariaSort('number')).toBeNull();
    await sortBy('price');
    await page.locator('th[data-column=price][aria-sort=descending]').waitFor();
    await sortBy('price');
    await page.locator('th[data-column=price]:not([aria-sort])').waitFor();
  });

  it('sorts by its column too when clicked with the shift key, and then shows its place', async () => {
    await open();
    await sortBy('status');
    await sortBy('price', { modifiers: ['Shift'] });
    await page.locator('th[data-column=price] .rh-sort-place').waitFor();
    expect(await textOf(headerOf(page, 'status').locator('.rh-sort-place'))).toBe('1');
    expect(await textOf(headerOf(page, 'price').locator('.rh-sort-place'))).toBe('2');
    await expect.poll(() => ariaSort('status')).toBe('ascending');
    await expect.poll(() => ariaSort('price')).toBeNull();
    expect(await textOf(headerOf(page, 'price').locator('.rh-sort'))).toContain('sorted ascending, place 2');
  });

  it('takes its column out of the order, and leaves the others in it', async () => {
    await open();
    await sortBy('price', { modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Do not sort by Number' }).click();
    await page.locator('th[data-column=price][aria-sort=ascending]').waitFor();
    await expect.poll(() => ariaSort('number')).toBeNull();
    await expect.poll(() => page.locator('.rh-sort-place').count()).toBe(0);
  });

  it('shows its tooltip under the mouse and to the keyboard, and says it to screen readers', async () => {
    await open();
    const tooltip = headerOf(page, 'number').getByRole('tooltip', { includeHidden: true });
    await expect.poll(() => tooltip.isVisible()).toBe(false);
    await headerOf(page, 'number').hover();
    await tooltip.waitFor({ state: 'visible' });
    expect(await textOf(tooltip)).toBe('As printed on the box');
    await page.mouse.move(0, 0);
    await tooltip.waitFor({ state: 'hidden' });
    const control = headerOf(page, 'number').locator('.rh-sort');
    await expect.poll(() => control.getAttribute('aria-describedby')).toBe(await tooltip.getAttribute('id'));
    await page.keyboard.press('Tab');
    await control.focus();
    await tooltip.waitFor({ state: 'visible' });
  });

  it('hides its tooltip at Escape, until the focus moves', async () => {
    await open();
    const control = headerOf(page, 'number').locator('.rh-sort');
    const tooltip = headerOf(page, 'number').getByRole('tooltip', { includeHidden: true });
    await page.keyboard.press('Tab');
    await control.focus();
    await tooltip.waitFor({ state: 'visible' });
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'hidden' });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await tooltip.waitFor({ state: 'visible' });
  });

  it('does not push the others out with a very long label', async () => {
    const drawn = () => page.locator('thead th[data-column]').count();
    await open();
    const all = await drawn();
    await page.close();
    await open({
      init: ({ template }) => {
        for (const column of template.columns)
          if (column.name === 'status') column.label = 'Long label '.repeat(20);
      },
    });
    await expect.poll(() => drawn()).toBe(all);
    // How much the others leave depends on the fonts of the system. On one line, the label has some 1,500 px.
    await expect.poll(async () => (await headerOf(page, 'status').boundingBox())?.width).toBeLessThan(500);
  });

  it.each(['left', 'center', 'right'] as const)(
    'aligns each line of its label %s, as its cells',
    async (align) => {
      await open({
        init: ({ template }) => {
          for (const column of template.columns)
            if (column.name === 'status') Object.assign(column, { label: 'Status of the order', align });
        },
      });
      const label = headerOf(page, 'status').locator('.rh-label');
      await expect.poll(() => label.evaluate((line) => getComputedStyle(line).textAlign)).toBe(align);
      const cell = page.locator('tbody td[data-column=status]').first();
      expect(await cell.evaluate((line) => getComputedStyle(line).textAlign)).toBe(align);
    },
  );

  it('has a tooltip for a column that is not sortable, too', async () => {
    await open({
      init: ({ template }) => {
        for (const column of template.columns) if (column.name === 'mood') column.tooltip = 'How it went';
      },
    });
    await expect
      .poll(() => headerOf(page, 'mood').getAttribute('aria-describedby'))
      .toBe(await headerOf(page, 'mood').getByRole('tooltip', { includeHidden: true }).getAttribute('id'));
  });
});
