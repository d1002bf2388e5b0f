import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../../../test/axe.ts';
import arabic from '../src/i18n/ar.json' with { type: 'json' };
import { focused, type OpenedTable, type OpenOptions } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const { open } = useHarness();
const screenshots = join(import.meta.dirname, '../../../test-output/screenshots');
const phone = { width: 390, height: 844 };
const sizes = [phone, { width: 360, height: 740 }] as const;
const noRegions = (faults: readonly string[]) =>
  faults.filter((fault) => !/^(region|landmark|page-has)/.test(fault));

/** A sheet, and how it is opened. */
interface Sheet {
  readonly options: OpenOptions;
  /** Those that never scroll out of sight. */
  readonly buttons: string;
  show(opened: OpenedTable): Promise<Locator>;
}

const cardOf = ({ page }: OpenedTable) => page.locator('dialog[open] > .modal-card');
const panelOf = ({ page }: OpenedTable) => page.locator('.rh-popover:popover-open > .rh-popover-content');

const builder: Sheet = {
  options: {},
  buttons: '.modal-card-foot .button',
  show: async (opened) => {
    await opened.control('filter').click();
    await opened.control('combine-filters').click();
    const sheet = cardOf(opened);
    /** The button that adds a condition to the group of this depth, and the one that adds a group. */
    const buttons = (depth: number) =>
      sheet.locator(`${'.rh-filter-group '.repeat(depth)} > .buttons > .button`);
    await buttons(1).last().click();
    await buttons(2).last().click();
    while ((await sheet.locator('.rh-filter-condition').count()) < 10) await buttons(3).first().click();

    return sheet;
  },
};

const view: Sheet = {
  options: { views: true },
  buttons: '.modal-card-foot .button',
  show: async (opened) => {
    await opened.control('views').click();
    await panelOf(opened).locator('[role=menuitem]').first().click();

    return cardOf(opened);
  },
};

const sheets: Readonly<Record<string, Sheet>> = {
  'the filter builder with ten conditions': builder,
  'the dialog of a view': view,
  'the dialog of exports': {
    options: { table: 'exported' },
    buttons: '.modal-card-foot .button',
    show: async (opened) => {
      await opened.control('export').click();
      await opened.control('export-options').click();

      return cardOf(opened);
    },
  },
  'the panel of groups': {
    options: { table: 'exported' },
    buttons: '[data-control=ungroup]',
    show: async (opened) => {
      await opened.control('group').click();
      await panelOf(opened).locator('[data-add=status]').click();
      await panelOf(opened).locator('[data-add=placed_at]').click();
      await opened.page.locator('.rh-group').nth(2).waitFor();

      return panelOf(opened);
    },
  },
  'the form of a filter': {
    options: {},
    buttons: '.rh-filter-buttons .button',
    show: async (opened) => {
      await opened.control('filter').click();
      await panelOf(opened).locator('[role=menuitem]', { hasText: 'Placed' }).click();
      await panelOf(opened).locator('.rh-filter-form').waitFor();

      return panelOf(opened);
    },
  },
};

/** The controls of a sheet that are smaller than a finger. A label is part of its checkbox. */
const tooSmall = (sheet: Locator) =>
  sheet
    .locator('button, select, textarea, input:not([type=checkbox], [type=radio]), label:has(> input)')
    .evaluateAll((all) =>
      all
        .filter((control) => {
          const { width, height } = control.getBoundingClientRect();
          return width < 44 || height < 44;
        })
        .map((control) => control.outerHTML),
    );

/** The parts of the page, or of a sheet, that scroll sideways. */
const scrolledSideways = (root: Locator) =>
  root.evaluate((element) =>
    [element, ...element.querySelectorAll(':not(input, select, option, textarea)')]
      .filter(
        (part) => part.scrollWidth > part.clientWidth && /auto|scroll/.test(getComputedStyle(part).overflowX),
      )
      .map(({ className }) => className),
  );

