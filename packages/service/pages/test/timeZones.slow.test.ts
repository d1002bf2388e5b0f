import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startSmtpServer, type TestSmtpServer } from '../../src/testing/startSmtpServer.ts';
import { expectAccessible, keepScreenshot, type Pages, startPages, takeFaults } from './startPages.ts';

/** The night in which the two are on different days; with microseconds, as the database keeps them. */
const placedAt = '2026-07-01T03:30:15.999600Z';
const newYork = { email: 'nina@example.com', timeZone: 'America/New_York', day: '2026-06-30' };
const tokyo = { email: 'taro@example.com', timeZone: 'Asia/Tokyo', day: '2026-07-01' };
const clocks = {
  [newYork.timeZone]: '30-06-2026 23:30:15',
  [tokyo.timeZone]: '01-07-2026 12:30:15',
  'Asia/Calcutta': '01-07-2026 09:00:15',
};

let smtp: TestSmtpServer;
let pages: Pages;
let number: string;

beforeAll(async () => {
  smtp = await startSmtpServer();
  pages = await startPages({
    orders: 1200,
    environment: {
      ROWHOUSE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      ROWHOUSE_MAIL_FROM: 'Rowhouse <rowhouse@example.com>',
      // Of neither of them.
      ROWHOUSE_TABLES_TIME_ZONE: 'Europe/Berlin',
    },
  });
  const { service } = pages;
  for (const { email } of [newYork, tokyo]) await service.addUser(email, 'administrator');
  const order = await service.database.db
    .updateTable('orders')
    .set({ placed_at: placedAt as never })
    .where('id', '=', '7')
    .returning('number')
    .executeTakeFirstOrThrow();
  number = order.number;
});
afterEach(() => expect(takeFaults()).toEqual([]));
afterAll(async () => {
  await pages?.stop();
  await smtp?.stop();
});

/** The orders of one day, by a filter that is put together on the page. */
async function filterDay(page: Page, day: string): Promise<void> {
  await page.locator('[data-control="filter"]').click();
  await page.getByRole('menuitem', { name: 'Placed', exact: true }).click();
  await page.locator('[name=from]').fill(day);
  await page.locator('[name=to]').fill(day);
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.locator('.rh-chip').waitFor();
  // The chip is there before its rows.
  await page.locator('.rh-records').getByText('filtered from').waitFor();
}

/** Intl's spelling of a moment, turned into the format of the service. */
function clockOf(instant: Date, timeZone: string): string {
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const [date = '', time = ''] = text.format(instant).split(' ');
  return `${date.split('-').reverse().join('-')} ${time}`;
}

