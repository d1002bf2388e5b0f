import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../../../test/axe.ts';
import { focused, type OpenOptions, startExport } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const table = useHarness();
const toasts = (page: Page) => page.locator('.rh-toasts [data-toast]');
const stack = (page: Page) => page.getByRole('group', { name: 'Messages' });
const job = {
  id: '7',
  kind: 'export',
  table: 'everything',
  name: 'Everything',
  status: 'processing',
  total: 100,
  entries: 10,
  failed: 0,
  path: '/api/exports/7',
  download: null as string | null,
  message: null as string | null,
};

/** A table whose clock the test moves. */
async function openAtRest(options: OpenOptions = {}) {
  // The clock is of the whole profile.
  const opened = await table.open({ ...options, ownProfile: true });
  await opened.page.clock.install();
  await opened.page.mouse.move(5, 5);

  const succeed = async () => {
    const before = await toasts(opened.page).count();
    await opened.button('ping').press('Enter');
    await expect.poll(() => toasts(opened.page).count()).toBe(before + 1);
  };

  return {
    ...opened,
    succeed,
    fail: async () => {
      table.harness.interfere({ path: 'ping', status: 409, body: '{"message":"The bell is broken."}' });
      await succeed();
      table.harness.interfere(null);
    },
  };
}

/** An export, of which the test says how far it is. */
async function serveExport(page: Page) {
  const server = { job };
  await page.route('**/api/everything/exportExcel*', (route) =>
    route.fulfill({ status: 202, json: { message: 'It has begun.', export: server.job } }),
  );
  await page.route('**/api/exports/7', (route) => route.fulfill({ json: server.job }));

  return server;
}

describe('the results of actions', () => {
  it('do not move the table, and are below its footer where there is room', async () => {
    const { page, succeed, fail, row } = await openAtRest();
    const place = () =>
      Promise.all([row(0), row(9), page.locator('.rh-footer')].map((part) => part.boundingBox()));
    const before = await place();
    await succeed();
    await fail();
    expect(await place()).toEqual(before);
    const box = await stack(page).boundingBox();
    const footer = await page.locator('.rh-footer').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(900 - 16);
    expect(box?.y).toBeGreaterThan((footer?.y ?? 900) + (footer?.height ?? 0));
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(1280 - 16);
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await expect.poll(async () => (await stack(page).boundingBox())?.x).toBe(16);
  });

  it.each([
    { name: 'a long table', rows: 10, width: 1280, height: 900 },
    { name: 'a short table', rows: 3, width: 1280, height: 900 },
    { name: 'a short table in a low window', rows: 3, width: 1280, height: 640 },
    { name: 'a short table on a phone', rows: 2, width: 390, height: 844 },
    { name: 'a long table on a phone', rows: 10, width: 390, height: 844 },
  ])('cover no control of the footer: $name', async ({ rows, width, height }) => {
    const { page, fail } = await openAtRest({
      width,
      height,
      data: (response) => void response.data.splice(rows),
    });
    for (const _ of [1, 2, 3]) await fail();
    const covered = () =>
      page.locator('.rh-footer :is(button, select, input)').evaluateAll((controls) =>
        controls
          .map((control) => ({ control, box: control.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && box.top >= 0 && box.bottom <= innerHeight)
          .map(({ control, box: { left, top, right, bottom } }) => ({
            front: document.elementFromPoint((left + right) / 2, (top + bottom) / 2),
            text: control.getAttribute('aria-label') ?? control.textContent,
          }))
          .filter(({ front }) => front?.closest('.rh-toasts') != null)
          .map(({ text }) => text),
      );
    await page.clock.runFor(100);
    await expect.poll(covered).toEqual([]);
    // As far as the page can be scrolled.
    await page.mouse.wheel(0, 2_000);
    await page.clock.runFor(100);
    await expect.poll(covered).toEqual([]);
    await expect.poll(() => toasts(page).count()).toBe(3);
    // Within the window.
    const box = await stack(page).boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
  });

  it('are drawn over a table that fills the screen', async () => {
    const { page, fail, control } = await openAtRest();
    await fail();
    await control('view').click();
    await page.getByRole('menuitemcheckbox', { name: 'Full screen' }).click();
    await expect.poll(() => page.evaluate('document.fullscreenElement !== null')).toBe(true);
    const isOnTop = () =>
      toasts(page).evaluate((toast) => {
        const { x, y } = toast.getBoundingClientRect();
        return toast.contains(document.elementFromPoint(x + 20, y + 20));
      });
    await expect.poll(isOnTop).toBe(true);
  });

  it('disappear after a while, except problems', async () => {
    const { page, succeed, fail } = await openAtRest();
    await fail();
    await succeed();
    await page.clock.runFor(5500);
    await expect.poll(() => toasts(page).count()).toBe(2);
    await page.clock.runFor(1000);
    await expect.poll(() => toasts(page).allInnerTexts()).toEqual(['The bell is broken.']);
    await page.clock.runFor(120_000);
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('The bell is broken.');
  });

  it('stay while the pointer is over one, and a moment longer', async () => {
    const { page, succeed } = await openAtRest();
    await succeed();
    await page.clock.runFor(5500);
    await toasts(page).hover();
    await page.clock.runFor(20_000);
    await expect.poll(() => toasts(page).count()).toBe(1);
    await page.mouse.move(5, 5);
    await page.clock.runFor(1500);
    await expect.poll(() => toasts(page).count()).toBe(1);
    await page.clock.runFor(1000);
    await expect.poll(() => toasts(page).count()).toBe(0);
  });

  it('stay while the page is hidden', async () => {
    const { page, succeed } = await openAtRest();
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
      }, hidden);
    await succeed();
    await hide(true);
    await page.clock.runFor(60_000);
    await expect.poll(() => toasts(page).count()).toBe(1);
    await hide(false);
    await page.clock.runFor(6500);
    await expect.poll(() => toasts(page).count()).toBe(0);
  });

  it('are four at most; the others are counted, and shown when there is room', async () => {
    const { page, succeed, fail, button } = await openAtRest();
    await fail();
    for (let index = 0; index < 3; index += 1) await succeed();
    table.harness.interfere({ path: 'ping', status: 409, body: '{"message":"It is broken again."}' });
    await button('ping').press('Enter');
    await page.getByText('1 more').waitFor();
    await expect.poll(() => toasts(page).count()).toBe(4);
    await page.clock.runFor(6500);
    await expect
      .poll(() => toasts(page).allInnerTexts())
      .toEqual(['The bell is broken.', 'It is broken again.']);
    await expect.poll(() => page.getByText('1 more').count()).toBe(0);
  });

  it('offer the file of an export for half a minute', async () => {
    const { page, control } = await openAtRest();
    const server = await serveExport(page);
    await startExport(page);
    await page.getByRole('progressbar', { name: 'Export of Everything' }).waitFor();
    await page.clock.runFor(60_000);
    await expect.poll(() => toasts(page).count()).toBe(1);
    // The focus is not lost with the button that had it.
    await control('cancel-job').focus();
    server.job = { ...job, status: 'finalized', download: '/file.xlsx', message: 'Ready.' };
    await page.clock.runFor(1000);
    await stack(page).getByRole('link', { name: 'Download' }).waitFor();
    await expect.poll(() => focused(page)).toBe('Dismiss');
    await page.keyboard.press('F6');
    await page.clock.runFor(29_000);
    await expect.poll(() => toasts(page).count()).toBe(1);
    await page.clock.runFor(2000);
    await expect.poll(() => toasts(page).count()).toBe(0);
  });
});

