import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../../../test/axe.ts';
import { cellOf, controllerOf, headerOf, textOf } from './gridParts.ts';
import { focused, type OpenOptions } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const harness = useHarness();
const phone = { width: 390, height: 844 };

async function openCards(options: OpenOptions = {}) {
  const opened = await harness.open({ ...phone, ...options });
  await opened.page.locator('.rh-cards').waitFor();

  return opened;
}

const drawn = (page: Page) =>
  page
    .locator('.rh-row')
    .first()
    .locator('td[data-column]')
    .evaluateAll((all) => all.map((cell) => (cell as HTMLElement).dataset.column));
const box = async (page: Page, column: string) => {
  const found = await cellOf(page, column).boundingBox();
  if (!found) throw new Error(`There is no ${column}.`);
  return found;
};
/** Chooses an entry of the menu of views. */
async function choose(page: Page, name: string): Promise<void> {
  const more = page.locator('[data-control=controls][aria-expanded=false]');
  if ((await more.count()) > 0) await more.click();
  await page.locator('[data-control=view]').click();
  await page.getByRole('menuitemradio', { name }).click();
  await page.keyboard.press('Escape');
}
const important =
  (...names: readonly string[]): NonNullable<OpenOptions['init']> =>
  ({ template }) => {
    for (const { name, meta } of template.columns) meta.important = names.includes(name);
  };

it('has one line of controls, and two cards on a screen', async () => {
  const { page } = await openCards({ controls: false, views: true });
  const visible = page.locator('.rh-top :is(button, select, input):visible');
  const tops = () => visible.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  const names = () =>
    visible
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset))
      .then((all) => all.map(({ control, button }) => control ?? button));
  // In the order of the document; drawn are search, filter, create, and the button of all others.
  await expect.poll(names).toEqual(['create', 'filter', 'controls', 'search']);
  expect(new Set((await tops()).map(Math.round)).size).toBe(1);
  const footer = (await page.locator('.rh-footer').boundingBox())?.y ?? 0;
  const second = await page.locator('.rh-row').nth(1).boundingBox();
  expect((second?.y ?? 0) + (second?.height ?? 0)).toBeLessThanOrEqual(footer);
  const left = async (part: string) => (await page.locator(part).boundingBox())?.x ?? 0;
  const create = page.getByRole('button', { name: 'Create', exact: true });
  expect((await create.boundingBox())?.width).toBeLessThan(60);
  const drawnAt = ['[data-control=filter]', '[data-button=create]', '[data-control=controls]'].map(left);
  expect(await Promise.all(drawnAt)).toEqual(
    (await Promise.all(drawnAt)).toSorted((one, other) => one - other),
  );
  await page.locator('[data-control=controls]').click();
  await expect.poll(names).toContain('columns');
  await expect.poll(names).toContain('sort');
});

