import { afterEach, describe, expect, test, vi } from 'vitest';
import { openBrowser } from './browser.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the browser of the tests', () => {
  test('draws text', async () => {
    await expectText();
  });

  test.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'draws text where the system has no browser, when several start at the same time',
    async () => {
      vi.stubEnv('CHROMIUM_PATH', 'none');
      await Promise.all([expectText(), expectText()]);
    },
  );

  test('reports which one did not start, its output, and what to install', async () => {
    vi.stubEnv('CHROMIUM_PATH', process.execPath);
    await expect(openBrowser()).rejects.toThrow(
      /^No Chromium could be started for the tests:\n- .+ \(CHROMIUM_PATH\): .+\n {2}.*bad option.*[\s\S]*apt-get install chromium/,
    );
  });
});

async function expectText(): Promise<void> {
  const browser = await openBrowser();
  const page = await browser.newPage();
  await page.setContent('<h1 style="display: inline-block">Some text</h1>');
  const heading = page.getByRole('heading', { name: 'Some text' });

  await expect.poll(async () => (await heading.boundingBox())?.width).toBeGreaterThan(50);
  await browser.close();
}
