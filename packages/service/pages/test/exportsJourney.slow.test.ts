import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSmtpServer, type TestSmtpServer } from '../../src/testing/startSmtpServer.ts';
import {
  expectAccessible,
  keepScreenshot,
  type Pages,
  people,
  startPages,
  takeFaults,
} from './startPages.ts';

let smtp: TestSmtpServer;
let pages: Pages;

beforeAll(async () => {
  smtp = await startSmtpServer();
  pages = await startPages({
    // Exported in about two seconds: long enough to watch, and to cancel.
    orders: 500_000,
    environment: {
      ROWHOUSE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      ROWHOUSE_MAIL_FROM: 'Rowhouse <rowhouse@example.com>',
    },
  });
});
afterEach(() => expect(takeFaults()).toEqual([]));
afterAll(async () => {
  await pages?.stop();
  await smtp?.stop();
});

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Every place that a progress bar has been seen at, from now on. */
async function watchProgress(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const bar = document.querySelector<HTMLProgressElement>('.rh-job progress[value]');
      if (bar && seen.at(-1) !== bar.value) seen.push(bar.value);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });

  return () => page.evaluate(() => (window as unknown as { seen: number[] }).seen);
}

describe('A user who exports the orders', () => {
  it('gets the searched and sorted rows, from the bell and by mail', async () => {
    const page = await pages.open('/orders', { as: people.administrator });
    await page.getByRole('searchbox').fill('smith');
    await page.getByText(/filtered from/).waitFor();
    await page.locator('thead th[data-column="total"]').getByRole('button').first().click();
    await page.locator('thead th[data-column="total"][aria-sort="ascending"]').waitFor();
    const { db } = pages.service.database;
    const wanted = await db
      .selectFrom('orders')
      .leftJoin('customers', 'customers.id', 'orders.customer_id')
      .select('orders.number')
      .where((where) =>
        where.or([where('customers.name', 'ilike', '%smith%'), where('customers.email', 'ilike', '%smith%')]),
      )
      .orderBy('orders.total')
      .orderBy('orders.id')
      .execute();
    const first = page.locator('.rh-row').first().locator('[data-column="number"]');
    await expect.poll(async () => (await first.textContent())?.trim()).toBe(wanted[0]?.number);

    await page.locator('[data-control="export"]').click();
    await page.getByRole('menuitem', { name: 'Excel' }).click();
    await page.locator('.rh-job.is-success').waitFor();
    await expect.poll(() => bell(page).getAttribute('aria-label')).toBe('Notifications, 1 unread');
    await bell(page).click();
    await panel(page).getByText('The export of Orders is ready').waitFor();
    await keepScreenshot(page, 'pages/bell');
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel(page).getByRole('link', { name: 'Download the file' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Orders \d{4}-\d\d-\d\d\.xlsx$/);
    const [header, ...rows] = await readSheet(await readFile(await download.path()));
    expect(header?.slice(0, 2)).toEqual(['Number', 'Customer']);
    expect(rows.map(([number]) => number)).toEqual(wanted.map(({ number }) => number));

    await expect.poll(() => smtp.mails.length).toBe(1);
    const [mail] = smtp.mails;
    expect(mail?.to).toEqual([people.administrator]);
    expect(mail?.parsed.subject).toBe('The export of Orders is ready');
    const link = /https?:\S+\/download\?token=\S+/.exec(mail?.parsed.text ?? '')?.[0] ?? '';
    const path = new URL(link).pathname + new URL(link).search;
    const response = await page.request.get(path);
    expect(response.status()).toBe(200);
    // No one else gets it by the same link: signed in as someone else, or not at all.
    const clerk = await pages.open('/profile', { as: people.clerk });
    expect((await clerk.request.get(path)).status()).toBe(404);
    const stranger = await pages.open('/sign-in');
    expect((await stranger.request.get(path)).status()).toBe(401);
    expect(await clerk.request.get('/api/core/notifications').then((list) => list.json())).toMatchObject({
      data: [],
      unread: 0,
    });
  });

  it('sees the progress, and cancels another export', async () => {
    const page = await pages.open('/orders', { as: people.administrator });
    await page.locator('.rh-row').first().waitFor();
    const seen = await watchProgress(page);
    await page.locator('[data-control="export"]').click();
    await page.getByRole('menuitem', { name: 'Excel' }).click();
    await page.locator('.rh-job progress[value]').waitFor();
    await keepScreenshot(page, 'pages/export-progress');
    await page.locator('.rh-job.is-success').waitFor({ timeout: 60_000 });
    const values = await seen();
    expect(values.length).toBeGreaterThan(1);
    expect(values).toEqual(values.toSorted((a, b) => a - b));

    await page.locator('.rh-job').getByRole('button', { name: 'Dismiss' }).click();
    await page.locator('[data-control="export"]').click();
    await page.getByRole('menuitem', { name: 'Excel' }).click();
    await page.locator('.rh-job progress[value]').waitFor();
    await page.locator('.rh-job').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('It was cancelled.').waitFor();
    const { db } = pages.service.database;
    expect(
      await db.selectFrom('table_jobs').select('status').orderBy('id', 'desc').executeTakeFirstOrThrow(),
    ).toEqual({ status: 'cancelled' });
    // Nothing more is sent about it.
    expect(smtp.mails.map(({ parsed }) => parsed.subject)).toEqual([
      'The export of Orders is ready',
      'The export of Orders is ready',
    ]);
  });
});
