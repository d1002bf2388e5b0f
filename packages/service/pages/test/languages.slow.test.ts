import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { logCalls } from './loggedCalls.fixture.ts';
import {
  expectAccessible,
  keepScreenshot,
  type OpenOptions,
  type Pages,
  people,
  startPages,
  takeFaults,
} from './startPages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ orders: 300, environment: { ROWHOUSE_LANGUAGES: 'en,de,fr,es,ro,ar' } });
  const { db } = pages.service.database;
  await logCalls(db);
  const ada = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', people.administrator)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('notifications')
    .values({
      user_id: ada.id,
      type: 'export.done',
      key: 'arabic',
      title: 'اكتمل التصدير',
      body: 'orders.xlsx (300)',
      parameters: '{}',
      link_path: '/orders',
      link_label: 'Orders',
      in_list: true,
    })
    .execute();
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

async function openIn(locale: string, path: string, options: OpenOptions = {}): Promise<Page> {
  const page = await pages.open(path, { as: people.administrator, locale, ...options });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('.app-loading, [aria-busy="true"]') === null);
  return page;
}

it.each([
  ['de', 'Benutzer', /1 bis \d von \d/],
  ['fr', 'Utilisateurs', /Lignes 1 à \d sur \d/],
  ['es', 'Usuarios', /Filas 1 a \d de \d/],
  ['ro', 'Utilizatori', /Rândurile 1–\d din \d/],
])('shows no English text on the page of users in %s', async (language, heading, rows) => {
  const page = await openIn(language, '/users');
  await expect
    .poll(() => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]))
    .toEqual([language, 'ltr']);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.getByText(rows).waitFor();
  const text = (await page.locator('body').textContent()) ?? '';
  expect(text).not.toMatch(/\b(Users|Role|Showing|Columns|Created|Overview|Sign out)\b/);
  await expectAccessible(page);
  await keepScreenshot(page, `pages/users-${language}`);
});

it.each(['/orders', '/orders/7', '/users', '/roles', '/system/api-logs', '/notifications', '/profile', '/'])(
  'mirrors %s in Arabic, without overflow',
  async (path) => {
    for (const phone of [false, true]) {
      const page = await openIn('ar-EG', path, { phone });
      await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ar');
      await expectAccessible(page);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      const name = `pages/arabic-${path === '/' ? 'overview' : path.slice(1).replaceAll('/', '-')}${phone ? '-phone' : ''}`;
      await keepScreenshot(page, name);
      await page.emulateMedia({ colorScheme: 'dark' });
      // The colours are all that is different.
      await expectAccessible(page, 'color-contrast');
      await keepScreenshot(page, `${name}-dark`);
      await page.context().close();
    }
  },
);

it('mirrors the list of keys, the menu of commands and a pinned column in Arabic', async () => {
  const page = await openIn('ar', '/orders');
  await page.locator('.rh-row').first().waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'المفاتيح' }).waitFor();
  await expectAccessible(page);
  await keepScreenshot(page, 'pages/arabic-keys');
  await page.keyboard.press('Escape');
  const header = page.locator('thead th[data-column="customer"]');
  await header.focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByRole('menuitem', { name: 'تثبيت في البداية' }).click();
  await page.setViewportSize({ width: 960, height: 900 });
  await expect.poll(async () => (await header.boundingBox())?.x ?? 0).toBeGreaterThan(400);
  await keepScreenshot(page, 'pages/arabic-pinned');
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await expectAccessible(page);
  await keepScreenshot(page, 'pages/arabic-commands');
});

it('aligns texts to the right in Arabic, keeps the order of dates, and draws the time of a chart to the left', async () => {
  const page = await openIn('ar', '/orders');
  const gap = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];

        return { atStart: box.right - text.right, atEnd: text.left - box.left };
      });
  // The template aligns numbers of orders "left", and their totals "right".
  for (const column of ['number', 'total']) {
    const { atStart } = await gap(`.rh-row td[data-column=${column}]`);
    expect(atStart).toBeLessThan(20);
  }
  await page.goto('/orders/7');
  await page.locator('.rh-record dd').first().waitFor();
  const value = await gap('.rh-record dd[data-column=number]');
  expect(value.atStart).toBeLessThan(2);
  expect(value.atEnd).toBeGreaterThan(50);
  // A value that can be edited comes before its button.
  const status = page.locator('.rh-record dd[data-column=status]');
  const [chip, pencil, around] = [
    await status.locator('.rh-state').boundingBox(),
    await status.locator('.rh-record-edit').boundingBox(),
    await status.boundingBox(),
  ];
  expect(chip?.x ?? 0).toBeGreaterThan(pencil?.x ?? 0);
  expect((around?.x ?? 0) + (around?.width ?? 0) - ((chip?.x ?? 0) + (chip?.width ?? 0))).toBeLessThan(2);

  await page.goto('/notifications');
  const text = await page.locator('.app-bell-item time').first().textContent();
  expect(text?.trim()).toMatch(/^\u2066\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d \(UTC\)\u2069$/);

  await page.goto('/system/api-logs');
  const hours = page.locator('.app-chart-hour');
  await hours.first().waitFor();
  const [oldest, newest] = [await hours.first().boundingBox(), await hours.last().boundingBox()];
  expect(oldest?.x ?? 0).toBeGreaterThan(newest?.x ?? 0);
  // Each label is below the bar of its hour.
  const [centres, labels] = await page.evaluate(() => {
    const centre = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return (left + right) / 2;
    };
    return [
      [...document.querySelectorAll('.app-chart-ground')].map(centre),
      [...document.querySelectorAll('.app-chart-times span')].map(centre),
    ];
  });
  for (const label of labels ?? []) {
    expect(Math.min(...(centres ?? []).map((centre) => Math.abs(centre - label)))).toBeLessThan(2);
  }
  await page.locator('.app-chart-axis.is-durations').getByText('ملي ث').first().waitFor();
  await keepScreenshot(page, 'pages/arabic-chart');
});
