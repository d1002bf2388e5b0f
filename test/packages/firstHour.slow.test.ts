import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tarballs } from '../../scripts/pack-packages.ts';
import { openBrowser } from '../browser.ts';
import { createTestDatabase } from '../databases.ts';
import { takesMinutes } from '../takesMinutes.ts';
import { applyBlocks, type Block, readBlocks } from './applySteps.ts';
import { type Program, startProgram } from './startProgram.ts';
import { packedPackages, run, withTarballs } from './tarballs.ts';

// Installs packages.
takesMinutes(10);

/** The guide "Your first hour", done as it says in an empty folder, with the packages as they are published. */
let scratch: string;
let folder: string;
let tarballs: Tarballs;
let steps: Map<number, Block[]>;
let browser: Browser;
let courier: Server;
let courierUrl: string;
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
  courier = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"place":"Vienna"}');
  });
  await new Promise<void>((resolve) => courier.listen(0, '127.0.0.1', resolve));
  courierUrl = `http://127.0.0.1:${(courier.address() as AddressInfo).port}`;
});

afterAll(async () => {
  for (const program of running) await program.stop();
  await browser?.close();
  courier?.close();
  await rm(scratch, { recursive: true, force: true });
});

const commandsOf = (step: number) =>
  (steps.get(step) ?? []).filter(({ language }) => language === 'sh').map(({ content }) => content);
const apply = (step: number) => applyBlocks(steps.get(step) ?? [], folder);

it('1: makes the office', async () => {
  expect(commandsOf(1)).toEqual([
    'npm run create -- ../my-office\ncd ../my-office\nnpm install\nnpm start\n',
  ]);
  // What `npm run create` does when it has packed the packages.
  const packed = tarballs.get('create-rowhouse') ?? '';
  await writeFile(join(scratch, 'package.json'), '{ "private": true }');
  await run(
    `npm install ${packed} && npx create-rowhouse my-office --packages '${dirname(packed)}'`,
    scratch,
  );
  await run('npm install', folder);
});

it('2 to 6: a table with an action, records, an export, a mail and a role', async () => {
  for (const step of [2, 3, 4, 5, 6]) await checked(step);
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
  await seen(page, 'It was applied to 1 row.');
  await page.getByRole('gridcell', { name: '100' }).waitFor();
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
  expect(await readExport(page)).toEqual([
    ['Number', 'Place', 'Progress'],
    ['P-1', 'Berlin', 100],
  ]);

  await hasRecords(page, app.found);

  await page.getByRole('button', { name: 'Mail the list' }).click();
  await expect.poll(() => mails(folder)).toContain('P-2, P-3');

  await hasOnlyParcels(app.found, await createUser(commandsOf(6)[0] ?? ''));
  await stop(app);
});

it('7 and 8: a cell, and calls of an API that are in the log', async () => {
  for (const step of [7, 8]) await checked(step);
  const app = await start(folder);
  expect(app.output()).not.toMatch(/pages of its modules|older than/);
  await tracks(await signIn(app.found, admin), app.found);
  await stop(app);
});

it('9: the image, with a web process and a worker on a database', async () => {
  await apply(9);
  const image = join(scratch, 'my-image');
  await mkdir(image);
  const dockerfile = await readFile(join(folder, 'Dockerfile'), 'utf8');
  const [, last = ''] = dockerfile.split(/^FROM .*\nENV/m);
  // Its stage for the pages has run in step 7.
  for (const [, paths = ''] of last.matchAll(/^COPY (?:--from=pages \/app\/)?(.*) \S+$/gm)) {
    await run(`cp -r ${paths} ${image}/`, folder);
  }
  await run(/^RUN (npm install .*)$/m.exec(last)?.[1] ?? 'false', image);

  const database = await createTestDatabase('postgres');
  const variables = {
    DATABASE_URL: database.url ?? '',
    ROWHOUSE_SECRET: 'a secret of the test, long enough for a start',
    ROWHOUSE_DATA_DIR: join(image, 'data'),
  };
  const commands = (commandsOf(9)[0] ?? '').trim().split('\n');
  expect(commands).toEqual(['ROWHOUSE_WORKERS=false npx rowhouse serve', 'npx rowhouse work']);
  const web = await start(image, { ...variables, ROWHOUSE_WORKERS: 'false' });
  const worker = await startProgram('node_modules/.bin/rowhouse', ['work'], {
    cwd: image,
    variables: { ...variables, COURIER_URL: courierUrl },
    until: /\S+/,
  });
  running.add(worker);
  const page = await signIn(web.found, credentials(web));
  await tracks(page, web.found);
  await page.goto(`${web.found}/tables/parcels`);
  await page.getByRole('button', { name: 'Mark as delivered' }).click();
  await seen(page, 'It was applied to');
  expect(await readExport(page)).toHaveLength(4);
  await stop(web);
  await stop(worker);
  await database.destroy();
});

