import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { grantPermissions } from '../../src/modules/users/access/storeAccess.ts';
import { keepScreenshot, type Pages, people, startPages, takeFaults } from './startPages.ts';

const callId = randomUUID();
const script = '<img src=x onerror="document.title=1"><script>document.title = 2</script>';

let pages: Pages;
beforeAll(async () => {
  pages = await startPages();
  await pages.service.addUser('viewer@example.com', 'supervisor');
  const { db } = pages.service.database;
  await grantPermissions(db, 'supervisor', [
    'system.apiLogs.index',
    'system.apiLogs.initTable',
    'system.apiLogs.tableData',
  ]);
  pages.service.users.forget();
  await logCalls();
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

/** 30 calls, the newest one in two attempts, of which the first got no response. */
async function logCalls(): Promise<void> {
  const { db } = pages.service.database;
  const { id: clerk } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', people.clerk)
    .executeTakeFirstOrThrow();
  const message = { headers: { 'content-type': 'application/json' }, body: { parcel: 7, note: script } };
  const call = (secondsAgo: number) => {
    const created_at = new Date(Date.now() - secondsAgo * 1000);
    return {
      call_id: randomUUID(),
      user_id: clerk,
      route: 'users.tableData',
      url: `https://courier.example/parcels/${secondsAgo}`,
      payload: { request: message, response: { ...message, body: script } },
      method: 'GET',
      status: 200,
      error: null as string | null,
      try: 1,
      direction: 'Outbound' as const,
      duration: '1234.5',
      created_at,
      updated_at: created_at,
    };
  };
  await db
    .insertInto('api_logs')
    .values([
      ...Array.from({ length: 28 }, (_, index) => call(1_000 + index)),
      { ...call(900), method: 'DELETE', status: 500, user_id: 2_000_000_000 },
      {
        ...call(20),
        call_id: callId,
        method: 'POST',
        status: null as unknown as number,
        error: 'ECONNRESET',
      },
      { ...call(10), call_id: callId, method: 'POST', status: 201, try: 2 },
      {
        ...call(800),
        direction: 'Inbound' as const,
        user_id: null as unknown as number,
        route: 'nobody.knows',
      },
    ])
    .execute();
}

const path = '/system/api-logs';
const logs = async (as = 'viewer@example.com') => {
  const page = await pages.open(path, { as });
  await page.getByRole('heading', { level: 1, name: 'API logs' }).waitFor();
  await page.waitForFunction(() => document.querySelector('.app-loading, [aria-busy="true"]') === null);
  return page;
};
const rows = (page: Page) => page.getByRole('grid').locator('tbody tr[data-row]');

describe('The page of API logs', () => {
  it('has the newest attempts, each with direction, user, status and duration', async () => {
    const page = await logs();
    await keepScreenshot(page, 'pages/api-logs-with-calls');
    await expect.poll(() => rows(page).count()).toBe(10);
    const [first = '', second = ''] = await rows(page).allInnerTexts();
    for (const text of ['Outbound', 'POST', 'users.tableData', '201', '1,235 ms', 'Carl Weiß']) {
      expect(first).toContain(text);
    }
    expect(second).toContain('No response');
    await page.getByText('Deleted user 2000000000').waitFor();
    await page.getByText('nobody.knows').waitFor();
  });

  it('searches URL, permission and error', async () => {
    const page = await logs();
    const search = page.getByRole('searchbox');
    await search.fill('nobody.knows');
    await expect.poll(() => rows(page).count()).toBe(1);
    await search.fill('econnreset');
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByText('No response').waitFor();
  });

  it('filters by method, and by a user who is searched for, and keeps that in its address', async () => {
    const page = await logs();
    const choose = async (filter: string) => {
      await page.getByRole('button', { name: 'Filter' }).first().click();
      await page.getByRole('menuitem', { name: filter }).click();
    };
    await choose('Method');
    await page.getByRole('checkbox', { name: 'POST' }).check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
    await choose('User');
    await page.getByRole('searchbox', { name: 'Search the options' }).fill('carl');
    await page.getByRole('checkbox', { name: 'Carl Weiß' }).check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: /Remove the filter User/ }).waitFor();
    await page.waitForURL(/user/);
    await page.reload();
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.getByRole('button', { name: /Remove the filter Method/ }).click();
    await expect.poll(() => rows(page).count()).toBe(10);
    await page.getByText(/of 30 \(filtered from 32\)/).waitFor();
  });

  it('draws calls and failures by hour, with the same in words and in a table', async () => {
    const page = await logs();
    const chart = page.getByRole('img', { name: /^The last 24 hours: 32 calls, 2 of them failed/ });
    await chart.waitFor();
    await expect.poll(() => chart.locator('.app-chart-hour').count()).toBe(24);
    await expect
      .poll(() => page.locator('.app-chart-axis.is-durations').textContent())
      .toMatch(/^0 ms.*\ds$/);
    await expect.poll(() => page.locator('.app-chart-times > :not(:empty)').count()).toBe(8);
    await chart.locator('.app-chart-hour').last().hover();
    await page.locator('.app-chart-pointed', { hasText: /calls?, \d+ failed/ }).waitFor();
    await page.getByText('The figures as a table').click();
    const figures = page.getByRole('table');
    await expect.poll(() => figures.getByRole('row').count()).toBe(25);
    const column = async (at: number) =>
      (await figures.locator(`td:nth-child(${at})`).allInnerTexts()).map(Number);
    await expect.poll(async () => (await column(3)).reduce((sum, failed) => sum + failed, 0)).toBe(2);
    // The calls lie in one hour or two, as the time of day has it.
    const ticks = (await page.locator('.app-chart-axis').first().locator('span').allTextContents()).map(
      Number,
    );
    expect(ticks[0]).toBe(0);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...(await column(2))));
  });

  it('opens a call by the link of its time, and by the keyboard, and returns', async () => {
    const page = await logs();
    await rows(page).first().getByText('users.tableData').click();
    expect(new URL(page.url()).pathname).toBe(path);
    await rows(page).first().getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'API call' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${path}/${callId}`);
    await page.getByRole('link', { name: 'API logs' }).last().click();
    await rows(page).nth(1).getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'API call' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${path}/${callId}`);
  });
});

