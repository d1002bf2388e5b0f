import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { seedDemo } from '../../../../apps/demo/src/data/seedDemo.ts';
import { shop } from '../../../../apps/demo/src/index.ts';
import { accessibilityFaults } from '../../../../test/axe.ts';
import { openBrowser } from '../../../../test/browser.ts';
import { builtOnce } from '../../../../test/builtOnce.ts';
import type { ServiceDefinition } from '../../src/definition/ServiceDefinition.ts';
import { grantPermissions } from '../../src/modules/users/access/storeAccess.ts';
import { appPagesOf } from '../../src/pagesBuild/appPages.ts';
import { buildPages } from '../../src/pagesBuild/buildPages.ts';
import { startTestService, type TestService } from '../../src/testing/startTestService.ts';

/** The pages, built and served by a service of a test file's own, and a browser to look at them. */
export interface Pages {
  readonly address: string;
  readonly service: TestService;
  /** A page in a browser profile of its own, signed in by cookie if `as` names a user. */
  open(path: string, options?: OpenOptions): Promise<Page>;
  stop(): Promise<void>;
}

export interface OpenOptions {
  /** E-mail address of one of `people`, or of a user that the test has added. */
  readonly as?: string;
  readonly dark?: boolean;
  readonly phone?: boolean;
  /** Of the browser. Defaults to UTC. */
  readonly timeZone?: string;
  /** Of the browser. Defaults to English. */
  readonly locale?: string;
}

/** Everybody has `testPassword`. */
export const people = {
  administrator: 'ada@example.com',
  /** Has the permissions of `clerkPermissions`. */
  clerk: 'carl@example.com',
} as const;

const clerkPermissions = ['orders.init', 'orders.tableData', 'orders.show'];

export interface StartOptions {
  /** Number of demo orders. */
  readonly orders?: number;
  /** Of the service. */
  readonly environment?: Record<string, string>;
  /** Defaults to the demo. */
  readonly definition?: ServiceDefinition;
  /** Builds the pages as `rowhouse build` does; otherwise they contain tools for developers, and Vue's warnings. */
  readonly forProduction?: boolean;
}

export async function startPages({
  orders = 0,
  environment = {},
  definition,
  forProduction = false,
}: StartOptions = {}): Promise<Pages> {
  const [browser, folder] = await Promise.all([
    openBrowser(),
    forProduction ? builtOnce('pages-for-production', buildForProduction) : builtOnce('pages', buildDemo),
  ]);
  const service = await startTestService(
    { ROWHOUSE_LANGUAGES: 'en,de', ...environment },
    { pagesFolder: folder, ...(definition && { definition }) },
  );
  await addPeople(service);
  if (orders > 0) await seedDemo(service.database.db, { orders });
  return {
    address: service.address,
    service,
    open: (path, options) => open(browser, service, path, options),
    stop: async () => {
      await browser.close();
      await service.destroy();
    },
  };
}

/** With the demo's pages. */
async function buildDemo(folder: string): Promise<void> {
  const appFolder = join(import.meta.dirname, '../../../../apps/demo');
  const pages = appPagesOf([shop], appFolder);
  if (pages) await buildPages({ ...pages, folder }, { appFolder, logLevel: 'error' });
}

async function buildForProduction(folder: string): Promise<void> {
  vi.stubEnv('NODE_ENV', 'production');
  try {
    await buildDemo(folder);
  } finally {
    vi.unstubAllEnvs();
  }
}

async function addPeople(service: TestService): Promise<void> {
  const { db } = service.database;
  await service.addUser(people.administrator, 'administrator');
  await service.addUser(people.clerk);
  await grantPermissions(db, 'user', clerkPermissions);
  for (const [email, name] of [
    [people.administrator, 'Ada Lovelace'],
    [people.clerk, 'Carl Weiß'],
  ] as const) {
    await db.updateTable('users').set({ name }).where('email', '=', email).execute();
  }
}

async function open(
  browser: Browser,
  service: TestService,
  path: string,
  { as, dark = false, phone = false, timeZone = 'UTC', locale = 'en-US' }: OpenOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: service.address,
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    timezoneId: timeZone,
    locale,
  });
  if (as !== undefined) await addSession(context, service, as);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  page.on('pageerror', (error) => violations.push(String(error)));
  await page.goto(path);
  return page;
}

/** Lets pages request what the service has otherwise written into them, so that a test can answer it with something else. */
export async function withoutAnswers(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(/<script type="application\/json".*?<\/script>/s, '');
    await route.fulfill({ response, body });
  });
}

const violations: string[] = [];

/** Invisible faults of any page so far: exceptions, and violations of the Content-Security-Policy. */
export function takeFaults(): string[] {
  return violations.splice(0);
}

async function addSession(context: BrowserContext, service: TestService, email: string): Promise<void> {
  const { cookie } = await service.signIn(email);
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: service.address };
    }),
  );
}

/** Fails with all faults that axe finds on the current page. */
export async function expectAccessible(page: Page, only?: string): Promise<void> {
  expect(await accessibilityFaults(page, only)).toEqual([]);
}

/** Keeps a picture of the page in test-output/screenshots. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = join(import.meta.dirname, '../../../../test-output/screenshots');
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}
