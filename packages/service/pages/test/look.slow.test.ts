import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callId, logCalls } from './loggedCalls.fixture.ts';
import {
  expectAccessible,
  keepScreenshot,
  type Pages,
  people,
  startPages,
  takeFaults,
} from './startPages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ orders: 300 });
  await logCalls(pages.service.database.db);
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

describe('The theme', () => {
  it('is the system’s, until the user chooses another, which stays', async () => {
    const page = await pages.open('/', { as: people.clerk, dark: true });
    const themeIs = (theme: string) =>
      page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await themeIs('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await themeIs('light');
    await page.getByRole('button', { name: 'Carl Weiß' }).click();
    await page.getByRole('radio', { name: 'Dark' }).check();
    await themeIs('dark');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await themeIs('dark');
    await page.getByRole('button', { name: 'Carl Weiß' }).click();
    await page.getByRole('radio', { name: 'System' }).check();
    await themeIs('light');
  });
});

describe('A printed page', () => {
  it('has its content in dark text, without the menu of the pages', async () => {
    const page = await pages.open('/orders', { as: people.administrator, dark: true });
    await page.locator('.rh-totals').waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
    for (const part of ['.app-header', '.app-footer', '.rh-top', '.rh-pagination', '.rh-length'])
      await expect.poll(() => page.locator(part).isVisible()).toBe(false);
    await expect.poll(() => page.locator('.rh-totals').isVisible()).toBe(true);
    await keepScreenshot(page, 'orders-print');
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  });
});

interface Look {
  readonly name: string;
  readonly path: string;
  readonly as?: string;
}

const looks: readonly Look[] = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'overview', path: '/', as: people.administrator },
  { name: 'orders', path: '/orders', as: people.administrator },
  { name: 'order', path: '/orders/7', as: people.administrator },
  { name: 'cities', path: '/cities', as: people.administrator },
  { name: 'users', path: '/users', as: people.administrator },
  { name: 'user-create', path: '/users/create', as: people.administrator },
  { name: 'user-edit', path: '/users/2/edit', as: people.administrator },
  { name: 'roles', path: '/roles', as: people.administrator },
  { name: 'role', path: '/roles/3', as: people.administrator },
  { name: 'api-logs', path: '/system/api-logs', as: people.administrator },
  { name: 'api-call', path: `/system/api-logs/${callId}`, as: people.administrator },
  { name: 'profile', path: '/profile', as: people.administrator },
  { name: 'not-found', path: '/no/such/page', as: people.administrator },
  { name: 'forbidden', path: '/roles', as: people.clerk },
];

describe.each(['desktop', 'phone'] as const)('On a %s', (device) => {
  // One tab a person, since signing in takes longer than looking.
  const tabs = new Map<string | undefined, Page>();
  afterAll(() => Promise.all([...tabs.values()].map((page) => page.context().close())));

  it.each(looks)(
    'has no faults found by axe on $name, light or dark, and no overflow',
    async ({ name, path, as }) => {
      const page = tabs.get(as) ?? (await pages.open(path, { as, phone: device === 'phone' }));
      tabs.set(as, page);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(path);
      await settled(page);
      await keepScreenshot(page, `pages/${name}-${device}`);
      await expectAccessible(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      await page.emulateMedia({ colorScheme: 'dark' });
      await keepScreenshot(page, `pages/${name}-${device}-dark`);
      // The colours are all that is different.
      await expectAccessible(page, 'color-contrast');
    },
  );
});

describe('What opens or appears on a page', () => {
  async function expectAccessibleInBoth(page: Page, name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await keepScreenshot(page, `pages/${name}${colorScheme === 'dark' ? '-dark' : ''}`);
      await expectAccessible(page, colorScheme === 'dark' ? 'color-contrast' : undefined);
    }
  }

  it('is accessible as well: the user menu, faults of a form, a question', async () => {
    const page = await pages.open('/users/create', { as: people.administrator });
    await page.getByRole('button', { name: 'Ada Lovelace' }).click();
    await expectAccessibleInBoth(page, 'user-menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'System' }).click();
    await expectAccessibleInBoth(page, 'system-menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    await expectAccessibleInBoth(page, 'user-create-faults');
    await page.goto('/roles/2');
    await page.getByLabel('All of users').check();
    await page.getByRole('link', { name: 'Cities' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessibleInBoth(page, 'role-question');
  });

  it('is accessible as well: the menu of a phone, the bars, a page that could not be loaded', async () => {
    const page = await pages.open('/users', { as: people.administrator, phone: true });
    await settled(page);
    const row = page.getByRole('row').filter({ hasText: 'Carl Weiß' });
    await row.getByRole('button', { name: 'Actions of the row' }).click();
    await row.getByRole('button', { name: 'Act as this user' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Act as this user' }).click();
    await page.getByText('You act as Carl Weiß.').waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await expectAccessibleInBoth(page, 'phone-menu-and-bars');
    await page.context().setOffline(false);
    await page.goto('/orders/999999999');
    await page.getByText('This row does not exist', { exact: true }).waitFor();
    await expectAccessibleInBoth(page, 'order-not-found-phone');
  });
});

it('shows no English text on a page in German', async () => {
  const { db } = pages.service.database;
  await pages.service.addUser('greta@example.com', 'administrator');
  await db.updateTable('users').set({ language: 'de' }).where('email', '=', 'greta@example.com').execute();
  const page = await pages.open('/orders', { as: 'greta@example.com' });
  await settled(page);
  await keepScreenshot(page, 'pages/orders-german');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  expect(await page.title()).toBe('Bestellungen · Rowhouse');
  // Parts of the table are loaded after its rows.
  await page.locator('[data-control="export"]').waitFor();
  await page.locator('[data-control="view"]').waitFor();
  const text = (await page.locator('body').textContent()) ?? '';
  for (const german of [
    'Bestellungen',
    'Exportieren',
    'Darstellung',
    'Kunde',
    'Aktionen',
    '1 bis 10 von 300',
  ]) {
    expect(text).toContain(german);
  }
  expect(text).not.toMatch(/\b(Orders|Customer|Status by|Showing|Actions|Columns|Page|Shipped|Rows)\b/);
});

/** Until everything that is loaded has been drawn. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('.app-loading, [aria-busy="true"]') === null);
  await page.evaluate(() => document.fonts.ready);
}