/** Performs a step outside the browser: packages, files, and other commands. */
async function checked(step: number): Promise<void> {
  const installs = commandsOf(step).filter((command) => command.startsWith('npm install'));
  for (const command of installs) await run(withTarballs(command.trim(), tarballs), folder);
  await apply(step);
  await run('npm run check', folder);
  if (commandsOf(step).includes('npx rowhouse build\n')) {
    expect(await run('npx rowhouse build', folder)).toMatch(/^Built the pages in/);
  } else if (step === 8) await run('npx rowhouse build', folder);
}

async function start(cwd: string, variables: Record<string, string> = {}): Promise<Program> {
  const app = await startProgram('node_modules/.bin/rowhouse', ['serve'], {
    cwd,
    variables: { ROWHOUSE_PORT: '0', COURIER_URL: courierUrl, ...variables },
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

/** Step 3: a new parcel with a scan, which is moved. */
async function hasRecords(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/tables/parcels/new`);
  await page.getByLabel('Number').fill('P-4');
  await page.getByLabel('Place').fill('Rome');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'Scans' }).waitFor();
  await page
    .getByRole('link', { name: 'Create' })
    .or(page.getByRole('button', { name: 'Create' }))
    .first()
    .click();
  await page.getByLabel('Scanned in').fill('Milan');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('gridcell', { name: 'Milan' }).waitFor();
  await page.goto(`${address}/tables/parcels`);
  await page.getByRole('searchbox').first().fill('Rome');
  await page.getByRole('gridcell', { name: 'Berlin' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Move to…' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Place').fill('Oslo');
  await dialog.getByRole('button', { name: 'Move to…' }).click();
  await seen(page, 'The action was applied to 1 row.');
}

const seen = (page: Page, text: string) => page.getByText(text).filter({ visible: true }).first().waitFor();

async function readExport(page: Page): Promise<unknown[][]> {
  await page.locator('[data-control="export"]').click();
  await page.getByRole('menuitem', { name: 'Excel' }).click();
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

async function hasOnlyParcels(address: string, user: { email: string; password: string }): Promise<void> {
  const page = await signIn(address, user);
  await expect.poll(() => page.getByRole('link', { name: 'Invoices' }).count()).toBe(0);
  expect((await page.request.get(`${address}/api/invoices/init`)).status()).toBe(403);
  expect((await page.request.get(`${address}/api/parcels/init`)).status()).toBe(200);
  await page.context().close();
}

/** The cells of step 6 are drawn; the courier is called, and the calls are in the log. */
async function tracks(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/tables/parcels`);
  await page.locator('td progress[value="60"], [role=gridcell] progress[value="60"]').first().waitFor();
  await page.getByRole('button', { name: 'Ask the courier' }).click();
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(
          `${address}/api/parcels/tableData?meta[search]=vienna&meta[length]=10`,
        );

        return ((await answer.json()) as { filtered: number }).filtered;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(1);
  const call = page
    .locator('tr[data-row]')
    .filter({ hasText: 'Outbound' })
    .filter({ hasText: '200' })
    .first();
  // Calls are written to the log in batches, a moment later.
  const isLogged = async () => {
    await page.goto(`${address}/system/api-logs`);

    return call.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isLogged).toBe(true);
}
