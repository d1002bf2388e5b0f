import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What a person does in a table, by mouse or by keyboard alone. */
export interface Hands {
  readonly name: string;
  press(page: Page, target: Locator): Promise<void>;
  check(page: Page, box: Locator): Promise<void>;
  type(page: Page, field: Locator, text: string): Promise<void>;
  /** Chooses the option with that value. */
  choose(page: Page, select: Locator, value: string): Promise<void>;
  /** One of several radio buttons. */
  pick(page: Page, radio: Locator): Promise<void>;
  search(page: Page, text: string): Promise<void>;
  widen(page: Page, header: Locator): Promise<void>;
  /** Moves a column before another one. */
  move(page: Page, header: Locator, before: Locator): Promise<void>;
  headerItem(page: Page, header: Locator, item: string | RegExp): Promise<void>;
  /** Selects the page, and then all rows that match. */
  selectMatching(page: Page): Promise<void>;
  openEditor(page: Page, cell: Locator): Promise<void>;
  /** Writes the value of the open editor. */
  commit(page: Page): Promise<void>;
  /** Selects the block of cells from one to another. */
  block(page: Page, from: Locator, to: Locator): Promise<void>;
  copyBlock(page: Page): Promise<void>;
  /** Chooses an item of the menu of views. */
  views(page: Page, item: string): Promise<void>;
  exportCsv(page: Page): Promise<void>;
}

const menuItem = (page: Page, name: string | RegExp) =>
  page.locator('[role^=menuitem]').filter({ hasText: name }).first();

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 5 });
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
}

async function box(target: Locator) {
  const found = await target.boundingBox();
  if (!found) throw new Error('The element is not drawn.');

  return { ...found, centre: { x: found.x + found.width / 2, y: found.y + found.height / 2 } };
}

export const mouse: Hands = {
  name: 'mouse',
  press: (_page, target) => target.click(),
  check: (_page, target) => target.check(),
  type: (_page, field, text) => field.fill(text),
  async choose(_page, select, value) {
    await select.selectOption(value);
  },
  pick: (_page, radio) => radio.check(),
  search: (page, text) => page.getByRole('searchbox').fill(text),
  async widen(page, header) {
    const { centre } = await box(header.locator('.rh-resize'));
    await drag(page, centre, { x: centre.x + 40, y: centre.y });
  },
  async move(page, header, before) {
    const [from, to] = [await box(header), await box(before)];
    await drag(page, { x: from.x + 12, y: from.centre.y }, { x: to.x + 4, y: to.centre.y });
  },
  async headerItem(page, header, item) {
    await header.hover();
    await header.locator('[data-rh=menu]').click();
    await menuItem(page, item).click();
  },
  async selectMatching(page) {
    await page.locator('[data-rh=select-page]').check();
    await page.getByRole('button', { name: /^Select all [\d,]+ that match$/ }).click();
  },
  openEditor: (_page, cell) => cell.dblclick({ position: { x: 4, y: 4 } }),
  commit: (page) => page.locator('.rh-records-text').click(),
  async block(page, from, to) {
    const [first, last] = [await box(from), await box(to)];
    await drag(
      page,
      { x: first.x + first.width - 8, y: first.centre.y },
      { x: last.x + last.width - 8, y: last.centre.y },
    );
  },
  copyBlock: (page) => page.keyboard.press('Control+c'),
  async views(page, item) {
    await page.locator('[data-control=views]').click();
    await menuItem(page, item).click();
  },
  async exportCsv(page) {
    await page.locator('[data-control=export]').click();
    await menuItem(page, 'CSV').click();
  },
};

export const isFocused = (target: Locator) =>
  target.evaluate(
    (element) => element === document.activeElement || element.contains(document.activeElement),
  );

const focusedText = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim().slice(0, 40);
  });

/** Presses a key until the focus is on an element. */
export async function until(page: Page, key: string, target: Locator): Promise<void> {
  await target.waitFor();
  const met: string[] = [];
  for (let presses = 0; presses < 120; presses += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
    met.push(await focusedText(page));
  }
  throw new Error(`${key} never focused the element, only: ${met.join(' | ')}`);
}

const inGrid = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('.rh-grid :is([role=grid], [role=treegrid])') !== null);

export async function toGrid(page: Page): Promise<void> {
  for (let presses = 0; presses < 120 && !(await inGrid(page)); presses += 1)
    await page.keyboard.press('Tab');
  expect(await inGrid(page)).toBe(true);
}

/** Goes to a cell or header by arrow keys. Columns that come or go meanwhile change the way, so a person looks again. */
export async function toCell(page: Page, cell: Locator): Promise<void> {
  const isReached = () =>
    expect
      .poll(() => isFocused(cell))
      .toBe(true)
      .then(() => true)
      .catch(() => false);
  for (let tries = 0; tries < 3; tries += 1) {
    await walkToCell(page, cell);
    if (await isReached()) return;
  }
  throw new Error(`The arrow keys did not lead to ${cell}, but to: ${await focusedText(page)}`);
}

