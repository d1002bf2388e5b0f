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

let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ orders: 300 });
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

const menuOf = (page: Page) => page.getByRole('dialog', { name: 'Commands' });

async function openMenu(page: Page) {
  await page.keyboard.press('Control+K');
  const menu = menuOf(page);
  await menu.getByRole('combobox').waitFor();
  return menu;
}

async function openOrders(): Promise<Page> {
  const page = await pages.open('/orders', { as: people.administrator });
  await page.locator('.rh-row').first().waitFor();
  return page;
}

describe('The menu of commands', () => {
  it('opens a page by some letters of its name, by keys alone', async () => {
    const page = await openOrders();
    const menu = await openMenu(page);
    await page.keyboard.type('logs api');
    await expect.poll(() => menu.getByRole('option').allTextContents()).toHaveLength(1);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/system/api-logs');
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    // What was used is first at the next time, on another page, too.
    await page.goto('/users');
    await page.locator('.rh-row').first().waitFor();
    const again = await openMenu(page);
    await expect.poll(() => again.getByRole('option').first().textContent()).toContain('API logs');
    await expect.poll(() => again.getByText('Recently used').count()).toBe(1);
  });

  it('moves over its options, and returns the focus', async () => {
    const page = await openOrders();
    const cell = page.locator('[role=grid] [tabindex="0"]').first();
    await cell.focus();
    const menu = await openMenu(page);
    const selected = () => menu.locator('[aria-selected=true]').textContent();
    const names = await menu.getByRole('option').allTextContents();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => selected()).toBe(names[1]);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => selected()).toBe(names.at(-1));
    await expect
      .poll(() => menu.getByRole('combobox').getAttribute('aria-activedescendant'))
      .toBe(await menu.locator('[aria-selected=true]').getAttribute('id'));
    await expectAccessible(page);
    await page.keyboard.type('zzzz');
    await menu.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => cell.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('has the commands of the open table, and of the row that has the focus', async () => {
    const page = await openOrders();
    await page.locator('.rh-row [data-column], .rh-row td').nth(2).focus();
    await page.keyboard.press('ArrowDown');
    const menu = await openMenu(page);
    await expect.poll(() => menu.getByText('This row').count()).toBe(1);
    await expect.poll(() => menu.getByText('This table').count()).toBe(1);
    await keepScreenshot(page, 'pages/command-menu');
    await page.keyboard.type('next page');
    await page.keyboard.press('Enter');
    await page.getByText(/Showing 11 to 20 of 300/).waitFor();
    await openMenu(page);
    await page.keyboard.type('search table');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-control')))
      .toBe('search');
  });

  it('opens by its button, on a phone and in the dark', async () => {
    const page = await pages.open('/users', { as: people.administrator, phone: true, dark: true });
    await page.locator('.rh-row').first().waitFor();
    await page.getByRole('button', { name: 'Commands' }).click();
    await menuOf(page).getByRole('option').first().waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'pages/command-menu-phone-dark');
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Commands');
  });

  it('offers only permitted commands', async () => {
    const page = await pages.open('/orders', { as: people.clerk });
    await page.locator('.rh-row').first().waitFor();
    const menu = await openMenu(page);
    const names = (await menu.getByRole('option').allTextContents()).join('\n');
    expect(names).toContain('Orders');
    expect(names).not.toMatch(/Users|Roles|New user|New role|API logs/);
  });
});
