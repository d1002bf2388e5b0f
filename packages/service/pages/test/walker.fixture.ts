import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFaults } from '../../../../test/axe.ts';
import { isFocused, until } from './hands.fixture.ts';
import { keepScreenshot } from './startPages.ts';

const opened = 'dialog[open], [popover]:popover-open:not(.rh-toasts)';

/**
 * The stops after the one with the focus; one for several radio buttons. Beyond the last stop of a panel is the rest of the
 * page, and beyond that of a dialog the browser.
 */
function stopsLeft(panel: Locator): Promise<number> {
  return panel.evaluate((element) => {
    const all = [...element.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')].filter(
      (stop) => stop.checkVisibility() && stop.tabIndex >= 0 && !stop.matches(':disabled'),
    );
    const nameOf = (stop: Element) => (stop.matches('[type=radio]') ? stop.getAttribute('name') : null);
    const stops = all.filter(
      (stop, index) =>
        nameOf(stop) === null || nameOf(stop) !== nameOf(all[index - 1] ?? stop) || index === 0,
    );
    const current = stops.findIndex(
      (stop) =>
        stop === document.activeElement ||
        (nameOf(stop) !== null && nameOf(stop) === nameOf(document.activeElement ?? stop)),
    );

    return stops.length - 1 - Math.max(current, 0);
  });
}

/** A person who works by keyboard alone, and notes wherever the focus was lost. */
export class Walker {
  readonly page: Page;
  readonly name: string;
  readonly faults: string[] = [];
  readonly looked = new Set<string>();

  constructor(page: Page, name: string) {
    this.page = page;
    this.name = name;
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  /** The focus is on an element of the page that can be seen. */
  async keeps(step: string): Promise<void> {
    // What is drawn again takes the focus after the update; a request may come first.
    await this.page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
    await this.page.waitForTimeout(120);
    const fault = await this.page.evaluate(() => {
      const { activeElement: element } = document;
      if (element === null || element === document.body) return 'the focus is on the body';
      const { width, height, bottom, top, left, right } = element.getBoundingClientRect();
      const name = `${element.tagName}.${element.className} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 30)}`;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        return `hidden: ${name}`;
      if (width === 0 || height === 0) return `without a size: ${name}`;
      const isInSight = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;

      return isInSight ? null : `out of sight: ${name}`;
    });
    if (fault) this.faults.push(`${step}: ${fault}`);
  }

  /** The focus is on that element, or in it. */
  async isOn(target: Locator, step: string): Promise<void> {
    await this.keeps(step);
    const found = await expect
      .poll(() => isFocused(target.first()))
      .toBe(true)
      .then(() => true)
      .catch(() => false);
    if (found) return;
    const where = await this.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160));
    this.faults.push(`${step}: the focus is on ${where}`);
  }

  /** What is open looks right to axe; kept as a picture. */
  async looks(state: string): Promise<void> {
    if (this.looked.has(state)) return;
    this.looked.add(state);
    await keepScreenshot(this.page, `focus/${this.name}-${state}`);
    for (const fault of await accessibilityFaults(this.page)) this.faults.push(`${state}: axe: ${fault}`);
  }

  /** Opens something by a key on the focused element: it takes the focus. */
  async opens(key: string, state: string): Promise<Locator> {
    const { page } = this;
    const before = await page.locator(opened).count();
    await this.press(key);
    await expect
      .poll(() => page.locator(opened).count(), { message: `${state} opens` })
      .toBeGreaterThan(before);
    const panel = page.locator(opened).last();
    await this.isOn(panel, `${state}, opened`);
    await this.looks(state);

    return panel;
  }

  /** Closes by Escape: the focus returns to `opener`. */
  async closes(opener: Locator, state: string): Promise<void> {
    await this.press('Escape');
    await expect.poll(() => this.page.locator(opened).count(), { message: `${state} closes` }).toBe(0);
    await this.isOn(opener, `${state}, closed`);
  }

  /** Opens by Tab and a key, walks through all stops inside, and closes. */
  async visits(opener: Locator, state: string, key = 'Enter'): Promise<void> {
    await until(this.page, 'Tab', opener);
    const panel = await this.opens(key, state);
    const isMenu = (await panel.locator('[role=menu]').count()) > 0;
    const steps = isMenu ? await panel.locator('[role^=menuitem]').count() : await stopsLeft(panel);
    for (let stop = 0; stop < Math.min(steps, 8); stop += 1) {
      await this.press(isMenu ? 'ArrowDown' : 'Tab');
      await this.isOn(panel, `${state}, stop ${stop}`);
    }
    await this.closes(opener, state);
  }

  async enters(target: Locator): Promise<void> {
    const isItem = await target.first().evaluate((element) => element.role?.startsWith('menuitem') ?? false);
    await until(this.page, isItem ? 'ArrowDown' : 'Tab', target.first());
    await this.press('Enter');
  }
}