describe('the card of a row', () => {
  it('has its actions behind a button, until other rows are shown', async () => {
    const { page, row } = await openCards();
    const actions = row(0).locator('.rh-buttons');
    const menu = row(0).getByRole('button', { name: 'Actions of the row' });
    await expect.poll(() => actions.isVisible()).toBe(false);
    await menu.click();
    await expect.poll(() => actions.isVisible()).toBe(true);
    await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('true');
    await row(0).getByRole('checkbox').check();
    await expect.poll(() => actions.isVisible()).toBe(true);
    await page.locator('[data-page=next]').click();
    await page.getByText('N-00011').waitFor();
    await expect.poll(() => actions.isVisible()).toBe(false);
  });

  it('has the whole name of the row as its title, beside its details', async () => {
    const { page, row } = await openCards({
      init: ({ template }) => {
        template.rowName = ['number', 'customer'];
      },
    });
    const titles = row(0).locator('.rh-card-title');
    await expect.poll(() => titles.count()).toBe(2);
    const [number, customer, details] = [
      await box(page, 'number'),
      await box(page, 'customer'),
      await row(0)
        .getByRole('button', { name: /^Details of row/ })
        .boundingBox(),
    ];
    expect(customer.x).toBeGreaterThanOrEqual(number.x + number.width - 1);
    expect(details?.x ?? 0).toBeGreaterThanOrEqual(customer.x + customer.width - 1);
    const middle = (found: { y: number; height: number } | null) => (found ? found.y + found.height / 2 : 0);
    expect(Math.abs(middle(customer) - middle(number))).toBeLessThan(2);
    expect(Math.abs(middle(details) - middle(number))).toBeLessThan(30);
  });

  it('breaks an address only before its domain', async () => {
    const { page } = await openCards({
      data: ({ data }) => {
        for (const row of data) row.mood = 'augusta.ada.lovelace@analytical-engines.example.org';
      },
      init: important('mood', 'due_on'),
    });
    const parts = cellOf(page, 'mood').locator('.rh-part');
    expect(await parts.allTextContents()).toEqual([
      'augusta.ada.lovelace@',
      'analytical-engines.example.org',
    ]);
    for (const part of await parts.all()) expect((await part.boundingBox())?.height).toBeLessThan(30);
  });
  it('shows at most six values: the name, states and columns with totals', async () => {
    const { page } = await openCards();
    await expect
      .poll(() => drawn(page))
      .toEqual(['number', 'customer', 'status', 'price', 'cents', 'quantity']);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  it('shows on the card of a row what the template tags important', async () => {
    const { page } = await openCards({ init: important('mood', 'due_on') });
    await expect.poll(() => drawn(page)).toEqual(['number', 'due_on', 'mood']);
    await page.getByRole('button', { name: 'Details of row 1', exact: true }).click();
    expect(await textOf(page.locator('.rh-details'))).toMatch(/Customer.*Status.*Price/);
  });

  it.each(['ltr', 'rtl'] as const)('has a title, chips, and values below their labels (%s)', async (dir) => {
    const { page } = await openCards();
    await page.evaluate((direction) => document.documentElement.setAttribute('dir', direction), dir);
    const [title, state, price, cents] = [
      await box(page, 'number'),
      await box(page, 'status'),
      await box(page, 'price'),
      await box(page, 'cents'),
    ];
    expect(title.y + title.height).toBeLessThanOrEqual(state.y);
    expect(state.y + state.height).toBeLessThanOrEqual(price.y);
    expect(cents.y).toBeGreaterThanOrEqual(price.y);
    const label = await cellOf(page, 'price').evaluate((cell) => getComputedStyle(cell, '::before').content);
    // Drawn, and not spoken: the header of the column is.
    expect(label).toBe('"Price" / ""');
    await expect.poll(() => cellOf(page, 'status').getAttribute('data-label')).toBeNull();
    const select = await page.getByRole('checkbox', { name: 'Select row 1', exact: true }).boundingBox();
    expect((select?.x ?? 0) < title.x).toBe(dir === 'ltr');
  });

  it('stays a card when another user changes the row, and keeps values in their places', async () => {
    const { page, row } = await openCards();
    const width = (await row(0).boundingBox())?.width ?? 0;
    await row(0).evaluate((line) => line.classList.add('rh-changed'));
    await expect.poll(async () => (await row(0).boundingBox())?.width).toBe(width);
    const overflow = await page
      .locator('.rh-row td[data-column]')
      .evaluateAll((all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
    expect(overflow).toBe(0);
  });

  it('is a row of the grid to a screen reader', async () => {
    const { page } = await openCards();
    const grid = page.getByRole('grid');
    const row = grid.getByRole('row').nth(1);
    await expect.poll(() => row.getByRole('gridcell').count()).toBe(10);
    await expect.poll(() => grid.getByRole('columnheader', { name: 'Price' }).count()).toBe(1);
    await expect.poll(() => grid.getAttribute('aria-colcount')).toBe('15');
  });

  it('has room for a finger, and selects, opens and acts', async () => {
    const { page, row } = await openCards();
    await row(1).waitFor();
    await row(0).getByRole('button', { name: 'Actions of the row' }).click();
    const areas = row(0).locator('.rh-touch, .rh-expander, .rh-card-menu, .rh-buttons > .button');
    for (const area of await areas.all()) {
      const { width = 0, height = 0 } = (await area.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    // At the edge of the area, next to the box.
    await row(0)
      .locator('.rh-touch')
      .click({ position: { x: 3, y: 3 } });
    await expect.poll(() => row(0).getAttribute('aria-selected')).toBe('true');
    await page.getByText('Select all rows of this page').click();
    await expect.poll(() => page.locator('.rh-row[aria-selected=true]').count()).toBe(10);
    await page.getByRole('button', { name: 'Details of row 1', exact: true }).click();
    await expect.poll(() => page.locator('.rh-details').count()).toBe(1);
  });

  it.each(['light', 'dark'] as const)('has no accessibility faults, in the %s', async (colorScheme) => {
    const { page } = await openCards({ colorScheme });
    await (await controllerOf(page)).evaluate((table) => {
      table.toggleSelected(2);
      table.highlight(3);
      table.toggleExpanded(1);
    });
    await page.locator('.rh-details').waitFor();
    const faults = await accessibilityFaults(page);
    expect(faults.filter((fault) => !/^(region|landmark|page-has)/.test(fault))).toEqual([]);
  });
});

describe('cards', () => {
  it('become a table in the menu of views, permanently', async () => {
    const { page } = await openCards();
    await choose(page, 'Rows as a table');
    await page.locator('.rh-cards').waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('[data-control=sort]').count()).toBe(0);
    await expect
      .poll(() => page.locator('.rh-grid').evaluate((grid) => grid.scrollWidth <= grid.clientWidth))
      .toBe(true);
    await page.reload();
    await page.locator('.rh-row').first().waitFor();
    await expect.poll(() => page.locator('.rh-cards').count()).toBe(0);
    await choose(page, 'Rows as cards');
    await page.locator('.rh-cards').waitFor();
  });

  it('end where a table has room, and return', async () => {
    const { page } = await openCards();
    await page.setViewportSize({ width: 1300, height: 844 });
    await page.locator('.rh-cards').waitFor({ state: 'detached' });
    await expect.poll(async () => (await drawn(page)).length).toBeGreaterThan(2);
    await expect.poll(() => page.locator('.rh-row [role=gridcell]').count()).toBe(0);
    await page.locator('[data-control=view]').click();
    await expect.poll(() => page.getByRole('menuitemradio', { name: 'Rows as cards' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.setViewportSize(phone);
    await page.locator('.rh-cards').waitFor();
    await expect.poll(async () => (await drawn(page)).length).toBe(6);
  });

  it('are sorted by a control of the toolbar', async () => {
    const { page, queries, control } = await openCards();
    await expect.poll(() => page.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('number');
    await control('sort').selectOption({ label: 'Status' });
    await expect.poll(() => queries.at(-1)?.toString()).toContain('status');
    await page.getByRole('button', { name: 'Sort descending' }).click();
    await page.getByRole('button', { name: 'Sort ascending' }).waitFor();
    await expect.poll(() => focused(page)).toBe('Sort ascending');
    expect(
      await (await controllerOf(page)).evaluate(({ sort }) => sort.map((entry) => ({ ...entry }))),
    ).toEqual([{ name: 'status', direction: 'DESC' }]);
    await control('sort').selectOption({ label: 'Not sorted' });
    await expect.poll(async () => (await controllerOf(page)).evaluate(({ sort }) => sort.length)).toBe(0);
  });

  it('have statistics, pins and hiding of a column in the sheet of columns', async () => {
    const { page, control } = await openCards();
    const sheet = page.locator('.rh-popover:popover-open');
    const choose = async (column: string) => {
      await control('columns').click();
      await sheet.getByRole('menuitem', { name: 'More for a column…' }).click();
      await sheet
        .getByRole('menu', { name: 'Columns' })
        .getByRole('menuitem', { name: column, exact: true })
        .click();
      await sheet.getByRole('menu', { name: `Column ${column}` }).waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('menuitem');
    };
    const isBack = () => control('columns').evaluate((button) => button === document.activeElement);
    await choose('Quantity');
    const faults = await accessibilityFaults(page);
    expect(faults.filter((fault) => !/^(region|landmark|page-has)/.test(fault))).toEqual([]);
    await sheet.getByRole('menuitem', { name: 'Statistics…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Statistics of Quantity' });
    await dialog.getByText('Different values').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => isBack()).toBe(true);

    await choose('Quantity');
    await sheet.getByRole('menuitem', { name: 'Pin at the start' }).click();
    await expect.poll(async () => (await drawn(page))[0]).toBe('quantity');
    await expect.poll(() => isBack()).toBe(true);
    await choose('Quantity');
    await sheet.getByRole('menuitem', { name: 'Let it scroll' }).click();
    await choose('Quantity');
    await sheet.getByRole('menuitem', { name: 'Hide this column' }).click();
    await expect.poll(() => drawn(page)).not.toContain('quantity');
    await expect.poll(() => isBack()).toBe(true);
    await page.setViewportSize({ width: 1300, height: 844 });
    await page.locator('.rh-cards').waitFor({ state: 'detached' });
    await control('columns').click();
    await expect.poll(() => sheet.getByRole('menuitem', { name: 'More for a column…' }).count()).toBe(0);
  });

  it('are reached by keys; headers are drawn while the focus is in them', async () => {
    const { page } = await openCards();
    const status = headerOf(page, 'status');
    await expect.poll(async () => (await status.boundingBox())?.width).toBeLessThanOrEqual(1);
    await status.getByRole('button', { name: 'Status', exact: true }).focus();
    await expect.poll(async () => (await status.boundingBox())?.width).toBeGreaterThan(40);
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => cellOf(page, 'status').evaluate((cell) => cell === document.activeElement))
      .toBe(true);
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => cellOf(page, 'status', 1).evaluate((cell) => cell === document.activeElement))
      .toBe(true);
    await expect.poll(async () => (await status.boundingBox())?.width).toBeLessThanOrEqual(1);
  });

  it('end with one of the totals', async () => {
    const { page } = await openCards();
    const total = page.locator('.rh-totals');
    expect(await textOf(total)).toContain('$117,102.30');
    const last = await page.locator('.rh-row').last().boundingBox();
    await expect
      .poll(async () => (await total.boundingBox())?.y)
      .toBeGreaterThan((last?.y ?? 0) + (last?.height ?? 0));
  });
});