describe('The page of a call', () => {
  it('has all attempts, with the request and the response as text', async () => {
    const page = await pages.open(`${path}/${callId}`, { as: 'viewer@example.com' });
    await page.getByRole('heading', { level: 2, name: 'Attempt 2' }).waitFor();
    await keepScreenshot(page, 'pages/api-call-with-attempts');
    await page.getByRole('heading', { level: 2, name: 'Attempt 1' }).waitFor();
    await page.getByText('ECONNRESET').waitFor();
    await page.getByText('Carl Weiß').waitFor();
    await expect
      .poll(() => page.getByRole('group', { name: 'Body: response of attempt 2' }).textContent())
      .toBe(script);
    await expect
      .poll(() => page.getByRole('group', { name: 'Body: request of attempt 1' }).textContent())
      .toBe(JSON.stringify({ parcel: 7, note: script }, null, 2));
    await expect.poll(() => page.locator('main img, main script').count()).toBe(0);
    expect(await page.title()).toBe('API call · Rowhouse');
  });

  it('shows a message for an unknown call', async () => {
    const page = await pages.open(`${path}/${randomUUID()}`, { as: 'viewer@example.com' });
    await page.getByText('Not found', { exact: true }).waitFor();
    await page.goto(`${path}/nonsense`);
    await page.getByText('Not found', { exact: true }).waitFor();
  });
});

describe('The permission for API logs', () => {
  it('is needed for the menu entry, the page and the route', async () => {
    const page = await pages.open('/', { as: people.clerk });
    await page.getByRole('heading', { level: 1, name: 'Welcome, Carl Weiß' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'API logs' }).count()).toBe(0);
    for (const route of ['initTable', 'tableData', 'statistics', `calls/${callId}`, 'users/options']) {
      const status = await page.evaluate(
        async (url) => (await fetch(url)).status,
        `/api/system/apiLogs/${route}`,
      );
      expect([route, status]).toEqual([route, 403]);
    }
    for (const address of [path, `${path}/${callId}`]) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1, name: 'Not permitted' }).waitFor();
    }
  });

  it('opens the page from the menu entry with the permission', async () => {
    const page = await pages.open('/', { as: 'viewer@example.com' });
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('button', { name: 'System' }).click();
    await menu.getByRole('link', { name: 'API logs' }).click();
    await page.getByRole('heading', { level: 1, name: 'API logs' }).waitFor();
  });
});

it('shows no English text in German', async () => {
  const { db } = pages.service.database;
  await pages.service.addUser('greta@example.com', 'administrator');
  await db.updateTable('users').set({ language: 'de' }).where('email', '=', 'greta@example.com').execute();
  const page = await pages.open(path, { as: 'greta@example.com' });
  await page.getByRole('heading', { level: 1, name: 'API-Protokoll' }).waitFor();
  await page.locator('.rh-row').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.app-loading, [aria-busy="true"]') === null);
  const text = (await page.locator('body').textContent()) ?? '';
  for (const german of ['Richtung', 'Ausgehend', 'Berechtigung', 'Status', 'Die letzten 24 Stunden']) {
    expect(text).toContain(german);
  }
  expect(text).not.toMatch(/\b(Direction|Outbound|Inbound|Duration|Attempt|Calls|Failures|hours|Time)\b/);
  await page.goto(`${path}/${callId}`);
  await page.getByRole('heading', { level: 2, name: 'Versuch 2' }).waitFor();
  const call = (await page.locator('main').textContent()) ?? '';
  expect(call).not.toMatch(/\b(Direction|Outbound|Permission|User|Request|Response|answer|Attempts)\b/);
});
