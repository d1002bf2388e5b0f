import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServiceDefinition } from '../../packages/service/src/definition/ServiceDefinition.ts';
import { appPagesOf, staleness } from '../../packages/service/src/pagesBuild/appPages.ts';
import { buildPages } from '../../packages/service/src/pagesBuild/buildPages.ts';
import { startTestService, type TestService } from '../../packages/service/src/testing/startTestService.ts';
import { root } from '../../scripts/packages.ts';
import { openBrowser } from '../browser.ts';
import { takesMinutes } from '../takesMinutes.ts';
import { codeFiles } from './markdown.ts';

// Builds pages.
takesMinutes(3);

let folder: string;
let service: TestService | null = null;
beforeAll(() => {
  // Below the repository, where its packages are found.
  folder = mkdtempSync(join(root, 'test-output/pages-'));
  mkdirSync(join(folder, 'pages'));
  for (const file of ['pages/index.ts', 'pages/SeatsCell.vue', 'pages/RoomView.vue']) {
    writeFileSync(join(folder, file), codeFiles('docs/guides/pages.md').get(file) ?? '');
  }
  // Another page is replaced, by a page that has a heading of its own.
  writeFileSync(join(folder, 'pages/AboutMe.vue'), '<template><h1>About me</h1></template>');
  const entry = join(folder, 'pages/index.ts');
  const replaced = "extend: { roles: null, profile: () => import('./AboutMe.vue') }";
  writeFileSync(entry, readFileSync(entry, 'utf8').replace('extend: { roles: null }', replaced));
  const config = (codeFiles('docs/guides/modules.md').get('rowhouse.config.ts') ?? '')
    .replace("meta: ['sortable', 'total']", "meta: ['sortable', 'total', 'slot']")
    .replace(
      '  tables: [rooms],\n',
      "  tables: [rooms],\n  pages: new URL('./pages/index.ts', import.meta.url),\n",
    );
  writeFileSync(join(folder, 'rowhouse.config.ts'), config);
});
afterAll(async () => {
  await service?.destroy();
  rmSync(folder, { recursive: true, force: true });
});

it('builds the pages in docs/guides/pages.md, with the table of docs/guides/modules.md', async () => {
  const { default: definition } = (await import(join(folder, 'rowhouse.config.ts'))) as {
    default: ServiceDefinition;
  };
  const pages = appPagesOf(definition.modules ?? [], folder);
  if (pages === null) throw new Error('The module has no pages.');
  await buildPages(pages, { appFolder: folder, logLevel: 'error' });
  expect(staleness(pages, folder)).toBeNull();

  service = await startTestService({}, { definition, pagesFolder: pages.folder });
  await service.addUser('boss@example.com', 'administrator');
  const { token } = await service.signIn('boss@example.com');
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ extraHTTPHeaders: { authorization: `Bearer ${token}` } });
    const page = await context.newPage();
    await page.goto(`${service.address}/tables/rooms`);
    await page.locator('.office-seats', { hasText: '4 seats' }).waitFor();
    await page.goto(`${service.address}/tables/rooms/1`);
    await page.locator('.office-seats', { hasText: '4 seats' }).waitFor();
    await page.goto(`${service.address}/rooms/1`);
    await page.getByRole('heading', { level: 1, name: 'Room 1' }).waitFor();
    await page.goto(`${service.address}/profile`);
    await page.getByRole('heading', { level: 1, name: 'About me' }).waitFor();
    await expect.poll(() => page.locator('a[href="/users"]').count()).toBeGreaterThan(0);
    expect(await page.locator('a[href="/roles"]').count()).toBe(0);
    await page.goto(`${service.address}/roles`);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  } finally {
    await browser.close();
  }
});
