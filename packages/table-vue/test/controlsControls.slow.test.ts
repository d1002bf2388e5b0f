import { describe, expect, test } from 'vitest';
import { focused } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const { open } = useHarness();

describe('the search', () => {
  test('finds rows as one types, with one request for many keystrokes, and is cleared by its button', async () => {
    const { page, queries, control } = await open();
    await control('search').evaluate((input: HTMLInputElement) => {
      for (const text of ['A', 'Ad', 'Ada']) {
        input.value = text;
        input.dispatchEvent(new Event('input'));
      }
    });
    await page.getByText('Showing 1 to 10 of 52 (filtered from 260)').waitFor();
    expect(queries.map((query) => query.get('meta[search]')).filter(Boolean)).toEqual(['Ada']);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByText('Showing 1 to 10 of 260').waitFor();
    await expect.poll(() => control('search').inputValue()).toBe('');
    await expect.poll(() => focused(page)).toBe('');
    await expect
      .poll(() => control('search').evaluate((input) => input === document.activeElement))
      .toBe(true);
  });

  test('is cleared by Escape', async () => {
    const { page, control } = await open();
    await control('search').fill('zzz');
    await page.getByText('No results for “zzz”').waitFor();
    await control('search').press('Escape');
    await page.getByText('Showing 1 to 10 of 260').waitFor();
    await expect.poll(() => control('search').inputValue()).toBe('');
  });

  test('is found by its role and label, and is omitted if no column can be searched', async () => {
    const { page } = await open();
    await expect.poll(() => page.getByRole('searchbox', { name: 'Search in the table' }).count()).toBe(1);
    const wide = await open({ table: 'wide' });
    await expect.poll(() => wide.page.getByRole('searchbox').count()).toBe(0);
    await expect.poll(() => wide.control('search-mode').count()).toBe(0);
  });

  test.each([
    ['Starts with', 'startsWith', 'N-0001', 10],
    ['Ends with', 'endsWith', '-00012', 1],
    ['Exact match', 'exactMatch', 'N-00012', 1],
    ['Does not contain', 'doesntContain', 'Ada', 208],
  ])('has the mode %s', async (name, mode, text, count) => {
    const { page, queries, control } = await open();
    await control('search-mode').click();
    const items = page.getByRole('menuitemradio');
    await items.first().waitFor();
    await expect
      .poll(() => items.allInnerTexts())
      .toEqual(['Contains all words', 'Starts with', 'Ends with', 'Exact match', 'Does not contain']);
    await expect.poll(() => items.first().getAttribute('aria-checked')).toBe('true');
    await page.getByRole('menuitemradio', { name }).click();
    await expect.poll(() => focused(page)).toBe(`How to search: ${name}`);
    await control('search').fill(text);
    await page.getByText(new RegExp(`Showing 1 to \\d+ of ${count} \\(filtered from 260\\)`)).waitFor();
    expect(queries.at(-1)?.get('meta[searchMode]')).toBe(mode);
    await expect.poll(async () => (await control('search-mode').textContent())?.trim()).toBe(name);
  });
});

describe('the page length', () => {
  test('offers the lengths of the template, and keeps the first row visible', async () => {
    const { page, row, control } = await open();
    await expect
      .poll(() => control('length').locator('option').allInnerTexts())
      .toEqual(['10 rows', '25 rows', '50 rows', 'As many as fit']);
    await page.getByRole('button', { name: 'Page 4' }).click();
    await page.getByText('Showing 31 to 40 of 260').waitFor();
    await control('length').selectOption('25');
    await page.getByText('Showing 26 to 50 of 260').waitFor();
    await expect.poll(() => row(24).count()).toBe(1);
  });
});

