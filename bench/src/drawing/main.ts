import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from '../../../test/browser.ts';
import { publish } from '../publish.ts';
import { buildPage } from './buildPage.ts';
import { type Measurement, report } from './report.ts';

interface DrawingWindow {
  drawing: {
    names: string[];
    run(name: string): Promise<Measurement & { faults: string[] }>;
    scroll(): Promise<{ frames: number[]; faults: string[] }>;
  };
}

const types: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  woff2: 'font/woff2',
};

/** `npm run bench -- drawing [--rounds 5] [--out docs/benchmarks-drawing.md]`: draws pages in a real Chromium. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string' }, out: { type: 'string' } } });
  const rounds = Number(values.rounds ?? 5);
  if (!(rounds >= 1)) throw new Error('--rounds wants a number of at least 1.');
  const folder = await buildPage();
  const server = createServer(async ({ url = '/' }, response) => {
    const path = url === '/' ? '/index.html' : url;
    const content = await readFile(join(folder, path)).catch(() => null);
    response.writeHead(content ? 200 : 404, {
      'content-type': types[path.split('.').at(-1) ?? ''] ?? 'text/plain',
    });
    response.end(content);
  }).listen(0, '127.0.0.1');
  const browser = await openBrowser();
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const results = new Map<string, Measurement[]>();
    const frames: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const page = await browser.newPage({ viewport: { width: 1600, height: 1200 } });
      await page.goto(address);
      await page.waitForFunction(() => 'drawing' in globalThis);
      const names = await page.evaluate(() => (globalThis as unknown as DrawingWindow).drawing.names);
      for (const name of rotated(names, round)) {
        const result = await page.evaluate(
          (contender) => (globalThis as unknown as DrawingWindow).drawing.run(contender),
          name,
        );
        if (result.faults.length > 0)
          throw new Error(`${name} draws wrong cells:\n${result.faults.slice(0, 5).join('\n')}`);
        // The first round compiles the code; it is checked and not counted.
        if (round > 0) results.set(name, [...(results.get(name) ?? []), result]);
      }
      const scrolled = await page.evaluate(() => (globalThis as unknown as DrawingWindow).drawing.scroll());
      if (scrolled.faults.length > 0)
        throw new Error(`Wrong rows while scrolling:\n${scrolled.faults.slice(0, 5).join('\n')}`);
      if (round > 0) frames.push(...scrolled.frames);
      await page.close();
    }
    const text = report(results, frames, { rounds, browser: browser.version() });
    await publish(text, values.out ?? null);
  } finally {
    await browser.close();
    server.close();
  }
}

/** Contenders take turns in being first. */
function rotated(names: readonly string[], by: number): string[] {
  const start = by % names.length;
  return [...names.slice(start), ...names.slice(0, start)];
}