/** To the row of the headers first, then along it, and down. */
async function walkToCell(page: Page, cell: Locator): Promise<void> {
  await toGrid(page);
  await page.keyboard.press('Control+Home');
  const place = await cell.evaluate((element) => {
    const row = element.closest('tr') as HTMLTableRowElement;
    const rows = [...(row.closest('table')?.rows ?? [])].filter(
      (one) => one.ariaHidden !== 'true' && one.parentElement?.ariaHidden !== 'true',
    );
    return { down: rows.indexOf(row), along: (element as HTMLTableCellElement).cellIndex };
  });
  const isRightToLeft = await page.evaluate(() => document.documentElement.dir === 'rtl');
  const along = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
  for (let step = 0; step < place.along; step += 1) await page.keyboard.press(along);
  for (let step = 0; step < place.down; step += 1) await page.keyboard.press('ArrowDown');
}

async function chooseItem(page: Page, name: string | RegExp): Promise<void> {
  await until(page, 'ArrowDown', menuItem(page, name));
  await page.keyboard.press('Enter');
}

export const keyboard: Hands = {
  name: 'keyboard',
  async press(page, target) {
    const [isInBody, isItem] = await target.evaluate((element) => [
      element.closest('tbody') !== null,
      element.role?.startsWith('menuitem'),
    ]);
    if (isInBody) await toCell(page, target.locator('xpath=ancestor-or-self::td[1]'));
    else await until(page, isItem ? 'ArrowDown' : 'Tab', target);
    await page.keyboard.press('Enter');
  },
  async check(page, target) {
    await until(page, 'Tab', target);
    await page.keyboard.press('Space');
  },
  async type(page, field, text) {
    await until(page, 'Tab', field);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  },
  async choose(page, select, value) {
    await until(page, 'Tab', select);
    const steps = await select.evaluate((element, option) => {
      const { options, selectedIndex } = element as HTMLSelectElement;
      return [...options].findIndex((one) => one.value === option) - selectedIndex;
    }, value);
    for (let step = 0; step < Math.abs(steps); step += 1) {
      await page.keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
    }
    expect(await select.inputValue()).toBe(value);
  },
  async pick(page, radio) {
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.type))
      .toBe('radio');
    for (let presses = 0; presses < 20 && !(await radio.isChecked()); presses += 1) {
      await page.keyboard.press('ArrowDown');
    }
    expect(await radio.isChecked()).toBe(true);
  },
  async search(page, text) {
    await page.keyboard.press('/');
    await expect.poll(() => isFocused(page.getByRole('searchbox'))).toBe(true);
    await page.keyboard.type(text);
  },
  async widen(page, header) {
    await toCell(page, header);
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Alt+ArrowRight');
  },
  async move(page, header, before) {
    await toCell(page, header);
    const steps = await header.evaluate(
      (element, other) => {
        const headers = [...(element.parentElement?.children ?? [])];
        return headers.indexOf(element) - headers.indexOf(other as Element);
      },
      await before.elementHandle(),
    );
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('Alt+Shift+ArrowLeft');
  },
  async headerItem(page, header, item) {
    await toCell(page, header);
    await page.keyboard.press('Alt+ArrowDown');
    await chooseItem(page, item);
  },
  async selectMatching(page) {
    await toGrid(page);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+a');
  },
  async openEditor(page, cell) {
    await toCell(page, cell);
    await page.keyboard.press('F2');
  },
  commit: (page) => page.keyboard.press('Enter'),
  async block(page, from, to) {
    await toCell(page, to);
    const target = await to.elementHandle();
    const size = await from.evaluate((element, other) => {
      const [first, last] = [element.closest('tr'), (other as Element).closest('tr')];
      const rows = [...(first?.closest('table')?.rows ?? [])];
      return {
        up: rows.indexOf(last as HTMLTableRowElement) - rows.indexOf(first as HTMLTableRowElement),
        back: (other as HTMLTableCellElement).cellIndex - (element as HTMLTableCellElement).cellIndex,
      };
    }, target);
    for (let step = 0; step < size.up; step += 1) await page.keyboard.press('Shift+ArrowUp');
    for (let step = 0; step < size.back; step += 1) await page.keyboard.press('Shift+ArrowLeft');
  },
  copyBlock: (page) => page.keyboard.press('Control+c'),
  async views(page, item) {
    await toGrid(page);
    await page.keyboard.press('v');
    await expect.poll(() => isFocused(page.getByRole('menu'))).toBe(true);
    await chooseItem(page, item);
  },
  async exportCsv(page) {
    await until(page, 'Tab', page.locator('[data-control=export]'));
    await page.keyboard.press('Enter');
    await chooseItem(page, 'CSV');
  },
};