describe('the column menu', () => {
  test('hides and shows columns without closing, and shows them all', async () => {
    const { page, control } = await open();
    const header = (name: string) => page.locator(`thead th[data-column="${name}"]`);
    await control('columns').click();
    const status = page.getByRole('menuitemcheckbox', { name: 'Status' });
    await expect.poll(() => status.getAttribute('aria-checked')).toBe('true');
    await status.click();
    await expect.poll(() => header('status').count()).toBe(0);
    await expect.poll(() => status.getAttribute('aria-checked')).toBe('false');
    await expect
      .poll(() => page.getByRole('menuitemcheckbox', { name: 'Shout' }).getAttribute('aria-checked'))
      .toBe('false');
    await expect.poll(() => page.getByRole('menuitemcheckbox', { name: 'Secret' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Show all columns' }).click();
    await expect.poll(() => header('status').count()).toBe(1);
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  });

  test('keeps the last column in place', async () => {
    const { page, control } = await open({ table: 'single' });
    await control('columns').click();
    const only = page.getByRole('menuitemcheckbox', { name: 'name' });
    await expect.poll(() => only.getAttribute('aria-disabled')).toBe('true');
    await only.click({ force: true });
    await expect.poll(() => only.getAttribute('aria-checked')).toBe('true');
  });

  test('stays on the screen and scrolls with sixty columns', async () => {
    const { page, control } = await open({ table: 'wide', width: 390, height: 844 });
    await control('columns').click();
    await page.locator('[role=menuitemcheckbox]:focus').waitFor();
    const box = await page.locator('.rh-popover:popover-open').boundingBox();
    await expect.poll(() => page.getByRole('menuitemcheckbox').count()).toBe(60);
    expect(box).toMatchObject({ x: expect.any(Number) });
    expect(box?.x ?? -1).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
    await page.keyboard.press('End');
    await expect.poll(() => focused(page)).toBe('More for a column…');
    await expect
      .poll(() => page.getByRole('menuitem', { name: 'More for a column…' }).isVisible())
      .toBe(true);
  });
});

describe('the view menu', () => {
  test.each([
    ['Striped rows', 'is-striped', false],
    ['Lines between cells', 'is-bordered', false],
    ['Highlight the row under the pointer', 'is-hoverable', true],
  ])('switches %s', async (name, cssClass, before) => {
    const { page, control } = await open();
    const has = async () =>
      (await page.locator('[role=grid]').getAttribute('class'))?.split(' ').includes(cssClass);
    expect(await has()).toBe(before);
    await control('view').click();
    const item = page.getByRole('menuitemcheckbox', { name });
    await expect.poll(() => item.getAttribute('aria-checked')).toBe(String(before));
    await item.click();
    await expect.poll(has).toBe(!before);
    await expect.poll(() => item.getAttribute('aria-checked')).toBe(String(!before));
  });
});

describe('the whole screen', () => {
  test('is filled from the view menu, and left again', async () => {
    const { page, control } = await open();
    const isFull = () => page.evaluate("document.fullscreenElement?.matches('.rh-table') ?? false");
    for (const expected of [true, false]) {
      await control('view').click();
      const item = page.getByRole('menuitemcheckbox', { name: 'Full screen' });
      await expect.poll(() => item.getAttribute('aria-checked')).toBe(String(!expected));
      await item.click();
      await expect.poll(isFull).toBe(expected);
      if (await page.getByRole('menu').count()) await page.keyboard.press('Escape');
    }
  });
});

describe('the height of the rows', () => {
  test('is chosen in the menu Display, and is the same after a reload', async () => {
    const { page, row, control } = await open({ width: 2200 });
    const heights = [];
    for (const name of ['Normal rows', 'Compact rows', 'Roomy rows']) {
      await control('view').click();
      await page.getByRole('menuitemradio', { name }).click();
      await page.keyboard.press('Escape');
      heights.push(Math.round((await row(1).boundingBox())?.height ?? 0));
    }
    expect(heights).toEqual([35, 27, 43]);
    await page.reload();
    await row(1).waitFor();
    expect(Math.round((await row(1).boundingBox())?.height ?? 0)).toBe(43);
  });

  test('determines the number of rows together with the height of the window, if enabled', async () => {
    const { page, control } = await open({ height: 1000, width: 2200 });
    await control('length').selectOption('auto');
    await expect.poll(() => page.locator('.rh-row').count()).toBeGreaterThan(12);
    const rows = await page.locator('.rh-row').count();
    const height = () => page.evaluate('document.documentElement.scrollHeight');
    expect(await height()).toBeLessThanOrEqual(1000 + 35);
    await page.setViewportSize({ width: 2200, height: 700 });
    await expect.poll(() => page.locator('.rh-row').count()).toBeLessThan(rows);
    await page.reload();
    await page.locator('.rh-row').first().waitFor();
    await expect.poll(() => control('length').inputValue()).toBe('auto');
  });
});

describe('the other controls', () => {
  test('reads the same page again by the reload button', async () => {
    const { page, queries, control } = await open();
    await page.getByRole('button', { name: 'Page 3' }).click();
    await page.getByText('Showing 21 to 30 of 260').waitFor();
    const before = queries.length;
    await control('reload').click();
    await expect.poll(() => queries.length).toBe(before + 1);
    expect(queries.at(-1)?.toString()).toBe(queries.at(-2)?.toString());
  });

  test('reset forgets what the user has made of the table, and tells the host', async () => {
    const { page, control } = await open({ listenTo: ['reset'] });
    await control('search').fill('Ada');
    await page.getByText('filtered from 260').waitFor();
    await control('length').selectOption('25');
    await page.getByText('Showing 1 to 25 of 52').waitFor();
    await control('columns').click();
    await page.getByRole('menuitemcheckbox', { name: 'Status' }).click();
    await page.keyboard.press('Escape');
    await control('reset').click();
    await page.getByText('Showing 1 to 10 of 260').waitFor();
    await expect.poll(() => control('search').inputValue()).toBe('');
    await expect.poll(() => control('length').inputValue()).toBe('10');
    await expect.poll(() => page.locator('thead th[data-column="status"]').count()).toBe(1);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  test('are those that the template lists', async () => {
    const { page, control } = await open({ rows: false });
    await page.route('**/api/everything/init*', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      answer.template.controls = ['length', 'reload'];
      await route.fulfill({ response, json: answer });
    });
    await page.reload();
    await page.locator('.rh-row').first().waitFor();
    const shown = await page
      .locator('.rh-controls [data-control]')
      .evaluateAll((all) => all.map((element) => element.getAttribute('data-control')));
    expect(shown).toEqual(['filter', 'reload', 'keys']);
    await expect.poll(() => page.locator('.rh-footer [data-control=length]').count()).toBe(1);
    await expect.poll(() => control('columns').count()).toBe(0);
  });

  test('have names, and room for a finger, on a phone', async () => {
    const { page } = await open({ width: 390, height: 844 });
    const controls = page.locator('.rh-table :is(button, a, select, input):visible');
    const small = await controls.evaluateAll((all) =>
      all
        .filter((element) => {
          const { width, height } = element.getBoundingClientRect();
          return element.closest('[role=grid]') === null && (width < 24 || height < 24);
        })
        .map((element) => element.outerHTML),
    );
    expect(small).toEqual([]);
    for (const name of ['Filter', 'Columns', 'Display', 'Reload', 'Reset the table']) {
      await expect.poll(() => page.getByRole('button', { name, exact: true }).count()).toBe(1);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
