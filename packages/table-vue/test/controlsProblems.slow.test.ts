import { describe, expect, test } from 'vitest';
import { read } from './openTable.ts';
import type { Fault } from './startHarness.ts';
import { useHarness } from './useHarness.ts';

const table = useHarness();
const { open } = table;

const message = (text: string) => JSON.stringify({ message: text });
/** Kind of problem → a response that causes it, and the text of the banner. */
const problems: readonly (readonly [kind: string, fault: Fault, texts: readonly string[]])[] = [
  ['signed-out', { status: 401, body: message('Sign in first.') }, ['You are signed out', 'Sign in first.']],
  ['forbidden', { status: 403, body: message('Not yours.') }, ['You may not see this', 'Not yours.']],
  ['missing', { status: 404, body: message('Not there.') }, ['Table not found', 'Not there.']],
  [
    'refused',
    { status: 422, body: '{"message":"Wrong.","errors":{"meta.length":["<i>41</i> is not offered."]}}' },
    ['The server could not use this request', 'Wrong.', 'meta.length', '<i>41</i> is not offered.'],
  ],
  ['busy', { status: 429, body: message('Slow down.') }, ['Too many requests', 'Slow down.']],
  [
    'failed',
    { status: 500, body: message('It broke.') },
    ['Something went wrong on the server', 'It broke.'],
  ],
  ['unavailable', { status: 503, body: message('Not now.') }, ['The server is busy', 'Not now.']],
  ['offline', { drop: true }, ['No connection']],
  ['malformed', { status: 200, body: '{"data": [' }, ['The response is not a table']],
  [
    'malformed',
    { status: 200, body: '<!doctype html><p>Hi</p>', headers: { 'content-type': 'text/html' } },
    ['The response is not a table'],
  ],
  ['malformed', { status: 200, body: '{"data": 5}' }, ['The response is not a table']],
];

describe.each(problems)('the problem %s (%j)', (kind, fault, texts) => {
  test('is shown above the rows for a data request; the rows stay until the next success', async () => {
    const { page, control } = await open();
    table.harness.interfere({ path: 'tableData', ...fault });
    await control('reload').click();
    const banner = page.locator(`[data-problem="${kind}"]`);
    await banner.waitFor();

    for (const text of texts) expect(await banner.textContent()).toContain(text);

    await expect.poll(() => banner.getByRole('alert').count()).toBe(1);
    await expect.poll(() => banner.textContent()).toContain('You still see the rows from before.');
    await expect.poll(() => page.locator('.rh-row').count()).toBe(10);
    table.harness.interfere(null);
    await banner.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => banner.count()).toBe(0);
    await expect.poll(() => page.locator('.rh-row').count()).toBe(10);
  });

  test('is shown instead of the table for init, with a way to continue', async () => {
    const { page } = await open({ rows: false });
    await page.locator('.rh-row').first().waitFor();
    table.harness.interfere(fault);
    await page.reload();
    const banner = page.locator(`[data-problem="${kind}"]`);
    await banner.waitFor();
    await expect.poll(() => page.locator('[role=grid]').count()).toBe(0);
    await expect.poll(() => page.locator('.rh-toolbar').count()).toBe(0);
    table.harness.interfere(null);
    await banner.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.rh-row').first().waitFor();
    await expect.poll(() => banner.count()).toBe(0);
  });
});

describe('a problem', () => {
  test('of an ended session is reported to the host, which can open its sign-in', async () => {
    const { page, control } = await open({ listenTo: ['signed-out'] });
    table.harness.interfere({ path: 'tableData', status: 401, body: message('Sign in first.') });
    await control('reload').click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect
      .poll(async () => (await read(page, 'tableEvents')).map(({ name }) => name))
      .toEqual(['signed-out', 'signed-out']);
  });

  test('counts down if temporary, and the table retries automatically', async () => {
    const { page, control } = await open();
    table.harness.interfere({
      path: 'tableData',
      status: 503,
      body: message('Not now.'),
      headers: { 'retry-after': '2' },
    });
    await control('reload').click();
    await page.getByText(/Trying again in [12] s\./).waitFor();
    table.harness.interfere(null);
    await expect.poll(() => page.locator('.rh-problem').count()).toBe(0);
  });

  test('can be resolved by a reset if a request was refused', async () => {
    const { page, control } = await open();
    await control('search').fill('Ada');
    await page.getByText('filtered from 260').waitFor();
    table.harness.interfere({ path: 'tableData', status: 422, body: message('Wrong.') });
    await control('reload').click();
    const banner = page.locator('[data-problem=refused]');
    await banner.waitFor();
    table.harness.interfere(null);
    await banner.getByRole('button', { name: 'Reset the table' }).click();
    await page.getByText('Showing 1 to 10 of 260').waitFor();
    await expect.poll(() => control('search').inputValue()).toBe('');
    await expect.poll(() => banner.count()).toBe(0);
  });

  test('ends when the network is available again', async () => {
    const { page, control } = await open({ ownProfile: true });
    await page.context().setOffline(true);
    await control('reload').click();
    await page.locator('[data-problem=offline]').waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => page.locator('.rh-problem').count()).toBe(0);
  });
});

describe('a slow response', () => {
  test('is announced as loading', async () => {
    const { page, control } = await open();
    const gate = Promise.withResolvers<void>();
    table.harness.interfere({ path: 'tableData', until: gate.promise });
    await control('reload').click();
    await page.getByText('Still working…').waitFor();
    gate.resolve();
    await expect.poll(() => page.getByText('Still working…').count()).toBe(0);
    await expect.poll(() => page.locator('.rh-row').count()).toBe(10);
  });

  test('keeps room for the table at the first request', async () => {
    const { page } = await open({ rows: false });
    await page.locator('.rh-row').first().waitFor();
    const gate = Promise.withResolvers<void>();
    table.harness.interfere({ until: gate.promise });
    await page.reload();
    await page.getByText('The table is being loaded.').waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('.is-skeleton').count()).toBeGreaterThan(5);
    gate.resolve();
    await page.locator('.rh-row').first().waitFor();
    await expect.poll(() => page.locator('.is-skeleton').count()).toBe(0);
  });
});
