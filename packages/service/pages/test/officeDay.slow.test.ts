import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { takesMinutes } from '../../../../test/takesMinutes.ts';
import { grantPermissions } from '../../src/modules/users/access/storeAccess.ts';
import { type Hands, keyboard, mouse } from './hands.fixture.ts';
import {
  expectAccessible,
  keepScreenshot,
  type Pages,
  people,
  startPages,
  takeFaults,
} from './startPages.ts';

// A whole day by mouse, and one by keyboard.
takesMinutes(3);

const orders = 1_000_000;
let pages: Pages;

beforeAll(async () => {
  pages = await startPages({ orders });
  const { db } = pages.service.database;
  await grantPermissions(db, 'user', ['orders.exportExcel']);
});
afterEach(() => expect(takeFaults()).toEqual([]));
afterAll(() => pages?.stop());

const header = (page: Page, column: string) => page.locator(`thead th[data-column="${column}"]`);
const cell = (page: Page, column: string, row: number) =>
  page.locator(`tr[data-row="${row}"] td[data-column="${column}"]`);
const control = (page: Page, name: string) => page.locator(`[data-control="${name}"]`);
const info = (page: Page) => page.locator('.rh-records-text').textContent();
const text = async (locator: Locator) => ((await locator.textContent()) ?? '').replaceAll(/\s+/g, ' ').trim();

/** Orders of the search that have not arrived, or were placed in the last 7 days. */
function wanted() {
  const { db } = pages.service.database;

  return db
    .selectFrom('orders')
    .innerJoin('customers', 'customers.id', 'orders.customer_id')
    .select(['orders.number', 'orders.status', 'orders.total'])
    .where((where) =>
      where.or([where('customers.name', 'ilike', '%smith%'), where('customers.email', 'ilike', '%smith%')]),
    )
    .where((where) =>
      where.or([
        where('orders.delivered_on', 'is', null),
        where('orders.placed_at', '>=', new Date(new Date().setUTCHours(0, 0, 0, 0) - 6 * 86_400_000)),
      ]),
    )
    .execute();
}

/** A filter with OR, "is empty" and a relative date. */
async function filter(page: Page, hands: Hands): Promise<void> {
  await hands.search(page, 'smith');
  await hands.press(page, control(page, 'filter'));
  await hands.press(page, control(page, 'combine-filters'));
  const dialog = page.getByRole('dialog', { name: 'Combine filters' });
  await dialog.waitFor();
  await hands.choose(page, dialog.getByLabel('How the filters are joined'), 'any');
  await hands.choose(page, dialog.getByLabel('Column'), 'orders.delivered_on');
  await hands.choose(page, dialog.getByLabel('Compare'), 'isEmpty');
  await hands.press(page, dialog.getByRole('button', { name: 'Add a condition' }));
  await hands.choose(page, dialog.getByLabel('Column').nth(1), 'orders.placed_at');
  await expectAccessible(page, '.rh-filter-builder');
  await hands.press(page, control(page, 'apply-filters'));
  await dialog.waitFor({ state: 'detached' });
  const matching = (await wanted()).length;
  if (orders > 100_000) await hands.press(page, control(page, 'info'));
  await page.getByText(`of ${matching.toLocaleString('en')} `).waitFor();
}

/** Widens the first column, moves the status before it, and pins the number. */
async function arrange(page: Page, hands: Hands): Promise<void> {
  const before = (await header(page, 'number').boundingBox())?.width ?? 0;
  await hands.widen(page, header(page, 'number'));
  await expect.poll(async () => (await header(page, 'number').boundingBox())?.width).toBeGreaterThan(before);
  await hands.move(page, header(page, 'status'), header(page, 'customer'));
  const places = () =>
    page
      .locator('thead th[data-column]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-column')));
  await expect.poll(async () => (await places()).slice(0, 3)).toEqual(['number', 'status', 'customer']);
  await hands.headerItem(page, header(page, 'number'), /^Pin at the start/);
  await expect.poll(() => header(page, 'number').getAttribute('class')).toContain('rh-pinned');
}

/** Opens a month, and edits an order of it that someone else changes meanwhile. */
async function edit(page: Page, hands: Hands): Promise<void> {
  const { db } = pages.service.database;
  await hands.headerItem(page, header(page, 'placed_at'), 'Group by month');
  // A table of that many rows is grouped on demand.
  await hands.press(page, page.getByRole('button', { name: 'Group now' }));
  await page.locator('.rh-group').first().waitFor();
  await keepScreenshot(page, `office/groups-${hands.name}`);
  await expectAccessible(page);
  await hands.press(page, page.locator('.rh-group').first().getByRole('button'));
  await cell(page, 'number', 0).waitFor();
  const number = await text(cell(page, 'number', 0));
  const order = () =>
    db.selectFrom('orders').select(['status', 'paid']).where('number', '=', number).executeTakeFirstOrThrow();
  await db.updateTable('orders').set({ status: 1 }).where('number', '=', number).execute();
  await hands.press(page, control(page, 'reload'));
  await expect.poll(() => text(cell(page, 'status', 0))).toContain('Pending');

  await hands.openEditor(page, cell(page, 'status', 0));
  await page.locator('.rh-editor').waitFor();
  await db.updateTable('orders').set({ status: 2 }).where('number', '=', number).execute();
  await hands.pick(page, page.locator('.rh-editor').getByRole('radio', { name: 'Shipped' }));
  await hands.commit(page);
  const conflict = page.locator('.rh-conflict');
  await conflict.getByText('Another user has changed this cell.').waitFor();
  expect(await text(conflict.locator('dl'))).toMatch(/Theirs ?Processing ?Mine ?Shipped/);
  await expectAccessible(page);
  await keepScreenshot(page, `office/conflict-${hands.name}`);
  await hands.press(page, conflict.getByRole('button', { name: 'Write mine' }));
  await page.locator('.rh-editor').waitFor({ state: 'detached' });
  await expect.poll(async () => (await order()).status).toBe(3);
}

