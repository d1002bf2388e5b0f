import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityFaults } from '../../../test/axe.ts';
import { type OpenOptions, read } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const harness = useHarness();

async function openCards(options: OpenOptions = {}) {
  const opened = await harness.open({ width: 390, height: 844, ...options });
  const { page } = opened;
  await page.locator('.rh-cards').waitFor();
  await page.locator('.rh-swipe-layer').waitFor({ state: 'attached' });
  const touch = await page.context().newCDPSession(page);
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });

  return { ...opened, touch };
}

/** Moves a finger over the screen, and holds it there; `release` lifts it. */
async function drag(touch: CDPSession, from: { x: number; y: number }, x: number, y = 0): Promise<void> {
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (let step = 1; step <= 8; step += 1) {
    const point = { x: from.x + (x * step) / 8, y: from.y + (y * step) / 8 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  }
}
const release = (touch: CDPSession) =>
  touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });

async function centreOf(page: Page, row = 0): Promise<{ x: number; y: number }> {
  const card = page.locator('.rh-row').nth(row);
  await card.scrollIntoViewIfNeeded();
  const box = await card.boundingBox();
  if (!box) throw new Error('The card is not drawn.');
  // On its text, not on one of its buttons.
  return { x: box.x + box.width / 2, y: box.y + 70 };
}

const shiftOf = (page: Page, row = 0) =>
  page
    .locator('.rh-row')
    .nth(row)
    .evaluate((card) => getComputedStyle(card).translate);
const pressed = async (page: Page) => (await read(page, 'tableEvents')).map(({ name }) => name);
const menu = (page: Page) => page.getByRole('menu', { name: 'More actions of row 1' });
const listening = { listenTo: ['show', 'edit', 'download', 'destroy', 'action'] };

test.each([
  ['ltr', 1],
  ['rtl', -1],
] as const)('presses the first action by a swipe towards the end of a line (%s)', async (dir, sign) => {
  const { page, touch } = await openCards(listening);
  await page.evaluate((direction) => document.documentElement.setAttribute('dir', direction), dir);
  const first = page.locator('.rh-row').first().locator('[data-rh=button]').first();
  await first.evaluate((button) =>
    button.addEventListener('click', (event) => {
      event.preventDefault();
      document.body.dataset.pressed = button.getAttribute('data-button') ?? '';
    }),
  );
  const from = await centreOf(page);
  await drag(touch, from, sign * 60);
  await expect.poll(() => shiftOf(page)).toBe(`${sign * 60}px`);
  await expect.poll(() => page.locator('.rh-swipe').getAttribute('class')).not.toContain('is-ready');
  await release(touch);
  await expect.poll(() => shiftOf(page)).toMatch(/^(none|0px)$/);
  await expect.poll(() => page.locator('body').getAttribute('data-pressed')).toBeNull();

  await drag(touch, from, sign * 130);
  await page.locator('.rh-swipe.is-end.is-ready').waitFor();
  await release(touch);
  await expect.poll(() => page.locator('body').getAttribute('data-pressed')).not.toBeNull();
  await expect.poll(() => page.locator('.rh-swipe').count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
});

test.each([
  ['ltr', -1],
  ['rtl', 1],
] as const)(
  'opens the menu of the other actions by a swipe towards the start, and deletes nothing without confirmation (%s)',
  async (dir, sign) => {
    const deletions: string[] = [];
    const { page, touch } = await openCards(listening);
    page.on('request', (request) => {
      if (request.method() === 'DELETE') deletions.push(request.url());
    });
    await page.evaluate((direction) => document.documentElement.setAttribute('dir', direction), dir);
    await drag(touch, await centreOf(page), sign * 300);
    await release(touch);
    await menu(page).waitFor();
    const names = await menu(page).getByRole('menuitem').allTextContents();
    const drawn = await page.locator('.rh-row').first().locator('[data-rh=button]').count();
    expect(names.length).toBe(drawn - 1);
    const faults = await accessibilityFaults(page);
    expect(faults.filter((fault) => !/^(region|landmark|page-has)/.test(fault))).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('menuitem');

    await page.keyboard.press('Escape');
    await menu(page).waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('.rh-row') !== null))
      .toBe(true);

    await drag(touch, await centreOf(page), sign * 300);
    await release(touch);
    await menu(page).getByRole('menuitem').last().click();
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    expect(deletions).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.matches('.rh-row .rh-card-menu')))
      .toBe(true);
    expect(deletions).toEqual([]);
  },
);

test('scrolls the page if the finger moves up, also where it drifts aside', async () => {
  const { page, touch } = await openCards(listening);
  const from = await centreOf(page, 1);
  const before = await page.evaluate(() => scrollY);
  await drag(touch, from, 60, -240);
  await expect.poll(() => page.locator('.rh-swiping').count()).toBe(0);
  await release(touch);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 100);
  await expect.poll(() => pressed(page)).toEqual([]);
  await expect.poll(() => page.getByRole('menu').count()).toBe(0);
});

test('needs a finger, the card of a row, and a position away from the edge of the screen', async () => {
  const { page, touch } = await openCards(listening);
  const { x, y } = await centreOf(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 140, y, { steps: 5 });
  await expect.poll(() => page.locator('.rh-swiping').count()).toBe(0);
  await page.mouse.up();
  await drag(touch, { x: 8, y }, 200);
  await expect.poll(() => page.locator('.rh-swiping').count()).toBe(0);
  await release(touch);
  await expect.poll(() => pressed(page)).toEqual([]);
});

test('presses by a tap, and keeps the buttons on the card', async () => {
  const { page, touch } = await openCards(listening);
  const box = await page.locator('.rh-row').first().locator('.rh-expander').boundingBox();
  const at = { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 10 };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await release(touch);
  await page.locator('.rh-details').waitFor();
  await expect
    .poll(() => page.locator('.rh-row').first().locator('[data-rh=button]').count())
    .toBeGreaterThan(1);
});
