import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { grantPermissions } from '../../src/modules/users/access/storeAccess.ts';
import { crateCount, depot } from './crates.fixture.ts';
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
  pages = await startPages({ definition: { modules: [depot()] } });
  const { database, users, addUser } = pages.service;
  await database.db.insertInto('roles').values({ name: 'keeper', label: 'Keeper' }).execute();
  await addUser('keeper@example.com', 'keeper');
  await grantPermissions(database.db, 'keeper', ['crates.init', 'crates.tableData']);
  users.forget();
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const valueIn = (page: Page, column: string) => page.locator(`.rh-record dd[data-column="${column}"]`);
const step = (page: Page, name: string) => page.locator('.app-steps').getByLabel(name, { exact: true });

describe('The page of a row', () => {
  it('has a link in every row of a table whose template has no button for it', async () => {
    const page = await pages.open('/tables/crates', { as: 'keeper@example.com' });
    const row = page.locator('tbody .rh-row').nth(2);
    await row.getByRole('link', { name: 'Open' }).click();
    await heading(page, 'Crate 003');

    expect(new URL(page.url()).pathname).toBe('/tables/crates/c%2F3');
    expect(await page.title()).toContain('Crate 003');
  });

  it('has every column under its label, as the table shows it', async () => {
    const page = await pages.open('/tables/crates', { as: people.administrator, timeZone: 'Asia/Tokyo' });
    const row = page.locator('tbody .rh-row').first();
    await row.waitFor();
    const inTable = Object.fromEntries(
      await row
        .locator('td[data-column]')
        .evaluateAll((cells) => cells.map((cell) => [cell.getAttribute('data-column'), cell.textContent])),
    );
    await row.getByRole('link', { name: 'Open' }).click();
    await heading(page, 'Crate 001');
    const onPage = Object.fromEntries(
      await page
        .locator('.rh-record dd')
        .evaluateAll((cells) => cells.map((cell) => [cell.getAttribute('data-column'), cell.textContent])),
    );

    // The page of a row names the time zone, which all rows of the table share.
    const seen = '02-07-2026 08:30:00';
    expect(inTable.seen_at).toBe(seen);
    expect(onPage).toMatchObject({ ...inTable, seen_at: `${seen} (Asia/Tokyo)` });
    expect(onPage).toMatchObject({
      state: 'On the road',
      weight: '1.250 kg',
      worth: '£1,000.50',
      sealed: 'Yes',
    });
    await expect
      .poll(() => page.locator('.rh-record dt').allTextContents())
      .toEqual([...['Crate', 'Kind', 'State', 'Weight', 'Worth', 'Sealed', 'Last seen', 'Due', 'Note']]);
    await expect.poll(() => valueIn(page, 'note').textContent()).toContain('A long note about crate 1.');
    await expectAccessible(page);
    await keepScreenshot(page, 'record');
  });

  it('links to the previous and next rows in the search and order of the table, across its pages', async () => {
    const page = await pages.open('/tables/crates?crates.q=0&crates.sort=-weight', {
      as: people.administrator,
    });
    await page.locator('tbody .rh-row').nth(9).getByRole('link', { name: 'Open' }).waitFor();
    const labels = await page.locator('td[data-column="label"]').allTextContents();
    await page.locator('tbody .rh-row').nth(8).getByRole('link', { name: 'Open' }).click();
    await heading(page, labels[8] ?? '');
    await page.getByText('Row 9 of 45').waitFor();
    await step(page, 'Next row').click();
    await heading(page, labels[9] ?? '');
    await page.keyboard.press('ArrowRight');
    await page.getByText('Row 11 of 45').waitFor();
    await heading(page, 'Crate 035');
    await page.keyboard.press('ArrowLeft');
    await heading(page, 'Crate 036');
    await page.reload();
    await heading(page, 'Crate 036');
    await page.keyboard.press('ArrowRight');
    await heading(page, 'Crate 035');
    // Back on the page of the table that has the row.
    await page.locator('.app-back').click();
    await page.locator('td[data-column="label"]', { hasText: 'Crate 035' }).waitFor();
    expect(new URL(page.url()).searchParams.get('crates.page')).toBe('2');
    expect(new URL(page.url()).searchParams.get('crates.q')).toBe('0');
  });

  it('finds its place when it is opened directly, and has no neighbours at the ends', async () => {
    const page = await pages.open('/tables/crates/c%2F1', { as: people.administrator });
    await heading(page, 'Crate 001');
    await page.getByText(`Row 1 of ${crateCount}`).waitFor();
    await expect.poll(() => step(page, 'Previous row').isDisabled()).toBe(true);
    await page.goto(`${pages.address}/tables/crates/c%2F45`);
    await page.getByText(`Row 45 of ${crateCount}`).waitFor();
    await expect.poll(() => step(page, 'Next row').isDisabled()).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await heading(page, 'Crate 044');
  });

  it('finds its position again after earlier rows were added or removed', async () => {
    const page = await pages.open('/tables/crates/c%2F30?at=10', { as: people.administrator });
    await heading(page, 'Crate 030');
    await page.getByText('Row 30 of 45').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('at')).toBe('30');
  });

  it('shows a row that the search does not find, without neighbours', async () => {
    const page = await pages.open('/tables/crates/c%2F7?crates.q=nothing+like+it', {
      as: people.administrator,
    });
    await heading(page, 'Crate 007');
    await expect.poll(() => step(page, 'Next row').isDisabled()).toBe(true);
  });

  it('shows a message for a deleted row', async () => {
    const page = await pages.open('/tables/crates/gone', { as: people.administrator });
    await page.getByText('This row does not exist').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Open the table' }).click();
    await page.locator('tbody .rh-row').first().waitFor();
  });

  it('is available only to users who may read the table', async () => {
    const page = await pages.open('/tables/crates/c%2F1', { as: people.clerk });
    await heading(page, 'Page not found');
    await page.goto(`${pages.address}/tables/nonsense/1`);
    await heading(page, 'Page not found');
  });

  it('shows that the service cannot be reached, and continues when it can', async () => {
    const page = await pages.open('/tables/crates/c%2F5?at=5', { as: people.administrator });
    await heading(page, 'Crate 005');
    await page.context().setOffline(true);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('alert').getByText('No connection').waitFor();
    await page.context().setOffline(false);
    await heading(page, 'Crate 006');
  });

  it('fits a phone, in the dark and in German', async () => {
    const page = await pages.open('/tables/crates/c%2F2?at=2', {
      as: people.administrator,
      phone: true,
      dark: true,
      locale: 'de-DE',
    });
    await heading(page, 'Crate 002');
    await page.getByText('Zeile 2 von 45').waitFor();
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
    await expectAccessible(page);
    await keepScreenshot(page, 'record-phone-dark-german');
  });
});
