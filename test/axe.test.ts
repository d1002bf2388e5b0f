import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from './axe.ts';
import { openBrowser } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

async function faultsOf(body: string): Promise<string[]> {
  const page = await browser.newPage();
  await page.route('**/*', (route) =>
    route.fulfill({
      headers: { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'" },
      body: `<!doctype html><html lang="en"><title>Page</title><main><h1>Page</h1>${body}</main></html>`,
    }),
  );
  await page.goto('http://page.example/');
  const faults = await accessibilityFaults(page);
  await page.close();

  return faults;
}

test('finds nothing on a page that is well, under the strictest policy', async () => {
  expect(await faultsOf('<p>Text</p>')).toEqual([]);
});

test('reports the element, the violated rule and the remedy', async () => {
  const faults = await faultsOf('<input id="nameless"><img src="a.png" id="untold">');

  expect(faults).toEqual([
    expect.stringMatching(/^image-alt \(critical\) at #untold: Element does not have an alt attribute; /),
    expect.stringMatching(/^label \(critical\) at #nameless: .*label/),
  ]);
});
