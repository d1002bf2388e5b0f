import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, CDPSession } from 'playwright-core';
import { openBrowser } from '../../../test/browser.ts';
import { median } from '../median.ts';
import { publish } from '../publish.ts';
import { report, type Visit } from './report.ts';

const usage =
  'npm run bench -- firstLoad --url http://127.0.0.1:3000 --email … --password … [--path /orders] [--rounds 5] [--unthrottled] [--out FILE]';

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
 * Opens a page of a running service as a slow phone would, until the first row is on the screen: with an empty cache, and again
 * with what the browser has kept. Start the service with `npm start`; to compare two versions, run this once for each, in turns.
 */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string' },
      email: { type: 'string' },
      password: { type: 'string' },
      path: { type: 'string', default: '/orders' },
      rounds: { type: 'string', default: '5' },
      unthrottled: { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  });
  const { url, email, password, path, unthrottled } = values;
  const rounds = Number(values.rounds);
  if (!url || !email || !password || !(rounds >= 1)) throw new Error(usage);
  const browser = await openBrowser();
  try {
    const context = await signedIn(browser, { url, email, password });
    const visits = { first: [] as Visit[], second: [] as Visit[] };
    const address = new URL(path, url).href;
    // The first round warms the service, the browser's own files and its cache; it is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      const first = await visit(context, address, { isCached: false, unthrottled });
      const second = await visit(context, address, { isCached: true, unthrottled });
      if (round === 0) continue;
      visits.first.push(first);
      visits.second.push(second);
    }
    await publish(
      report(path, {
        rounds,
        unthrottled,
        browser: browser.version(),
        first: typical(visits.first),
        second: typical(visits.second),
      }),
      values.out ?? null,
    );
  } finally {
    await browser.close();
  }
}

interface Account {
  readonly url: string;
  readonly email: string;
  readonly password: string;
}

async function signedIn(browser: Browser, { url, email, password }: Account): Promise<BrowserContext> {
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

/** The median of the times, with the requests of the last visit. */
function typical(visits: readonly Visit[]): Visit {
  return {
    firstRow: median(visits.map(({ firstRow }) => firstRow)),
    requests: visits.at(-1)?.requests ?? [],
  };
}

async function visit(
  context: BrowserContext,
  address: string,
  { isCached, unthrottled }: { readonly isCached: boolean; readonly unthrottled: boolean },
): Promise<Visit> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: !isCached });
  if (!unthrottled) {
    await session.send('Network.emulateNetworkConditions', network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  }
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
