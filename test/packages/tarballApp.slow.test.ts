import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DataResponse, ExportResponse, InitResponse, TableJob } from '@rowhouse/table-protocol';
import type { Browser } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tarballs } from '../../scripts/pack-packages.ts';
import { root } from '../../scripts/packages.ts';
import { openBrowser } from '../browser.ts';
import { createTestDatabase } from '../databases.ts';
import { takesMinutes } from '../takesMinutes.ts';
import { applyBlocks } from './applySteps.ts';
import { freePort } from './freePort.ts';
import { type Guide, readCode, readGuide, writeGuide } from './guide.ts';
import { type Program, startProgram } from './startProgram.ts';
import { packedPackages, run, withTarballs } from './tarballs.ts';
import { commandsOf, openTerminal, type Terminal } from './terminal.ts';
import { Transcript } from './transcript.ts';

// Installs packages.
takesMinutes(10);

/** The guides, done as they say, in a folder outside of the repository, with the packages as they are published. */
let scratch: string;
let tarballs: Tarballs;
let guide: Guide;
let folder: string;
let terminal: Terminal;
let courier: Program;
let app: Program;
const transcript = new Transcript('developer.md');

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'rowhouse-guide-'));
  [tarballs, guide] = await Promise.all([
    packedPackages(),
    readGuide(['docs/guides/adding-to-your-app.md', 'docs/guides/your-app-exports-and-avatars.md']),
  ]);
  transcript.show(scratch, '~');
  terminal = await openTerminal(scratch, transcript);
  transcript.heading('The packages');
  await terminal.run(guide.commands[0] ?? '', (command) => withTarballs(command, tarballs));
  folder = join(scratch, 'my-app');
  await writeGuide(guide, folder);
  transcript.heading('The files');
  transcript.text(`Written as they are in the guide: ${filesOf(guide)}.`);
  await startBoth();
});

afterAll(async () => {
  await Promise.all([app?.stop(), courier?.stop(), terminal?.close()]);
  await rm(scratch, { recursive: true, force: true });
});

/** The programs of the guide, on ports of their own. */
async function startBoth(): Promise<void> {
  expect(guide.commands.slice(2, 4)).toEqual(['node src/courierStub.ts\n', 'node src/main.ts\n']);
  const port = String(await freePort());
  courier = await startProgram('node', ['src/courierStub.ts'], {
    cwd: folder,
    variables: { COURIER_PORT: port },
    until: /listens at (\S+)/,
  });
  app = await startProgram('node', ['src/main.ts'], {
    cwd: folder,
    variables: { PORT: '0', COURIER_URL: courier.found, COURIER_KEY: 'a secret of the courier' },
    until: /Listening at (\S+)/,
  });
  transcript.show(courier.found, 'http://127.0.0.1:4000');
  transcript.show(app.found, 'http://localhost:3000');
}

function filesOf({ files }: Guide): string {
  return [...files.keys()].map((name) => `\`${name}\``).join(', ');
}

const key = { 'x-api-key': 'change me' };
async function get<ReceivedResponse>(path: string): Promise<ReceivedResponse> {
  return (await (await fetch(app.found + path, { headers: key })).json()) as ReceivedResponse;
}

it('passes the compiler with the types of the tarballs, their declarations read as well', async () => {
  expect(guide.commands[1]).toBe('npx tsc\n');
  transcript.heading('Types');
  await terminal.run(guide.commands[1] ?? '');
  await run('npx tsc --skipLibCheck false', folder);

  // Strictness that lets everything through would prove nothing.
  await run(`sed -i "s/awb: string | null/awb: number/" src/database.ts`, folder);
  await expect(run('npx tsc', folder)).rejects.toThrow(/src\/(orders|database)\.ts.*error TS/s);
  await writeGuide(guide, folder);
});

it('returns the table to callers with the key', async () => {
  const refused = await fetch(`${app.found}/api/orders/init`);
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ type: 'tables.unauthenticated' });

  const { template } = await get<InitResponse>('/api/orders/init');
  expect(template).toMatchObject({ name: 'Orders', readPath: '/api/orders/tableData' });

  const page = await get<DataResponse>('/api/orders/tableData?meta[search]=smith');
  expect(page).toMatchObject({ count: 3, filtered: 2, total: { total: '99.99' } });
  expect(page.data.map(({ number }) => number)).toEqual(['A-1003', 'A-1002']);
});

