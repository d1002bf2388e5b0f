import type { TableJob } from '@rowhouse/table-protocol';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessibilityFaults } from '../../../test/axe.ts';
import { read, startExport } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const { open } = useHarness();

const waiting: TableJob = {
  id: '7',
  kind: 'export',
  table: 'everything',
  name: 'Everything',
  status: 'waiting',
  total: null,
  entries: 0,
  failed: 0,
  path: '/api/exports/7',
  download: null,
  message: null,
};

/** A server's export, of which the test says how far it is. */
async function serveJob(page: Page, button = '**/api/everything/exportExcel*', key = 'export') {
  const server = { job: waiting, cancelled: 0 };
  await page.route(button, (route) =>
    route.fulfill({ status: 202, json: { message: 'It has begun.', [key]: server.job } }),
  );
  await page.route('**/api/exports/7', (route) => {
    if (route.request().method() === 'DELETE') {
      server.cancelled += 1;
      server.job = { ...server.job, status: 'cancelled', message: 'The export was cancelled.' };
    }
    return route.fulfill({ json: server.job });
  });

  return server;
}

describe('an export that continues', () => {
  test('shows how far it is, and offers its file in the end', async () => {
    const { page } = await open({ listenTo: ['exported'] });
    const server = await serveJob(page);
    await startExport(page);
    const bar = page.getByRole('progressbar', { name: 'Export of Everything' });
    await page.getByText('Waiting for its turn').waitFor();
    await expect.poll(() => bar.getAttribute('value')).toBeNull();

    server.job = { ...waiting, status: 'processing', total: 120_000, entries: 30_000 };
    await page.getByText('30000 of 120000 rows').or(page.getByText('30,000 of 120,000 rows')).waitFor();
    await expect.poll(() => bar.evaluate((element: HTMLProgressElement) => element.position)).toBe(0.25);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFaults(page, 'color-contrast'), colorScheme).toEqual([]);
    }
    expect(await accessibilityFaults(page, 'aria-progressbar-name')).toEqual([]);

    server.job = {
      ...server.job,
      status: 'finalized',
      entries: 120_000,
      download: '/file.xlsx',
      message: 'Ready.',
    };
    const link = page.locator('.rh-job').getByRole('link', { name: 'Download' });
    await link.waitFor();
    await expect.poll(() => link.getAttribute('href')).toBe('/file.xlsx');
    await expect.poll(() => bar.count()).toBe(0);
    await expect
      .poll(() => read(page, 'tableEvents'))
      .toMatchObject([{ name: 'exported', payload: { export: waiting } }]);

    await page.locator('.rh-job').getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => page.locator('.rh-job').count()).toBe(0);
  });

  test('is cancelled by its button', async () => {
    const { page } = await open();
    const server = await serveJob(page);
    await startExport(page);
    await page.locator('.rh-job').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The export was cancelled.').waitFor();
    expect(server.cancelled).toBe(1);
  });

  test('shows the reason of a failure', async () => {
    const { page } = await open();
    const server = await serveJob(page);
    server.job = { ...waiting, status: 'failed', message: 'The disk is full.' };
    await startExport(page);
    await page.getByRole('alert').getByText('The disk is full.').waitFor();
    await expect.poll(() => page.locator('.rh-job.is-danger').count()).toBe(1);
  });
});

test('follows a background action, and reads the rows again when it has ended', async () => {
  const { page, button, queries } = await open({ listenTo: ['custom-action-done'] });
  const server = await serveJob(page, '**/api/everything/action*', 'job');
  server.job = { ...waiting, kind: 'action', name: 'Action' };
  await button('action').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Action' }).click();
  await page.getByRole('progressbar', { name: 'Action' }).waitFor();
  const before = queries.length;
  server.job = { ...server.job, status: 'finalized', total: 3, entries: 3, message: 'Three rows are done.' };
  await page.getByText('Three rows are done.').waitFor();
  await expect.poll(() => queries.length).toBe(before + 1);
  await expect.poll(() => read(page, 'tableEvents')).toMatchObject([{ name: 'custom-action-done' }]);
});

test('warns about a background action that failed on some rows', async () => {
  const { page, button } = await open();
  const server = await serveJob(page, '**/api/everything/action*', 'job');
  server.job = { ...waiting, kind: 'action', name: 'Action' };
  await button('action').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Action' }).click();
  server.job = {
    ...server.job,
    status: 'finalized',
    total: 3,
    entries: 3,
    failed: 1,
    message: 'One failed.',
  };
  await page.getByText('One failed.').waitFor();
  await expect.poll(() => page.locator('.rh-job.is-warning').count()).toBe(1);
});