describe.each([newYork, tokyo])('An order, for a user in $timeZone', ({ email, timeZone, day }) => {
  const clock = clocks[timeZone] ?? '';
  const name = timeZone.replace('/', '-');

  it('has the same time in the list, on its page, in its slip, in the file and in the mail', async () => {
    const page = await pages.open('/orders', { as: email, timeZone });
    await filterDay(page, day);
    const shownDay = day.split('-').reverse().join('-');
    await expect.poll(() => page.locator('.rh-chip-text').allTextContents()).toEqual([`Placed: ${shownDay}`]);
    const row = page.locator('.rh-row').filter({ hasText: number });
    await row.waitFor();
    await expect.poll(() => row.textContent()).toContain(clock);
    await keepScreenshot(page, `pages/zone-list-${name}`);

    await page.locator('[data-control="export"]').click();
    await page.getByRole('menuitem', { name: 'Excel' }).click();
    await page.locator('.rh-job.is-success').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.rh-job').getByRole('link', { name: 'Download' }).click(),
    ]);
    const [header = [], ...rows] = await readSheet(await readFile(await download.path()));
    const written = rows.find((cells) => cells[header.indexOf('Number')] === number);
    // A cell has no zone: what it shows is read as if it were UTC.
    const cell: unknown = written?.[header.indexOf('Placed')];
    expect(cell instanceof Date && clockOf(cell, 'UTC')).toBe(clock);
    expect(rows.length).toBe(
      Number(/of (\d+) \(filtered/.exec(String(await page.locator('.rh-records').textContent()))?.[1]),
    );

    const mailed = () => smtp.mails.find(({ to }) => to.includes(email));
    await expect.poll(mailed).toBeDefined();
    const { expires_at: expires } = await pages.service.database.db
      .selectFrom('table_jobs')
      .innerJoin('users', 'users.id', 'table_jobs.created_by')
      .select('expires_at')
      .where('users.email', '=', email)
      .executeTakeFirstOrThrow();
    const until = `${clockOf(expires as Date, timeZone)} (${timeZone})`;
    expect(mailed()?.parsed.text).toContain(`can be downloaded until ${until}.`);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const panel = page.getByRole('region', { name: 'Notifications' });
    await panel.getByText(`until ${until}`).waitFor();
    await expect
      .poll(() => panel.locator('time').first().textContent())
      .toMatch(new RegExp(`^\\d\\d-\\d\\d-\\d{4} \\d\\d:\\d\\d:\\d\\d \\(${timeZone}\\)$`));
    await keepScreenshot(page, `pages/zone-bell-${name}`);

    await page.goto('/orders/7');
    await page.getByText(`${clock} (${timeZone})`, { exact: true }).waitFor();
    await keepScreenshot(page, `pages/zone-order-${name}`);
    const slip = await page.request.get('/api/orders/7/download');
    expect(await slip.text()).toContain(`Placed     ${clock} (${timeZone})`);
    await page.context().close();
  });

  it('is the same on a phone', async () => {
    const page = await pages.open('/orders/7', { as: email, timeZone, phone: true });
    await page.getByText(`${clock} (${timeZone})`, { exact: true }).waitFor();
    await keepScreenshot(page, `pages/zone-order-${name}-phone`);
    await page.goto(`/orders?orders.search=${number}`);
    await page.locator('.rh-row').first().waitFor();
    await keepScreenshot(page, `pages/zone-list-${name}-phone`);
    await page.goto('/system/api-logs');
    await page.locator('.app-chart').waitFor();
    const hours = await page.locator('.app-chart-figures th[scope=row]').allTextContents();
    for (const text of hours) expect(text).toMatch(/^\d\d-\d\d-\d{4} \d\d:00:00$/);
    const full = (ago: number) =>
      clockOf(new Date(Date.now() - ago * 3_600_000), timeZone).replace(/\d\d:\d\d$/, '00:00');
    expect([full(0), full(1)]).toContain(hours[0]);
    await keepScreenshot(page, `pages/zone-chart-${name}-phone`);
    await page.context().close();
  });
});

it('uses the zone of the profile before that of the browser everywhere, until it is removed', async () => {
  const page = await pages.open('/profile', { as: newYork.email, timeZone: newYork.timeZone });
  const zone = page.getByLabel('Time zone');
  await expect
    .poll(() => zone.locator('option:checked').textContent())
    .toBe('Same as the browser (America/New_York)');
  await zone.selectOption('Asia/Calcutta');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Your profile is saved.').waitFor();
  await keepScreenshot(page, 'pages/zone-profile');
  await expectAccessible(page);
  await page.goto('/orders/7');
  await page.getByText(`${clocks['Asia/Calcutta']} (Asia/Calcutta)`, { exact: true }).waitFor();
  await page.goto(`/orders?orders.search=${number}`);
  await page
    .locator('.rh-row')
    .getByText(clocks['Asia/Calcutta'] as string)
    .first()
    .waitFor();
  await page.goto('/profile');
  await expect.poll(() => zone.inputValue()).toBe('Asia/Calcutta');
  await zone.selectOption('');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Your profile is saved.').waitFor();
  await page.goto('/orders/7');
  await page.getByText(`${clocks[newYork.timeZone]} (America/New_York)`, { exact: true }).waitFor();
});

it.each(['desktop', 'phone'] as const)('shows German numbers in German for a %s', async (device) => {
  const page = await pages.open('/orders', {
    as: tokyo.email,
    timeZone: tokyo.timeZone,
    locale: 'de-DE',
    phone: device === 'phone',
  });
  await page.request.patch('/api/core/me', { data: { language: 'de' } });
  await page.reload();
  await page.getByText('1 bis 10 von 1.200').waitFor();
  await page.locator('[data-page="last"]').click();
  await page.getByText('von 1.200').waitFor();
  await keepScreenshot(page, `pages/zone-german-${device}`);
  await page.context().close();
});