/** Copies two rows of three columns, and reads them as a spreadsheet does. */
async function copy(page: Page, hands: Hands): Promise<void> {
  const columns = ['number', 'status', 'customer'];
  const shown = await Promise.all(
    [0, 1].map((row) => Promise.all(columns.map((column) => text(cell(page, column, row))))),
  );
  // The page adds the country to the name, which is not the cell's value.
  for (const row of shown) row[2] = row[2]?.replace(/[A-Z]{2}$/, '').trim() ?? '';
  await hands.block(page, cell(page, 'number', 0), cell(page, 'customer', 1));
  await hands.copyBlock(page);
  const pasted = () =>
    page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const html = item?.types.includes('text/html') ? await (await item.getType('text/html')).text() : '';
      // The page's policy refuses styles in elements, which a spreadsheet reads.
      const plain = html.replaceAll(/ style=("[^"]*"|'[^']*')/g, '');
      const rows = [...new DOMParser().parseFromString(plain, 'text/html').querySelectorAll('tr')];

      return {
        tsv: (await navigator.clipboard.readText())
          .trim()
          .split(/\r?\n/)
          .map((line) => line.split('\t')),
        html: rows.map((row) => [...row.children].map((one) => one.textContent?.trim())),
      };
    });
  await expect.poll(pasted).toEqual({ tsv: shown, html: shown });
}

/** Saves and shares the view. Its address. */
async function share(page: Page, hands: Hands, name: string): Promise<string> {
  await hands.views(page, 'Save as a new view…');
  await page.getByRole('dialog', { name: 'Save as a new view' }).waitFor();
  await hands.type(page, control(page, 'view-name'), name);
  await hands.press(page, control(page, 'apply-view'));
  await expect.poll(() => control(page, 'views').getAttribute('aria-label')).toBe(`Views: ${name}`);
  await hands.views(page, 'Share…');
  await hands.check(page, page.getByRole('dialog').getByRole('checkbox').first());
  await expectAccessible(page);
  await hands.press(page, control(page, 'apply-view'));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await hands.views(page, 'Copy link');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('view=');

  return page.evaluate(() => navigator.clipboard.readText());
}

describe.each([mouse, keyboard])('The day of an office worker, by $name', (hands) => {
  it('filters, arranges, selects, groups, edits, copies, and shares a view that a colleague exports', async () => {
    const page = await pages.open('/orders', { as: people.administrator });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.setViewportSize({ width: 1800, height: 1000 });
    await page.locator('.rh-row').first().waitFor();

    await filter(page, hands);
    await arrange(page, hands);

    const matching = (await wanted()).length;
    await hands.selectMatching(page);
    await page
      .getByText(`${matching.toLocaleString('en')} rows selected: all that match`)
      .first()
      .waitFor();
    await keepScreenshot(page, `office/selected-${hands.name}`);
    await expectAccessible(page);
    await hands.press(page, page.getByRole('button', { name: 'Clear the selection' }));

    await edit(page, hands);
    await copy(page, hands);
    const link = await share(page, hands, `Not arrived, by ${hands.name}`);
    await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);

    const colleague = await pages.open(new URL(link).pathname + new URL(link).search, { as: people.clerk });
    await colleague.setViewportSize({ width: 1800, height: 1000 });
    await hands.press(colleague, colleague.getByRole('button', { name: 'Group now' }));
    await colleague.locator('.rh-group').first().waitFor();
    expect(await text(colleague.locator('[data-control="combined-filter"]').first())).toContain('is empty');
    expect(await info(colleague)).toContain(`${(await wanted()).length.toLocaleString('en')} rows`);
    await keepScreenshot(colleague, `office/colleague-${hands.name}`);
    await expectAccessible(colleague);
    await hands.exportCsv(colleague);
    await colleague.locator('.rh-job.is-success').waitFor();
    await hands.press(colleague, colleague.getByRole('button', { name: /^Notifications/ }));
    const file = colleague
      .getByRole('region', { name: 'Notifications' })
      .getByRole('link', { name: 'Download the file' })
      .first();
    await file.waitFor();
    const [download] = await Promise.all([colleague.waitForEvent('download'), hands.press(colleague, file)]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/).slice(1);
    const exported = lines.flatMap((line) => /\bR-\d{4}-\d+\b/.exec(line)?.[0] ?? []);
    expect(exported.toSorted()).toEqual((await wanted()).map(({ number }) => number).toSorted());
  });
});
