import type { BrowserContext, CDPSession } from 'playwright-core';
import { openBrowser } from '../../../test/browser.ts';
import { inTurns } from '../harness/inTurns.ts';
import { list, number, text } from '../harness/options.ts';
import { tableOf } from '../harness/report.ts';
import { defineSuite } from '../harness/suite.ts';

interface Visit {
  /** Milliseconds until what is waited for is on the screen. */
  readonly shown: number;
  /** Bytes on the wire of each request that the service has responded to, headers included. */
  readonly requests: readonly number[];
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
 * A page of a running service, opened as a slow phone would, until its first row is on the screen: with an empty cache, and again
 * with what the browser has kept. Start the service with `npm start`; to compare two versions, run this for each, in turns.
 *
 * For a form: load `wideTable.sql` into a database, serve it with `npm start -- --database … --write`, and give
 * `--path /tables/<id of wide>/new --shown '[name=f50]'`, or `--path /tables/<id of wide>` and what is clicked there:
 * `--click 'role=button[name="Create"]'`.
 */
export const suite = defineSuite(
  {
    url: text('address of the service; required, as are --email and --password'),
    email: text('account that signs in'),
    password: text('its password'),
    path: text('the page; defaults to /orders'),
    shown: text('CSS selector of what is waited for; defaults to the first cell of a table'),
    click: list('selectors of what is clicked on the page; the time is then measured from the last click'),
    rounds: number(5, 'visits of each kind'),
  },
  async ({ url, email, password, rounds, ...options }) => {
    if (!url || !email || !password) throw new Error('--url, --email and --password are required.');
    const path = options.path ?? '/orders';
    const shown = options.shown ?? firstCell;
    const click = options.click ?? [];
    await using browser = await openBrowser();
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    await signIn(context, url, { email, password });
    const address = new URL(path, url).href;
    const visits = [
      { name: 'first visit', isCached: false },
      { name: 'second visit', isCached: true },
    ];
    // The round before warms the service, the browser's own files and its cache.
    const measured = await inTurns(
      rounds,
      visits,
      ({ isCached }) => visit(context, { address, isCached, shown, click }),
      (figures) => `${figures.shown.toFixed(0)} ms`,
    );

    return {
      title: 'The first load',
      about: `\`${path}\` opened by a signed-in user${click.length === 0 ? '' : `, and from a click on \`${click.at(-1)}\``} until \`${shown}\` is shown, with an empty cache and then again, in Chromium ${browser.version()}.`,
      notes: [
        'Throttled to slow 4G (1.6 Mbit/s, 150 ms) and a quarter of the processor; no proxy in between.',
      ],
      rounds,
      sections: [
        {
          table: tableOf(measured, [
            { head: 'ms until it is shown', of: (figures) => figures.shown },
            { head: 'requests', of: ({ requests }) => requests.length },
            {
              head: 'kB transferred',
              of: ({ requests }) => requests.reduce((sum, bytes) => sum + bytes, 0) / 1000,
            },
          ]),
        },
      ],
    };
  },
);

async function signIn(context: BrowserContext, url: string, data: object): Promise<void> {
  const response = await context.request.post(new URL('/api/auth/sign-in/email', url).href, {
    data,
    headers: { origin: new URL(url).origin },
  });
  if (!response.ok()) throw new Error(`Sign-in failed with status ${response.status()}.`);
}

const firstCell = '[role=grid] tbody td[aria-colindex]';

interface Visited {
  readonly address: string;
  readonly isCached: boolean;
  readonly shown: string;
  readonly click: readonly string[];
}

async function visit(
  context: BrowserContext,
  { address, isCached, shown: selector, click }: Visited,
): Promise<Visit> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: !isCached });
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const requests = recordRequests(session);
  let began = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  for (const each of click) {
    await page.locator(each).first().waitFor({ timeout: 60_000 });
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
    requests.clear();
    began = performance.now();
    await page.locator(each).first().click();
  }
  await page.locator(selector).first().waitFor({ timeout: 60_000 });
  const shown = performance.now() - began;
  // What the page loads after its first row counts as bytes, too.
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  await page.close();

  return { shown, requests: [...requests.values()] };
}

/** Bytes by request, filled while the page loads; without what comes from the cache. */
function recordRequests(session: CDPSession): Map<string, number> {
  const requests = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) requests.set(requestId, 0);
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => requests.delete(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) requests.delete(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requests.has(requestId)) requests.set(requestId, encodedDataLength);
  });

  return requests;
}
