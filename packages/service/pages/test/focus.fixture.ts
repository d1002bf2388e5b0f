import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { toCell, toGrid, until } from './hands.fixture.ts';
import { keepScreenshot, type Pages, people } from './startPages.ts';
import { Walker } from './walker.fixture.ts';

const control = (page: Page, name: string) => page.locator(`[data-control="${name}"]`).first();
const header = (page: Page, column: string) => page.locator(`thead th[data-column="${column}"]`);
const cell = (page: Page, column: string, row = 0) =>
  page.locator(`tr[data-row="${row}"] td[data-column="${column}"]`);

async function start(
  pages: Pages,
  { name, locale, dark }: { name: string; locale: string; dark: boolean },
): Promise<Walker> {
  const page = await pages.open('/orders', { as: people.administrator, locale, dark });
  await page.setViewportSize({ width: 1600, height: 1000 });
  await page.locator('.rh-row').first().waitFor();
  await page.evaluate(() => document.fonts.ready);

  return new Walker(page, name);
}

async function toolbar(walker: Walker): Promise<void> {
  const { page } = walker;
  await toGrid(page);
  for (const name of ['views', 'filter', 'group', 'columns', 'view', 'export', 'more', 'search-mode']) {
    await walker.visits(control(page, name), name);
  }
  await walker.visits(control(page, 'keys'), 'keys');
  await until(page, 'Tab', control(page, 'length'));
  await walker.press('ArrowDown');
  await walker.isOn(control(page, 'length'), 'another length');
  await walker.press('ArrowUp');
  for (const name of ['reload', 'reset']) {
    await walker.enters(control(page, name));
    await walker.isOn(control(page, name), name);
  }
  await until(page, 'Tab', control(page, 'search'));
  await page.keyboard.type('zzzz');
  await page.locator('.rh-empty').waitFor();
  await walker.keeps('a search without results');
  await walker.looks('no-results');
  await walker.enters(page.locator('.rh-empty button').first());
  await page.locator('.rh-row').first().waitFor();
  await walker.isOn(control(page, 'search'), 'the search cleared in the empty state');
  await page.keyboard.type('a');
  await walker.enters(page.locator('.rh-clear'));
  await walker.isOn(control(page, 'search'), 'the search cleared by its cross');
  await walker.press('Control+k');
  await page.getByRole('combobox').last().waitFor();
  await walker.looks('command-menu');
  await walker.closes(control(page, 'search'), 'command-menu');
}