describe('the keys of the messages', () => {
  const control = (page: Page) =>
    page.evaluate(() => document.activeElement?.getAttribute('data-control') ?? null);

  it('get the focus by F6, which also returns it', async () => {
    const { page, fail, control: part } = await openAtRest();
    await part('search').focus();
    await page.keyboard.press('F6');
    await expect.poll(() => control(page)).toBe('search');
    await fail();
    await part('search').focus();
    await page.keyboard.press('F6');
    await expect.poll(() => focused(page)).toBe('The bell is broken.');
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('Dismiss');
    await page.keyboard.press('F6');
    await expect.poll(() => control(page)).toBe('search');
    await expect.poll(() => toasts(page).count()).toBe(1);
  });

  it('are dismissed by Escape, which returns the focus, and by the button', async () => {
    const { page, fail, succeed, control: part } = await openAtRest();
    await fail();
    await succeed();
    await part('search').focus();
    await page.keyboard.press('F6');
    await page.clock.runFor(20_000);
    await expect.poll(() => toasts(page).count()).toBe(2);
    await page.keyboard.press('Escape');
    await expect.poll(() => control(page)).toBe('search');
    await expect.poll(() => toasts(page).count()).toBe(1);
    await page.keyboard.press('F6');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => toasts(page).count()).toBe(0);
    await expect.poll(() => control(page)).toBe('search');
  });

  it('are reached by Tab, after the footer', async () => {
    const { page, fail } = await openAtRest();
    await fail();
    await page.locator('.rh-footer :is(button, input, select, a)').last().focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('Dismiss');
  });
});

describe.each<[string, OpenOptions]>([
  ['in the light', {}],
  ['in the dark', { colorScheme: 'dark' }],
  ['on a phone', { width: 390, height: 844 }],
])('messages %s', (_situation, options) => {
  it('have no faults for axe, and are not printed', async () => {
    const { page, fail, succeed } = await openAtRest(options);
    // Colours are those at rest.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await serveExport(page);
    await fail();
    await succeed();
    if (!options.width) {
      await startExport(page);
      await page.locator('.rh-job').waitFor();
    }
    // The harness is no page of an app.
    const faults = await accessibilityFaults(page);
    expect(faults.filter((fault) => !/^(region|landmark|page-has)/.test(fault))).toEqual([]);
    if (options.width) {
      const box = await stack(page).boundingBox();
      expect(box?.x).toBe(8);
      expect(box?.width).toBe(374);
    }
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator('.rh-toasts').isVisible()).toBe(false);
  });
});
