import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { unpackChromium } from './browser/unpackChromium.ts';
import { patience } from './patience.ts';

interface Candidate {
  /** What a message calls it. */
  readonly name: string;
  launch(): Promise<Browser>;
}

/** Milliseconds for the start of a browser, and for each wait in its pages. */
const longestWait = 30_000 * patience;

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  // One for the pages of a profile: another page of the same site finds scripts and styles prepared.
  '--renderer-process-limit=1',
];

/**
 * Starts a headless Chromium for a test file; close it in `afterAll`.
 *
 * - CHROMIUM_PATH names one: only that is tried. With `none` the system's is left aside.
 * - Otherwise the one that npm installed (Linux on x64), unpacked on first use: the same everywhere, and built without a
 *   window, so that pages take half the time.
 * - Otherwise the system's, /usr/bin/chromium, when there is one.
 *
 * Throws an error that lists what was tried, the result of each, and what to install.
 */
export async function openBrowser(): Promise<Browser> {
  const reasons: string[] = [];
  for (const { name, launch } of candidates(process.env.CHROMIUM_PATH ?? '')) {
    try {
      const browser = await launch();
      // A busy machine takes long to open a page; only what fails waits until the end.
      browser.on('context', (context) => context.setDefaultTimeout(longestWait));

      return browser;
    } catch (error) {
      reasons.push(`- ${name}: ${shortReason(error)}`);
    }
  }
  throw new Error(
    `No Chromium could be started for the tests:\n${reasons.join('\n')}\n` +
      'Install one (for example "apt-get install chromium"), or name one in CHROMIUM_PATH.',
  );
}

function candidates(named: string): Candidate[] {
  if (named !== '' && named !== 'none') return [installed(named, 'CHROMIUM_PATH')];

  const system = '/usr/bin/chromium';
  const systems = named === '' && existsSync(system) ? [installed(system, 'of the system')] : [];

  return [{ name: '@sparticuz/chromium of npm', launch: launchUnpacked }, ...systems];
}

function installed(executablePath: string, origin: string): Candidate {
  return {
    name: `${executablePath} (${origin})`,
    launch: () => chromium.launch({ executablePath, args, timeout: longestWait }),
  };
}

async function launchUnpacked(): Promise<Browser> {
  const { executablePath, environment } = await unpackChromium();

  return chromium.launch({
    executablePath,
    args,
    env: { ...process.env, ...environment },
    timeout: longestWait,
  });
}

/** Playwright's message continues for pages; what the browser itself printed says most. */
function shortReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [first = '', ...rest] = message.split('\n');
  const printed = rest
    .filter((line) => line.includes('[err]'))
    .map((line) => line.replace(/.*\[err\]\s*/, ''));

  return [first, ...[...new Set(printed)].slice(0, 3)].join('\n  ');
}