async function filters(walker: Walker): Promise<void> {
  const { page } = walker;
  const chips = page.locator('.rh-chip');
  for (const [index, wanted] of ['1', '2'].entries()) {
    await until(page, 'Tab', control(page, 'filter'));
    const panel = await walker.opens('Enter', 'filter');
    const status = panel.locator('[role=menuitem]').filter({ hasText: /Status|الحالة|Paid|مدفوع/ });
    await walker.enters(status.nth(index % (await status.count())));
    await panel.locator('form').waitFor();
    await walker.isOn(panel, 'the editor of a filter');
    await walker.looks('filter-editor');
    await page.locator('.rh-option-count').first().waitFor();
    await walker.press('Space');
    await walker.enters(panel.locator('[type=submit]'));
    await expect.poll(() => chips.count()).toBe(Number(wanted));
    await walker.isOn(control(page, 'filter'), `filter ${wanted} applied`);
  }
  await expect.poll(() => chips.count()).toBe(2);
  await walker.looks('chips');
  await walker.visits(chips.first().locator('.rh-chip-text'), 'chip');
  await walker.enters(chips.first().locator('.rh-chip-remove'));
  await expect.poll(() => chips.count()).toBe(1);
  await walker.isOn(chips.first().locator('.rh-chip-remove'), 'the first filter removed');
  await walker.press('Enter');
  await expect.poll(() => chips.count()).toBe(0);
  await walker.isOn(control(page, 'filter'), 'the last filter removed');

  const panel = await walker.opens('Enter', 'filter');
  await walker.enters(panel.locator('[data-control=combine-filters]'));
  const dialog = page.locator('.rh-filter-builder');
  await dialog.waitFor();
  await walker.isOn(dialog, 'the dialog of combined filters');
  await walker.looks('filter-builder');
  const adding = dialog
    .locator('.rh-condition-buttons button, .rh-where-buttons button, button[type=button]')
    .first();
  await walker.enters(adding);
  await walker.isOn(dialog, 'a part of combined filters added or removed');
  await walker.closes(control(page, 'filter'), 'filter-builder');

  const menu = await walker.opens('Enter', 'filter');
  await walker.enters(menu.locator('[data-control=combine-filters]'));
  await dialog.waitFor();
  await until(page, 'Tab', dialog.locator('select').nth(2));
  await page.keyboard.press('End');
  await walker.press('Home');
  const compare = dialog.locator('select').last();
  await compare.evaluate((select: HTMLSelectElement) => {
    select.value = 'isNotEmpty';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await walker.enters(control(page, 'apply-filters'));
  await dialog.waitFor({ state: 'detached' });
  await walker.isOn(control(page, 'filter'), 'combined filters applied');
  await walker.looks('combined-chip');
  await walker.visits(page.locator('[data-control="combined-filter"] .rh-chip-text'), 'combined-filter');
  await walker.enters(control(page, 'clear-filters'));
  await walker.isOn(control(page, 'filter'), 'all filters cleared');
}

async function headers(walker: Walker): Promise<void> {
  const { page } = walker;
  await toCell(page, header(page, 'status'));
  await walker.press('Enter');
  await walker.isOn(header(page, 'status'), 'sorted by a header');
  await walker.press('Delete');
  await walker.isOn(header(page, 'status'), 'no longer sorted');
  for (const key of ['Alt+ArrowRight', 'Alt+Shift+ArrowRight', 'Alt+Shift+ArrowLeft']) {
    await walker.press(key);
    await walker.isOn(header(page, 'status'), `a header, ${key}`);
  }
  await walker.opens('Alt+ArrowDown', 'header-menu');
  await walker.closes(header(page, 'status'), 'header-menu');
  // The entries, from the one that unpins last.
  for (const name of [
    /Pin at the start|تثبيت في البداية/,
    /Let it scroll|إلغاء التثبيت/,
    /Pin at the end|تثبيت في النهاية/,
    /Let it scroll|إلغاء التثبيت/,
  ]) {
    const menu = await walker.opens('Alt+ArrowDown', 'header-menu');
    const item = menu.locator('[role=menuitem]').filter({ hasText: name }).first();
    await walker.enters(item);
    await walker.isOn(header(page, 'status'), `the header after ${name.source}`);
    await walker.looks(`pinned-${name.source.slice(0, 10).replaceAll(' ', '-').toLowerCase()}`);
  }
  await toCell(page, header(page, 'total'));
  const menu = await walker.opens('Alt+ArrowDown', 'header-menu');
  const statistics = menu.locator('[role=menuitem]').filter({ hasText: /Statistics…|إحصاءات…/ });
  await walker.enters(statistics);
  await page.locator('.rh-statistics dl').waitFor();
  await walker.isOn(page.locator('.rh-statistics'), 'statistics');
  await walker.looks('statistics');
  await walker.closes(header(page, 'total'), 'statistics');
  const hiding = await walker.opens('Alt+ArrowDown', 'header-menu');
  await walker.enters(
    hiding.locator('[role=menuitem]').filter({ hasText: /Hide this column|إخفاء هذا العمود/ }),
  );
  await header(page, 'total').waitFor({ state: 'detached' });
  await walker.isOn(page.locator('.rh-grid thead'), 'the focused column hidden');
  await walker.enters(control(page, 'reset'));
  await header(page, 'total').waitFor();
}

async function cells(walker: Walker): Promise<void> {
  const { page } = walker;
  await toCell(page, cell(page, 'customer'));
  await walker.opens('Shift+F10', 'cell-menu');
  await walker.closes(cell(page, 'customer'), 'cell-menu');
  const menu = await walker.opens('Shift+F10', 'cell-menu');
  await walker.enters(menu.locator('[role=menuitem]').nth(1));
  await walker.isOn(cell(page, 'customer'), 'a row copied');

  await toCell(page, cell(page, 'status', 1));
  await walker.press('F2');
  await page.locator('.rh-editor').waitFor();
  await walker.isOn(page.locator('.rh-editor'), 'the editor of a cell');
  await walker.looks('cell-editor');
  await walker.press('Escape');
  await page.locator('.rh-editor').waitFor({ state: 'detached' });
  await walker.isOn(cell(page, 'status', 1), 'the editor left');
  await walker.press('F2');
  await page.locator('.rh-editor').waitFor();
  await walker.isOn(page.locator('.rh-editor'), 'the editor again');
  await walker.press('ArrowDown');
  await walker.press('Enter');
  await page.locator('.rh-editor').waitFor({ state: 'detached' });
  await walker.keeps('a cell written');

  const expander = page.locator('tr[data-row="0"] [data-rh=expand]');
  await toCell(page, expander.locator('xpath=ancestor::td'));
  await walker.press('Enter');
  await page.locator('.rh-details').waitFor();
  await walker.keeps('details opened');
  await walker.looks('details');
  await walker.press('Enter');
  await page.locator('.rh-details').waitFor({ state: 'detached' });
  await walker.keeps('details closed');
}

async function selection(walker: Walker): Promise<void> {
  const { page } = walker;
  await toCell(page, cell(page, 'customer', 2));
  await walker.press('Space');
  await page.locator('.rh-selection').waitFor();
  await walker.isOn(cell(page, 'customer', 2), 'a row selected');
  await walker.press('Control+a');
  await walker.keeps('the page selected');
  await walker.looks('selection');
  await walker.enters(control(page, 'select-all'));
  await walker.isOn(page.locator('.rh-grid'), 'all that match selected');
  await walker.enters(control(page, 'unselect'));
  await page.locator('.rh-selection').waitFor({ state: 'detached' });
  await walker.isOn(page.locator('.rh-grid'), 'the selection cleared');
  await toCell(page, cell(page, 'customer', 2));
  await walker.press('Space');
  const paid = page.locator('[data-selection-button=paid]');
  await until(page, 'Tab', paid);
  await walker.opens('Enter', 'question');
  await walker.closes(paid, 'question');
  await walker.opens('Enter', 'question');
  await walker.enters(control(page, 'confirm'));
  await page.locator('[data-toast]').first().waitFor();
  await walker.keeps('an action on the selection, confirmed');
  await walker.looks('toast');
  await walker.press('F6');
  await walker.isOn(page.locator('.rh-toasts'), 'the toasts by F6');
  await walker.press('F6');
  await walker.isOn(page.locator('.rh-grid'), 'back by F6');
  await walker.press('F6');
  for (let left = await page.locator('[data-toast]').count(); left > 0; left -= 1)
    await walker.press('Escape');
  await walker.keeps('the toasts dismissed');
  await toGrid(page);
  if (await page.locator('.rh-selection').count()) await walker.enters(control(page, 'unselect'));
}

async function rowsThatGo(walker: Walker): Promise<void> {
  const { page } = walker;
  const actions = (row: number) => page.locator(`tr[data-row="${row}"] td.rh-actions`);
  const destroy = (row: number) => actions(row).locator('.rh-apart').first();
  const number = await cell(page, 'number', 9).textContent();
  await toCell(page, actions(9));
  await walker.press('Enter');
  await until(page, 'Tab', destroy(9));
  await walker.opens('Enter', 'delete');
  await walker.closes(destroy(9), 'delete');
  await walker.opens('Enter', 'delete');
  await walker.enters(control(page, 'confirm'));
  await page.locator('.rh-row', { hasText: number ?? '' }).waitFor({ state: 'detached' });
  await walker.isOn(page.locator('.rh-grid tbody'), 'the row gone after its deletion');
}

async function paging(walker: Walker): Promise<void> {
  const { page } = walker;
  await toCell(page, cell(page, 'customer', 4));
  await walker.press('PageDown');
  await page.locator('[data-page="2"][aria-current]').waitFor();
  await walker.isOn(page.locator('.rh-grid tbody'), 'the next page by a key');
  await walker.press('PageUp');
  for (const name of ['next', 'last', 'previous', 'first']) {
    await walker.enters(page.locator(`[data-page="${name}"]`));
    await walker.isOn(page.locator(`[data-page="${name}"]`), `the ${name} page`);
  }
  await walker.enters(page.locator('[data-page="3"]'));
  await walker.isOn(page.locator('[data-page="3"]'), 'a page by its number');
  await walker.press('g');
  await walker.isOn(control(page, 'page'), 'the field of the page number');
  await page.keyboard.type('5');
  await walker.press('Enter');
  await page.locator('[data-page="5"][aria-current]').waitFor();
  await walker.isOn(control(page, 'page'), 'a page by the field');
  await walker.enters(page.locator('[data-page="first"]'));
}

async function views(walker: Walker): Promise<void> {
  const { page } = walker;
  const button = control(page, 'views');
  const choose = async (name: RegExp) => {
    await until(page, 'Tab', button);
    const menu = await walker.opens('Enter', 'views-menu');
    await walker.enters(menu.locator('[role^=menuitem]').filter({ hasText: name }));
  };
  const dialog = page.locator('dialog.rh-dialog[open]');
  const saving = /Save as a new view|طريقة عرض جديدة|حفظ ك/;
  await choose(saving);
  await walker.isOn(dialog, 'the dialog of a new view');
  await walker.looks('save-view');
  await walker.closes(button, 'save-view');
  await choose(saving);
  await page.keyboard.type(`By ${walker.name}`);
  await walker.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await walker.isOn(button, 'the view saved');
  for (const [state, name] of [
    ['rename-view', /^\s*(Rename|إعادة التسمية)/],
    ['share-view', /^\s*(Share|مشاركة)/],
    ['delete-view', /^\s*(Delete|حذف)/],
  ] as const) {
    await choose(name);
    await walker.isOn(dialog, state);
    await walker.looks(state);
    await walker.closes(button, state);
  }
  await choose(/^\s*(Delete|حذف)/);
  await walker.enters(control(page, 'apply-view'));
  await dialog.waitFor({ state: 'detached' });
  await walker.isOn(button, 'the view deleted');
}

async function groups(walker: Walker): Promise<void> {
  const { page } = walker;
  const button = control(page, 'group');
  await until(page, 'Tab', button);
  const panel = await walker.opens('Enter', 'group');
  await walker.enters(panel.locator('[data-add=status]'));
  await page.locator('.rh-group').first().waitFor();
  await walker.isOn(panel, 'a column grouped');
  await walker.enters(panel.locator('[data-add=placed_at]'));
  await walker.isOn(panel, 'another column grouped');
  await walker.looks('group-panel');
  await walker.enters(panel.locator('[data-level="1"] [data-move="-1"]'));
  await walker.isOn(panel, 'a group moved');
  await walker.enters(panel.locator('[data-level="0"] .rh-level-remove'));
  await walker.isOn(panel, 'a group removed');
  await walker.closes(button, 'group');
  const first = page.locator('.rh-group .rh-group-label').first();
  await toCell(page, first);
  await walker.press('Enter');
  await page.locator('.rh-row').first().waitFor();
  await walker.isOn(first, 'a group opened');
  await walker.looks('open-group');
  const more = page.locator('.rh-group-end button').first();
  if (await more.count()) {
    await toCell(page, more.locator('xpath=ancestor::td'));
    await walker.press('Enter');
    await walker.keeps('more rows of a group');
  }
  await toCell(page, first);
  await walker.press('Enter');
  await walker.isOn(first, 'a group closed');
  await until(page, 'Tab', button);
  const again = await walker.opens('Enter', 'group');
  await walker.enters(again.locator('[data-control=ungroup]'));
  await page.locator('.rh-group').first().waitFor({ state: 'detached' });
  await walker.isOn(again, 'no longer grouped');
  await walker.closes(button, 'group');
}

async function exporting(walker: Walker): Promise<void> {
  const { page } = walker;
  const button = control(page, 'export');
  await until(page, 'Tab', button);
  const menu = await walker.opens('Enter', 'export');
  await walker.enters(menu.locator('[role=menuitem]').last());
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor();
  await walker.isOn(dialog, 'the dialog of exports');
  await walker.looks('export-dialog');
  await walker.closes(button, 'export-dialog');
  await walker.opens('Enter', 'export');
  await walker.press('Enter');
  await page.locator('.rh-job').first().waitFor();
  await walker.keeps('an export begun');
}

const parts = { toolbar, filters, headers, cells, selection, rowsThatGo, paging, views, groups, exporting };

/** Uses every part of the table of orders without a mouse; resolves with where the focus was lost, and parts not finished. */
export async function walkByKeyboard(pages: Pages, options: { name: string; locale: string; dark: boolean }) {
  const walker = await start(pages, options);
  const missed: string[] = [];
  for (const [part, run] of Object.entries(parts)) {
    try {
      await run(walker);
    } catch (error) {
      missed.push(`${part}: ${error instanceof Error ? error.stack?.slice(0, 900) : error}`);
      await keepScreenshot(walker.page, `focus/${options.name}-failed-${part}`);
      await walker.page.goto('/orders');
      await walker.page.locator('.rh-row, .rh-group').first().waitFor();
    }
  }
  return { faults: walker.faults, missed };
}