it('exports the search results', async () => {
  const { export: started } = await get<ExportResponse>('/api/orders/exportExcel?meta[search]=smith');
  await expect.poll(() => get<TableJob>(started.path)).toMatchObject({ status: 'finalized', entries: 2 });

  const { download } = await get<TableJob>(started.path);
  const file = await fetch(app.found + download, { headers: key });
  const [header, ...rows] = await readSheet(Buffer.from(await file.arrayBuffer()));
  expect(header).toEqual(['Number', 'Customer', 'Total', 'Status', 'Parcel', 'Placed']);
  expect(rows[0]).toEqual(['A-1003', 'Smithson & Co', 19.99, 'paid', null, new Date('2026-03-04')]);
  await expect.poll(async () => (await fetch(app.found + download)).status).toBe(401);
});

it('follows the guide: applies the action to the whole result, and calls the courier until it responds', async () => {
  transcript.heading('The courier and the app, in terminals of their own');
  transcript.command('node src/courierStub.ts', courier.output());
  transcript.command('node src/main.ts', app.output());
  transcript.heading('Asked');
  const responses: unknown[] = [];
  for (const command of commandsOf(guide.commands[4] ?? '')) {
    const own = command.replaceAll('http://localhost:3000', app.found).replace('curl ', 'curl --silent ');
    const printed = await terminal.run(command, () => own);
    responses.push(command.startsWith('curl') ? JSON.parse(printed) : printed);
  }
  transcript.text('What the courier’s terminal shows:');
  transcript.command('node src/courierStub.ts', courier.output());

  expect(responses).toMatchObject([
    { template: { name: 'Orders' } },
    { count: 3, filtered: 2, total: { total: '99.99' } },
    { export: { status: 'processing', path: expect.stringMatching(/^\/api\/exports\//) } },
    { processed: 2, failed: [{ dtRowId: 2, message: 'Order A-1002 is new, not paid.' }] },
    '',
    { url: expect.stringMatching(/^\/api\/core\/avatars\/1\?/) },
  ]);
  // Busy once, then two orders.
  expect(courier.output().match(/A-\d+: \d+/g)).toEqual(['A-1003: 503', 'A-1003: 201', 'A-1001: 201']);

  const { data } = await get<DataResponse>('/api/orders/tableData?meta[search]=A-1001');
  expect(data).toMatchObject([{ status: 'shipped', awb: 'RO-A-1001' }]);
  await transcript.write(
    'The developer’s walk',
    'The guide on [adding Rowhouse to your own app](../guides/adding-to-your-app.md), pasted block by block. In place of the registry, ' +
      '`npm install` took the packages as `npm pack` makes them.',
    ['node', 'npm', 'curl'],
  );
});

it('logs each attempt, without the key', async () => {
  const database = new DatabaseSync(join(folder, 'app.db'), { readOnly: true });
  const logged = () =>
    database.prepare('select try, status, route, user_id, payload from api_logs order by id').all();
  await expect.poll(() => logged().length).toBe(3);

  expect(logged()).toMatchObject([
    { try: 1, status: 503, route: 'orders.ship', user_id: 1 },
    { try: 2, status: 201 },
    { try: 1, status: 201 },
  ]);
  expect(JSON.stringify(logged())).not.toContain('a secret of the courier');
  database.close();
});

it('has an avatar for everybody, and takes an upload', async () => {
  const initials = await fetch(`${app.found}/api/core/avatars/1`, { headers: key });
  expect(initials.status).toBe(200);

  const form = new FormData();
  const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#c02020' } })
    .png()
    .toBuffer();
  form.set('avatar', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'me.png');
  const stored = await fetch(`${app.found}/api/core/avatars`, { method: 'POST', headers: key, body: form });
  expect(stored.status).toBe(200);

  const { url } = (await stored.json()) as { url: string };
  const image = await fetch(app.found + url, { headers: key });
  const { data, info } = await sharp(await image.arrayBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 256, height: 256 });
  expect(data[0]).toBeGreaterThan(170);
  expect(data[1]).toBeLessThan(60);
});

it('runs on PostgreSQL with the changes of the guide', async () => {
  const database = await createTestDatabase('postgres');
  const own = join(scratch, 'on-postgres');
  await run(`cp -r my-app on-postgres && rm -f on-postgres/app.db`, scratch);
  await run(withTarballs(guide.commands.at(-1) ?? '', tarballs), own);
  const content = await readCode('docs/guides/your-app-exports-and-avatars.md', 'On PostgreSQL', 'diff');
  await applyBlocks([{ language: 'diff', file: 'src/database.ts', content }], own);
  await run('npx tsc', own);
  const onPostgres = await startProgram('node', ['src/main.ts'], {
    cwd: own,
    variables: { PORT: '0', COURIER_URL: courier.found, DATABASE_URL: database.url ?? '' },
    until: /Listening at (\S+)/,
  });
  try {
    const ask = async (path: string, options: RequestInit = {}) =>
      (await fetch(onPostgres.found + path, { ...options, headers: { ...key, ...options.headers } })).json();
    const search = '/api/orders/tableData?meta[search]=smith';
    expect(await ask(search)).toMatchObject({ count: 3, filtered: 2, total: { total: '99.99' } });
    const json = { 'content-type': 'application/json' };
    const shipped = await ask('/api/orders/ship', { method: 'PATCH', headers: json, body: '{"meta": {}}' });
    expect(shipped).toMatchObject({ processed: 2, failed: [{ dtRowId: 2 }] });
    expect(await ask(search)).toMatchObject({ data: [{ awb: 'RO-A-1003' }, { awb: null }] });
    await expect
      .poll(async () => (await fetch(`${onPostgres.found}/api/core/avatars/1`, { headers: key })).status)
      .toBe(200);
  } finally {
    await onPostgres.stop();
    await database.destroy();
  }
});

it('is drawn by a Vite app with slots and translations of its own', async () => {
  const page = await readGuide('docs/guides/the-table-component.md', 'In a Vite app of your own');
  const own = join(scratch, 'my-page');
  const walk = new Transcript('front-end.md');
  walk.show(scratch, '~');
  const typing = await openTerminal(scratch, walk);
  walk.heading('The packages');
  await typing.run(page.commands[0] ?? '', (command) => withTarballs(command, tarballs));
  await writeGuide(page, own);
  walk.heading('The files');
  walk.text(`Written as they are in the guide: ${filesOf(page)}.`);
  walk.heading('The page');
  const [building = '', previewing = ''] = (page.commands[1] ?? '').trim().split('\n');
  expect(previewing).toBe('npx vite preview');
  await typing.run(building);
  await typing.close();
  await checkVue(own);

  const [browser, preview] = await Promise.all([
    openBrowser(),
    startProgram('npx', ['vite', 'preview', '--host', '127.0.0.1', '--port', '0'], {
      cwd: own,
      variables: { API_URL: app.found },
      until: /(http:\/\/127\.0\.0\.1:\d+)/,
    }),
  ]);
  try {
    walk.show(preview.found, 'http://localhost:4173');
    walk.command(previewing, preview.output());
    await look(browser, preview.found, walk);
    await walk.write(
      'The front-end developer’s walk',
      'The guide on [the component in a Vite app of your own](../guides/the-table-component.md#in-a-vite-app-of-your-own), ' +
        'pasted block by block. In place of the registry, `npm install` took the package as `npm pack` makes it. The data are those of [the developer’s walk](developer.md).',
      ['node', 'npm'],
    );
  } finally {
    await browser.close();
    await preview.stop();
  }
});

async function look(browser: Browser, address: string, walk: Transcript): Promise<void> {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(address);

  await page.getByRole('gridcell', { name: 'Müller GmbH' }).waitFor();
  await expect.poll(() => page.getByRole('columnheader', { name: 'Kunde' }).count()).toBe(1);
  await expect.poll(() => page.locator('.tag.is-success').allTextContents()).toEqual(['shipped', 'shipped']);
  await expect.poll(() => page.locator('.tag.is-warning').allTextContents()).toEqual(['new']);
  await expect.poll(() => page.getByRole('button', { name: 'Versenden' }).count()).toBe(1);
  expect(faults).toEqual([]);

  const texts = async (role: 'columnheader' | 'gridcell') =>
    (await page.getByRole(role).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const [headers, cells] = [await texts('columnheader'), await texts('gridcell')];
  const rows = cells.flatMap((_, at) =>
    at % headers.length === 0 ? [cells.slice(at, at + headers.length)] : [],
  );
  const line = (row: readonly string[]) => `| ${row.map((text) => text || ' ').join(' | ')} |`;
  walk.heading('What the browser shows');
  walk.text([line(headers), line(headers.map(() => '---')), ...rows.map(line)].join('\n'));
  walk.text('The button “Versenden” stands above it. The console of the browser is empty.');
}

/** The types of the component as its users get them: `strict`, templates too. */
async function checkVue(own: string): Promise<void> {
  const config = {
    compilerOptions: {
      ...{ target: 'ES2024', module: 'ESNext', moduleResolution: 'Bundler', strict: true, noEmit: true },
      ...{ lib: ['ES2024', 'DOM', 'DOM.Iterable'], types: ['vite/client'], skipLibCheck: false },
    },
    vueCompilerOptions: { strictTemplates: true },
    include: ['src'],
  };
  await writeFile(join(own, 'tsconfig.json'), JSON.stringify(config));
  const check = `node ${join(root, 'scripts/check-vue.ts')} --noEmit -p tsconfig.json`;
  await run(check, own);

  await run(`sed -i 's/:http="http"/:http="17"/' src/App.vue`, own);
  await expect(run(check, own)).rejects.toThrow(/App\.vue.*error TS2322/s);
}