it.each([
  ['columns', 'ltr'],
  ['view', 'rtl'],
  ['filter', 'ltr'],
] as const)(
  'opens the panel of %s at the lower edge of a phone (%s), and returns the focus',
  async (name, dir) => {
    const { page, control } = await open(phone);
    await page.evaluate((direction) => document.documentElement.setAttribute('dir', direction), dir);
    await control(name).click();
    const panel = page.locator('.rh-popover:popover-open');
    await panel.waitFor();
    const { x, y, width, height } = (await panel.boundingBox()) ?? { x: -1, y: 0, width: 0, height: 0 };

    expect([x, width, Math.round(y + height)]).toEqual([0, 390, 844]);
    expect(height).toBeLessThanOrEqual(844 * 0.9 + 1);
    const items = await panel.locator('[role^=menuitem], [role=option]').all();
    for (const item of items.slice(0, 3)) {
      await expect.poll(async () => (await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    expect(noRegions(await accessibilityFaults(page))).toEqual([]);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => control(name).evaluate((button) => button === document.activeElement)).toBe(true);
  },
);

it('keeps the same panel at its button in a wide window', async () => {
  const { page, control } = await open();
  await control('columns').click();
  const button = await control('columns').boundingBox();
  const panel = page.locator('.rh-popover:popover-open');
  await expect.poll(async () => (await panel.boundingBox())?.x).toBe(button?.x);
  await expect
    .poll(async () => (await panel.boundingBox())?.y)
    .toBe((button?.y ?? 0) + (button?.height ?? 0) + 4);
  await expect.poll(() => focused(page)).not.toBe('');
});

describe.each(Object.entries(sheets))('%s', (name, { options, buttons, show }) => {
  const file = name.replaceAll(' ', '-');

  it.each(sizes)('is a sheet at the lower edge of a phone of $width × $height', async (size) => {
    const opened = await open({ ...size, ...options });
    const { page } = opened;
    const sheet = await show(opened);
    await sheet.waitFor();
    const { x, y, width, height } = (await sheet.boundingBox()) ?? { x: -1, y: 0, width: 0, height: 0 };

    expect([x, width, Math.round(y + height)]).toEqual([0, size.width, size.height]);
    expect(height).toBeLessThanOrEqual(size.height * 0.9 + 1);
    expect(await sheet.evaluate((part) => getComputedStyle(part).borderRadius)).toBe('16px 16px 0px 0px');
    await expect.poll(() => sheet.locator(buttons).count()).toBeGreaterThan(0);
    for (const button of await sheet.locator(buttons).all()) {
      const box = await button.boundingBox();
      expect(box?.y).toBeGreaterThan(y);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height);
      // Nothing covers it.
      await button.click({ trial: true });
    }
    expect(await tooSmall(sheet)).toEqual([]);
    expect(await scrolledSideways(sheet)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    await page.screenshot({ path: join(screenshots, `sheet-${file}-${size.width}.png`) });
    expect(noRegions(await accessibilityFaults(page))).toEqual([]);
  });

  it('is a sheet in the dark, from right to left', async () => {
    const { width, height } = sizes[1];
    const opened = await open({ width, height, colorScheme: 'dark', dictionary: arabic, ...options });
    const { page } = opened;
    await page.evaluate(() => Object.assign(document.documentElement, { dir: 'rtl', lang: 'ar' }));
    const sheet = await show(opened);
    await sheet.waitFor();
    const box = await sheet.boundingBox();

    expect([box?.x, box?.width]).toEqual([0, width]);
    // Before its name, also where the name reads the other way.
    const checkboxes = sheet.locator('label > input[type=checkbox]');
    expect(
      await checkboxes.evaluateAll((all) =>
        all.every((checkbox) => checkbox.getBoundingClientRect().right > innerWidth / 2),
      ),
    ).toBe(true);
    expect(await tooSmall(sheet)).toEqual([]);
    expect(await scrolledSideways(sheet)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.screenshot({ path: join(screenshots, `sheet-${file}-dark-rtl.png`) });
    expect(noRegions(await accessibilityFaults(page))).toEqual([]);
  });
});

it('keeps the buttons of a sheet above the keyboard of the phone', async () => {
  const opened = await open(phone);
  const { page } = opened;
  const sheet = await builder.show(opened);
  await sheet.waitFor();
  /** The part of the window that is not covered, as a browser reports it. */
  const leave = (height: number) =>
    page.evaluate((visible) => {
      Object.defineProperty(visualViewport, 'height', { value: visible, configurable: true });
      visualViewport?.dispatchEvent(new Event('resize'));
    }, height);
  const end = async () => {
    const { y = 0, height = 0 } = (await sheet.boundingBox()) ?? {};
    return Math.round(y + height);
  };

  await leave(500);
  await expect.poll(end).toBe(500);
  await expect.poll(async () => (await sheet.boundingBox())?.y).toBe(16);
  // The bars of the browser.
  await leave(790);
  await expect.poll(end).toBe(844);
});

it('leaves the dialogs of a wide window in its middle', async () => {
  const opened = await open(view.options);
  const sheet = await view.show(opened);
  await sheet.waitFor();
  const { x = 0, y = 0, width = 0, height = 0 } = (await sheet.boundingBox()) ?? {};

  expect(width).toBeLessThanOrEqual(448);
  expect(Math.round(x + width / 2)).toBe(640);
  expect(Math.round(y + height / 2)).toBe(450);
});

describe.each(['ltr', 'rtl'] as const)('the controls above the rows, on a narrow phone (%s)', (dir) => {
  it.each(['everything', 'exported'])('are all in sight: %s', async (table) => {
    const { page } = await open({ ...sizes[1], table, views: true });
    await page.evaluate((direction) => document.documentElement.setAttribute('dir', direction), dir);
    const top = page.locator('.rh-top');
    await top.locator('[data-control=sort]').waitFor();

    const outside = await top.locator(':is(button, select, input):visible').evaluateAll((all) =>
      all
        .filter((control) => {
          const { left, right, height } = control.getBoundingClientRect();
          return left < 0 || right > innerWidth || height < 44;
        })
        .map((control) => control.outerHTML),
    );
    expect(outside).toEqual([]);
    expect(await scrolledSideways(top)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.screenshot({ path: join(screenshots, `toolbar-${table}-${dir}-360.png`) });
  });
});
