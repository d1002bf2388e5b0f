import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
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
  pages = await startPages({ orders: 60 });
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

/** Writes a cell as the pages do, in the session of a page. */
function edit(page: Page, row: string, value: string): Promise<number> {
  return page.evaluate(
    async ({ row, value }) => {
      const response = await fetch('/api/orders/edit', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ row, column: 'note', value }),
      });

      return response.status;
    },
    { row, value },
  );
}

/** The orders on the first page, the newest first. */
function newest() {
  return pages.service.database.db
    .selectFrom('orders')
    .select(['id', 'number'])
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(5)
    .execute();
}

it.each([
  { name: 'live-rows', options: {} },
  { name: 'live-rows-dark', options: { dark: true } },
  { name: 'live-rows-phone', options: { phone: true } },
])('marks rows that a colleague changes and deletes: $name', async ({ name, options }) => {
  const [changed, , gone] = await newest();
  const mine = await pages.open('/orders', { as: people.clerk, ...options });
  const row = (number: string | undefined) => mine.locator('.rh-row', { hasText: number });
  await row(changed?.number).waitFor();
  const colleague = await pages.open('/users', { as: people.administrator });
  expect(await edit(colleague, String(changed?.id), `changed for ${name}`)).toBe(200);
  await pages.service.database.db
    .deleteFrom('orders')
    .where('id', '=', gone?.id ?? '')
    .execute();

  await mine.locator('.rh-changed', { hasText: changed?.number }).waitFor();
  await mine.locator('.rh-gone', { hasText: gone?.number }).waitFor();
  await expectAccessible(mine);
  await keepScreenshot(mine, name);
  await mine.getByRole('button', { name: 'Show changes' }).click();
  await row(gone?.number).waitFor({ state: 'detached' });
  await expect.poll(() => mine.locator('.rh-changed').count()).toBe(0);
});

/** The requests by which a page polls for changes. */
function followChecks(page: Page): { readonly background: (string | undefined)[] } {
  const background: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().includes('/api/orders/tableData')) return;
    if (request.postData()?.includes('"changes"'))
      background.push(request.headers()['x-rowhouse-background']);
  });

  return { background };
}

/** Time without a request, in milliseconds. */
async function quietFor(checks: { readonly background: readonly unknown[] }, time: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const before = checks.background.length;
        await setTimeout(time);
        return checks.background.length - before;
      },
      { timeout: 120_000 },
    )
    .toBe(0);
}

const note = (id: string | number | undefined, text: string) =>
  pages.service.database.db.updateTable('orders').set({ note: text }).where('id', '=', String(id)).execute();

it('waits for the event stream, and polls while it is unavailable', async () => {
  const [first, second] = await newest();
  const page = await pages.open('/orders', { as: people.clerk });
  const checks = followChecks(page);
  const mark = (number: string | undefined) => page.locator('.rh-changed', { hasText: number }).waitFor();
  await page.locator('.rh-row', { hasText: first?.number }).waitFor();
  await quietFor(checks, 5_000);
  await note(first?.id, 'by the stream');
  await mark(first?.number);

  await page.route('**/api/core/notifications/stream', (route) => route.abort());
  // Ends the streams of the process.
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'rowhouse events'`.execute(
    pages.service.database.db,
  );
  const before = checks.background.length;
  await expect.poll(() => checks.background.length - before).toBeGreaterThan(3);
  await note(second?.id, 'without a stream');
  await mark(second?.number);

  await page.unroute('**/api/core/notifications/stream');
  // Pages connect again by themselves, some time after the last failure.
  await page.reload();
  await page.locator('.rh-row', { hasText: first?.number }).waitFor();
  await quietFor(checks, 5_000);
  // None of these requests renews the session.
  expect(new Set(checks.background)).toEqual(new Set(['1']));
  takeFaults();
});

it('sends nothing to users who may not read the table', async () => {
  const response = await fetch(`${pages.address}/api/orders/tableData`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ meta: { changes: [{ row: 1, version: 'guessed' }] } }),
  });
  expect(response.status).toBe(401);
});
