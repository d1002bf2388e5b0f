import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tarballs } from '../../scripts/pack-packages.ts';
import { openBrowser } from '../browser.ts';
import { applyBlocks, type Block, readBlocks } from './applySteps.ts';
import { type Program, startProgram } from './startProgram.ts';
import { packedPackages, run } from './tarballs.ts';

/** Steps 1 to 5 of the guide "Your first hour", done in an empty folder with the packages as they are published. */
let scratch: string;
let folder: string;
let tarballs: Tarballs;
let steps: Map<number, Block[]>;
let browser: Browser;
let admin: { readonly email: string; readonly password: string };
const running = new Set<Program>();

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'rowhouse-hour-'));
  folder = join(scratch, 'my-office');
  [tarballs, steps, browser] = await Promise.all([
    packedPackages(),
    readBlocks('docs/guides/your-first-hour.md'),
    openBrowser(),
  ]);
}, 240_000);

afterAll(async () => {
  for (const program of running) await program.stop();
  await browser?.close();
  await rm(scratch, { recursive: true, force: true });
});

const commandsOf = (step: number) =>
  (steps.get(step) ?? []).filter(({ language }) => language === 'sh').map(({ content }) => content);
const apply = (step: number) => applyBlocks(steps.get(step) ?? [], folder);

it('1: makes the office', async () => {
  expect(commandsOf(1)).toEqual([
    'npm create rowhouse@latest my-office\ncd my-office\nnpm install\nnpm start\n',
  ]);
  await writeFile(join(scratch, 'package.json'), '{ "private": true }');
  await run(`npm install ${tarballs.get('create-rowhouse')} && npx create-rowhouse my-office`, scratch);
  await changePackageJson((json) => {
    const asFile = ([name, path]: [string, string]) => [name, `file:${path}`];
    const [own, others] = [true, false].map((isOwn) =>
      Object.fromEntries([...tarballs].filter(([name]) => name in json.dependencies === isOwn).map(asFile)),
    );

    return { ...json, dependencies: { ...json.dependencies, ...own }, overrides: others };
  });
  await run('npm install', folder);
}, 240_000);

it('2 to 5: a table with an action, an export, a mail and a role', async () => {
  for (const step of [2, 3, 4, 5]) await checked(step);
  const app = await start(folder);
  admin = credentials(app);
  const page = await signIn(app.found, admin);

  await page.getByRole('link', { name: 'Parcels' }).first().click();
  await page.getByRole('gridcell', { name: 'Osaka' }).waitFor();
  await page
    .getByRole('searchbox')
    .or(page.getByPlaceholder(/search/i))
    .first()
    .fill('Berlin');
  await page.getByRole('gridcell', { name: 'Osaka' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Mark as delivered' }).click();
  await seen(page, 'It was done for 1 rows.');
  await page.getByRole('gridcell', { name: '100' }).waitFor();
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
  expect(await readExport(page)).toEqual([
    ['Number', 'Place', 'Progress'],
    ['P-1', 'Berlin', 100],
  ]);

  await page.getByRole('button', { name: 'Mail the list' }).click();
  await expect.poll(() => mails(folder), { timeout: 30_000 }).toContain('P-2, P-3');

  await seesOnlyParcels(app.found, await createUser(commandsOf(5)[0] ?? ''));
  await stop(app);
}, 240_000);

/** Does a step, as far as it is not done in the browser. */
async function checked(step: number): Promise<void> {
  await apply(step);
  await run('npm run check', folder);
}

interface PackageFile {
  readonly dependencies: Record<string, string>;
  readonly overrides?: Record<string, string>;
}

async function changePackageJson(change: (json: PackageFile) => object): Promise<void> {
  const path = join(folder, 'package.json');
  await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, 'utf8')))));
}

async function start(cwd: string, variables: Record<string, string> = {}): Promise<Program> {
  const app = await startProgram('node_modules/.bin/rowhouse', ['serve'], {
    cwd,
    variables: { ROWHOUSE_PORT: '0', ...variables },
    until: /Open +(\S+)\n[\s\S]*Stop +Ctrl/,
  });
  running.add(app);

  return app;
}

async function stop(program: Program): Promise<void> {
  await program.stop();
  running.delete(program);
}

function credentials(app: Program): { email: string; password: string } {
  const [, email = '', password = ''] = /Sign in +(\S+) with password (\S+)/.exec(app.output()) ?? [];

  return { email, password };
}

async function createUser(command: string): Promise<{ email: string; password: string }> {
  const printed = await run(command, folder);
  const password = /^Password,.*: (\S+)$/m.exec(printed)?.[1];
  if (password === undefined) throw new Error(printed);

  return { email: 'carl@example.com', password };
}

async function signIn(address: string, user: { email: string; password: string }): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  await page.goto(address);
  await page.getByLabel('E-mail').fill(user.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(user.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Parcels' }).first().waitFor();

  return page;
}

const seen = (page: Page, text: string) => page.getByText(text).filter({ visible: true }).first().waitFor();

async function readExport(page: Page): Promise<unknown[][]> {
  await page.getByRole('button', { name: 'Excel' }).click();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('region', { name: 'Notifications' });
  await panel.getByText('The export of Parcels is ready').first().waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('link', { name: 'Download the file' }).first().click(),
  ]);
  await page.keyboard.press('Escape');

  return readSheet(await readFile(await download.path()));
}

async function mails(place: string): Promise<string> {
  const outbox = join(place, 'data/outbox');
  const files = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));

  return (await Promise.all(files.map((name) => readFile(join(outbox, name), 'utf8')))).join('\n');
}

async function seesOnlyParcels(address: string, user: { email: string; password: string }): Promise<void> {
  const page = await signIn(address, user);
  expect(await page.getByRole('link', { name: 'Invoices' }).count()).toBe(0);
  expect((await page.request.get(`${address}/api/invoices/init`)).status()).toBe(403);
  expect((await page.request.get(`${address}/api/parcels/init`)).status()).toBe(200);
  await page.context().close();
}
