import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { depot } from './crates.fixture.ts';
import {
  expectAccessible,
  keepScreenshot,
  type Pages,
  people,
  startPages,
  takeFaults,
} from './startPages.ts';

const signInText = 'Accounts are given out at the gate.';

let pages: Pages;
beforeAll(async () => {
  const texts = { Crates: 'Kisten', Weight: 'Gewicht', [signInText]: 'Zugänge gibt es am Tor.' };
  pages = await startPages({
    definition: {
      name: 'Northern Depot',
      branding: {
        logo: new URL('./depot-logo.svg', import.meta.url),
        colours: { accent: '#7a1f5c' },
        signInText,
      },
      modules: [depot({ locales: { de: texts } })],
    },
  });
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

describe('An application with its own name and branding', () => {
  it('has them on the sign-in page', async () => {
    const page = await pages.open('/sign-in');
    await page.getByText('Northern Depot', { exact: true }).waitFor();
    await page.getByText(signInText).waitFor();
    expect(await page.title()).toBe('Sign in · Northern Depot');
    const logo = page.locator('.app-sign-in-brand img');
    await expect
      .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    const button = page.getByRole('button', { name: 'Sign in' });
    await expect
      .poll(() => button.evaluate((element) => getComputedStyle(element).backgroundColor))
      .toBe('rgb(122, 31, 92)');
    await expectAccessible(page);
    await keepScreenshot(page, 'branding-sign-in');
  });

  it('has them in the menu and in the title of every page', async () => {
    const page = await pages.open('/tables/crates', { as: people.administrator });
    await page.locator('.rh-row').first().waitFor();
    await page.locator('header').getByText('Northern Depot').waitFor();
    expect(await page.title()).toBe('Crates · Northern Depot');
    await expect
      .poll(() => page.locator('link[rel="icon"]').getAttribute('href'))
      .toMatch(/^\/branding\/logo-[\da-f]+\.svg$/);
    await expectAccessible(page);
    await keepScreenshot(page, 'branding-table');
  });

  it('is readable in the dark', async () => {
    const page = await pages.open('/tables/crates/c%2F4', { as: people.administrator, dark: true });
    await page.getByRole('heading', { level: 1, name: 'Crate 004' }).waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'branding-dark');
  });

  it('uses the languages of its modules', async () => {
    const page = await pages.open('/sign-in', { locale: 'de-DE' });
    await page.getByText('Zugänge gibt es am Tor.').waitFor();
    const table = await pages.open('/tables/crates', { as: people.administrator, locale: 'de-DE' });
    await table.getByRole('heading', { level: 1, name: 'Kisten' }).waitFor();
    await table.getByRole('columnheader', { name: 'Gewicht' }).waitFor();
    await table.getByRole('columnheader', { name: 'Aktionen' }).waitFor();
    await keepScreenshot(table, 'branding-german');
  });

  it('is loaded again only when it changes', async () => {
    const { call } = pages.service;
    const headers = { accept: 'text/html' };
    const first = await call('/orders', { headers });
    const again = await call('/', {
      headers: { ...headers, 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect([first.status, again.status, again.text]).toEqual([200, 304, '']);
    const [, path = ''] = /href="(\/branding\/colours-[^"]+)"/.exec(first.text) ?? [];
    const styles = await call(path);
    expect(styles.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(styles.headers.get('cache-control')).toContain('immutable');
  });
});
