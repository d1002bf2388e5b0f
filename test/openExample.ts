import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build, preview } from 'vite';
import { openBrowser } from './browser.ts';
import { builtOnce } from './builtOnce.ts';
import { startReadings } from './millionReadings.ts';

export interface ExamplePage {
  readonly page: Page;
  close(): Promise<void>;
}

/** Builds the page of an example, serves it together with the table of `millionReadings.ts`, and opens it. */
export async function openExample(name: string): Promise<ExamplePage> {
  const root = join(import.meta.dirname, '../examples', name);
  const [folder, server, browser] = await Promise.all([
    builtOnce(name, (outDir) => build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true } })),
    startReadings(),
    openBrowser(),
  ]);
  const pages = await preview({
    root,
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0, proxy: { '/api': server.address } },
  });
  const page = await browser.newPage();
  await page.goto(pages.resolvedUrls?.local[0] ?? '');

  return {
    page,
    async close() {
      await browser.close();
      await pages.close();
      await server.stop();
    },
  };
}
