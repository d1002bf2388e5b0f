import type { TableJob } from '@rowhouse/table-protocol';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { keepScreenshot, type Pages, people, startPages, takeFaults } from './startPages.ts';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages({ orders: 60 });
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

it.each([
  ['desktop', {}],
  ['phone', { phone: true }],
])(
  'shows the owner the rows that an action in the background failed on, in amber, on a %s',
  async (name, device) => {
    const { db } = pages.service.database;
    const cancelled = await db
      .selectFrom('orders')
      .select('number')
      .where('status', '=', 5)
      .orderBy('id')
      .execute();
    expect(cancelled.length).toBeGreaterThan(0);
    const page = await pages.open('/orders', { as: people.administrator, ...device });
    await page.locator('tbody .rh-row').first().waitFor();
    await keepScreenshot(page, `failed-rows-list-${name}`);
    if (name === 'phone') await page.getByRole('button', { name: 'More controls' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Mark all as delivered' }).click();
    await page.getByRole('alertdialog').waitFor();
    await keepScreenshot(page, `failed-rows-confirmation-${name}`);
    await page.getByRole('alertdialog').locator('[data-control=confirm]').click();
    const job = page.locator('.rh-job.is-warning');
    const rows = job.getByRole('list', { name: 'Failed rows' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(cancelled.length);
    const listed = await rows.allTextContents();
    for (const { number } of cancelled) expect(listed.join()).toContain(`${number} is cancelled.`);
    await keepScreenshot(page, `failed-rows-${name}`);
    await expect.poll(() => rows.getByRole('link').count()).toBe(cancelled.length);
    await job.getByRole('button', { name: 'Select these rows' }).click();
    await page
      .getByText(new RegExp(`^${cancelled.length} rows? selected`))
      .first()
      .waitFor();
    // It would cover the notifications of a phone.
    await job.getByRole('button', { name: 'Dismiss' }).click();

    await page.getByRole('button', { name: /^Notifications/ }).click();
    // By a key: what arrives meanwhile may move the link away from the pointer.
    await page.getByRole('link', { name: 'Show the failed rows' }).first().press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Mark as delivered' }).waitFor();
    await expect
      .poll(() => page.locator('.app-failures dt').allTextContents())
      .toEqual(expect.arrayContaining(cancelled.map(({ number }) => number)));
    await expect.poll(() => page.locator('.message.is-warning').count()).toBe(1);
    const links = page.locator('.app-failures').getByRole('link');
    await expect.poll(() => links.count()).toBe(cancelled.length);
    expect(await links.first().getAttribute('href')).toMatch(/^\/tables\/orders\/\d+$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await keepScreenshot(page, `failed-rows-page-${name}`);
    const actionPage = page.url();
    await page.getByRole('link', { name: 'Select these rows' }).click();
    await page
      .getByText(new RegExp(`^${cancelled.length} rows? selected`))
      .first()
      .waitFor();
    expect(new URL(page.url()).pathname).toBe('/orders');
    expect(page.url()).not.toContain('select');
    await page.goto(actionPage);
    await page.locator('.app-failures').waitFor();

    const path = new URL(page.url()).pathname;
    const { body } = await pages.service.call(`/api${path}`, {
      headers: { cookie: (await pages.service.signIn(people.administrator)).cookie },
    });
    expect((body as unknown as TableJob).failures).toHaveLength(cancelled.length);
    const other = await pages.open(path, { as: people.clerk });
    await other.getByText(/You have no action in the background/).waitFor();
    await expect.poll(() => other.locator('.app-failures').count()).toBe(0);
  },
);
