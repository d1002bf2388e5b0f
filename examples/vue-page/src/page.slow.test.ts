import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDemo } from '../../../apps/demo/src/data/seedDemo.ts';
import { createApiKey } from '../../../packages/service/src/modules/users/apiKeys/apiKeys.ts';
import {
  startTestService,
  type TestService,
} from '../../../packages/service/src/testing/startTestService.ts';
import { openBrowser } from '../../../test/browser.ts';

const root = join(import.meta.dirname, '..');
let service: TestService;
let server: PreviewServer;
let browser: Browser;
let folder: string;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-vue-page-'));
  [service, browser] = await Promise.all([
    startTestService(),
    openBrowser(),
    build({ root, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } }),
  ]);
  await seedDemo(service.database.db, { orders: 60 });
  server = await preview({
    root,
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0, proxy: { '/api': service.address } },
  });
  address = server.resolvedUrls?.local[0] ?? '';
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await service?.destroy();
  await rm(folder, { recursive: true, force: true });
});

it('returns orders to callers with an API key', async () => {
  const { db } = service.database;
  const key = await createApiKey(db, { email: 'admin@example.com', name: 'page' });
  const page = await browser.newPage();
  await page.goto(address);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Open' }).click();
  const newest = await db
    .selectFrom('orders')
    .select('number')
    .orderBy('placed_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

  await page.getByRole('gridcell', { name: newest.number }).waitFor();
  await expect
    .poll(() =>
      page
        .getByRole('grid')
        .getByText(/^R-\d{4}-\d{6}$/)
        .count(),
    )
    .toBeGreaterThan(5);
});

it('requests the key again when the service does not accept it', async () => {
  const page = await browser.newPage();
  await page.goto(address);
  await page.getByLabel('API key').fill('rh_wrong');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByLabel('API key').waitFor();

  await expect.poll(() => page.getByRole('grid').count()).toBe(0);
});
