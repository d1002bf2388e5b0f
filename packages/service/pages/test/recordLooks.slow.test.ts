import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  expectAccessible,
  keepScreenshot,
  type Pages,
  people,
  startPages,
  takeFaults,
} from './startPages.ts';

/** Every page with records, as people see it who use a phone, a dark screen, or a language that is written from right to left. */
let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ orders: 60, environment: { ROWHOUSE_LANGUAGES: 'en,de,ar' } });
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

const looks = {
  desktop: {},
  phone: { phone: true },
  dark: { dark: true },
  'right to left': { locale: 'ar' },
  'right to left on a phone': { locale: 'ar', phone: true },
} as const;

const form = (page: Page) => page.locator('.rh-record-form [type=submit]').first().waitFor();
const refused = async (page: Page) => {
  await form(page);
  await page.locator('.rh-record-form [type=submit]').first().click();
  await page.locator('[aria-invalid=true]').first().waitFor();
};
/** Name → address, and what is done there. */
const places: Readonly<Record<string, readonly [path: string, act: (page: Page) => Promise<unknown>]>> = {
  form: ['/tables/customers/1/edit', form],
  faults: ['/tables/customers/new', refused],
  panel: ['/tables/products?form=3/edit', form],
  lines: ['/orders/7', (page) => page.locator('.app-related h2').first().waitFor()],
};

describe.each(Object.entries(looks))('Records on %s', (look, options) => {
  it.each(Object.entries(places))(
    'the %s has no faults of accessibility, and fits the window',
    async (name, [path, act]) => {
      const page = await pages.open(path, { as: people.administrator, ...options });
      await act(page);
      await page.waitForLoadState('networkidle');
      const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      expect(width[0]).toBe(width[1]);
      await keepScreenshot(page, `records-${name}-${look.replaceAll(' ', '-')}`);
      await expectAccessible(page);
    },
  );
});
