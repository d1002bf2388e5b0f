import type { Browser, BrowserContext, CDPSession } from 'playwright-core';
import { openBrowser } from '../../../test/browser.ts';
import { number, text } from '../harness/options.ts';
import { thousands } from '../harness/report.ts';
import { medianOf } from '../harness/statistics.ts';
import { defineSuite } from '../harness/suite.ts';

interface Visit {
  /** Milliseconds until the first row is on the screen. */
  readonly firstRow: number;
  /** Every request that the service has responded to, with its bytes on the wire. */
  readonly requests: readonly { readonly path: string; readonly bytes: number }[];
}

/** Slow 4G as Lighthouse defines it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms for a round trip. */
const network = {
  offline: false,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
  latency: 150,
};
/** How much slower than this machine the processor of the phone is. */
const slowdown = 4;

/**
 * A page of a running service, opened as a slow phone would, until the first row is on the screen: with an empty cache, and again
 * with what the browser has kept. Start the service with `npm start`; to compare two versions, run this for each, in turns.
 */
export const suite = defineSuite(
  {
    url: text('address of the service; required, as are --email and --password'),
    email: text('account that signs in'),
    password: text('its password'),
    path: text('the page; defaults to /orders'),
    rounds: number(5, 'visits of each kind'),
  },
  async ({ url, email, password, rounds, ...options }) => {
    if (!url || !email || !password) throw new Error('--url, --email and --password are required.');
    const path = options.path ?? '/orders';
    const browser = await openBrowser();
    try {
      const context = await signedIn(browser, { url, email, password });
      const address = new URL(path, url).href;
      const first: Visit[] = [];
      const second: Visit[] = [];
      // The first round warms the service, the browser's own files and its cache; it is not counted.
      for (let round = 0; round <= rounds; round += 1) {
        const visits = [await visit(context, address, false), await visit(context, address, true)] as const;
        if (round === 0) continue;
        first.push(visits[0]);
        second.push(visits[1]);
      }
      // Requests are the same in each round.
      const requests = [first, second].map((visits) => visits.at(-1)?.requests ?? []);

      return {
        title: 'The first load',
        about: `\`${path}\` opened by a signed-in user, with an empty cache and then again, in Chromium ${browser.version()}.`,
        notes: [
          'Throttled to slow 4G (1.6 Mbit/s, 150 ms) and a quarter of the processor; no proxy in between.',
          `Medians of ${rounds} rounds.`,
        ],
        sections: [
          {
            table: {
              head: ['', 'first visit', 'second visit'],
              rows: [
                [
                  'time to the first row',
                  ...[first, second].map(
                    (visits) => `${thousands(medianOf(visits, ({ firstRow }) => firstRow))} ms`,
                  ),
                ],
                [
                  'transferred',
                  ...requests.map(
                    (all) => `${thousands(all.reduce((sum, { bytes }) => sum + bytes, 0) / 1000)} kB`,
                  ),
                ],
                ['requests', ...requests.map(({ length }) => String(length))],
              ],
            },
          },
        ],
      };
    } finally {
      await browser.close();
    }
  },
);

async function signedIn(
  browser: Browser,
  { url, email, password }: { readonly url: string; readonly email: string; readonly password: string },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  const response = await context.request.post(new URL('/api/auth/sign-in/email', url).href, {
    data: { email, password },
    headers: { origin: new URL(url).origin },
  });
  if (!response.ok()) throw new Error(`Sign-in failed with status ${response.status()}.`);

  return context;
}

async function visit(context: BrowserContext, address: string, isCached: boolean): Promise<Visit> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: !isCached });
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const requests = recordRequests(session);
  const began = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('[role=grid] tbody td[aria-colindex] >> nth=0').waitFor({ timeout: 60_000 });
  const firstRow = performance.now() - began;
  // What the page loads after its first row counts as bytes, too.
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  await page.close();

  return { firstRow, requests: [...requests.values()] };
}

/** Paths and bytes on the wire, headers included, filled while the page loads; without what comes from the cache. */
function recordRequests(session: CDPSession): Map<string, { path: string; bytes: number }> {
  const requests = new Map<string, { path: string; bytes: number }>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http'))
      requests.set(requestId, { path: new URL(request.url).pathname, bytes: 0 });
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => requests.delete(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) requests.delete(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });

  return requests;
}
