import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
import { type Guide, readGuide, writeGuide } from './guide.ts';
import { type Program, startProgram } from './startProgram.ts';
import { packedPackages, run, runInstead } from './tarballs.ts';

/** The guides, done as they say, in a folder outside of the repository, with the packages as they are published. */
let scratch: string;
let tarballs: Tarballs;
let courier: Courier;
let guide: Guide;
let folder: string;
let app: Program;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'rowhouse-guide-'));
  [tarballs, courier, guide] = await Promise.all([
    packedPackages(),
    startCourier(),
    readGuide('docs/guides/adding-to-your-app.md'),
  ]);
  folder = join(scratch, 'my-app');
  await runInstead(guide.commands[0] ?? '', scratch, tarballs);
  await writeGuide(guide, folder);
  app = await startProgram('node', ['src/main.ts'], {
    cwd: folder,
    variables: { PORT: '0', COURIER_URL: courier.address, COURIER_KEY: 'a secret of the courier' },
    until: /Listening at (\S+)/,
  });
}, 240_000);

afterAll(async () => {
  await app?.stop();
  courier?.server.close();
  await rm(scratch, { recursive: true, force: true });
});

const key = { 'x-api-key': 'change me' };
async function get<Answer>(path: string): Promise<Answer> {
  return (await (await fetch(app.found + path, { headers: key })).json()) as Answer;
}

it('passes the compiler with the types of the tarballs, their declarations read as well', async () => {
  expect(guide.commands[1]).toBe('npx tsc\nnode src/main.ts\n');
  await run('npx tsc --skipLibCheck false', folder);

  // Strictness that lets everything through would prove nothing.
  await run(`sed -i "s/awb: string | null/awb: number/" src/database.ts`, folder);
  await expect(run('npx tsc', folder)).rejects.toThrow(/src\/(orders|database)\.ts.*error TS/s);
  await writeGuide(guide, folder);
}, 60_000);

it('answers the table to whoever has the key', async () => {
  const refused = await fetch(`${app.found}/api/orders/init`);
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ type: 'tables.unauthenticated' });

  const { template } = await get<InitResponse>('/api/orders/init');
  expect(template).toMatchObject({ name: 'Orders', readPath: '/api/orders/tableData' });

  const page = await get<DataResponse>('/api/orders/tableData?meta[search]=smith');
  expect(page).toMatchObject({ count: 3, filtered: 2, total: { total: '99.99' } });
  expect(page.data.map(({ number }) => number)).toEqual(['A-1003', 'A-1002']);
});

it('exports what was searched for', async () => {
  const { export: started } = await get<ExportResponse>('/api/orders/exportExcel?meta[search]=smith');
  await expect.poll(() => get<TableJob>(started.path)).toMatchObject({ status: 'finalized', entries: 2 });

  const { download } = await get<TableJob>(started.path);
  const file = await fetch(app.found + download, { headers: key });
  const [header, ...rows] = await readSheet(Buffer.from(await file.arrayBuffer()));
  expect(header).toEqual(['Number', 'Customer', 'Total', 'Status', 'Parcel', 'Placed']);
  expect(rows[0]).toEqual(['A-1003', 'Smithson & Co', 19.99, 'paid', null, new Date('2026-03-04')]);
  expect((await fetch(app.found + download)).status).toBe(401);
});

it('applies the action to the whole result, and calls the courier until it answers', async () => {
  const answer = await fetch(`${app.found}/api/orders/ship`, {
    method: 'PATCH',
    headers: { ...key, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    processed: 2,
    failed: [{ dtRowId: 2, message: 'Order A-1002 is new, not paid.' }],
  });
  // Busy once, then two orders.
  expect(courier.asked).toEqual(['A-1003', 'A-1003', 'A-1001']);

  const { data } = await get<DataResponse>('/api/orders/tableData?meta[search]=A-1001');
  expect(data).toMatchObject([{ status: 'shipped', awb: 'RO-A-1001' }]);
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

it('is drawn by a Vite app with slots and translations of its own', async () => {
  const page = await readGuide('docs/guides/the-table-component.md', 'In a Vite app of your own');
  const own = join(scratch, 'my-page');
  await runInstead(page.commands[0] ?? '', scratch, tarballs);
  await writeGuide(page, own);
  const [building = '', previewing = ''] = (page.commands[1] ?? '').trim().split('\n');
  expect(previewing).toBe('npx vite preview');
  await run(building, own);
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
    await look(browser, preview.found);
  } finally {
    await browser.close();
    await preview.stop();
  }
}, 120_000);

async function look(browser: Browser, address: string): Promise<void> {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(address);

  await page.getByRole('gridcell', { name: 'Müller GmbH' }).waitFor();
  await expect.poll(() => page.getByRole('columnheader', { name: 'Kunde' }).count()).toBe(1);
  expect(await page.locator('.tag.is-success').allTextContents()).toEqual(['shipped', 'shipped']);
  expect(await page.locator('.tag.is-warning').allTextContents()).toEqual(['new']);
  expect(await page.getByRole('button', { name: 'Versenden' }).count()).toBe(1);
  expect(faults).toEqual([]);
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

interface Courier {
  readonly address: string;
  readonly server: Server;
  /** Orders that it was asked for, one by one. */
  readonly asked: readonly unknown[];
}

/** Is busy at first, and then gives each order a number. */
async function startCourier(): Promise<Courier> {
  const asked: unknown[] = [];
  const server = createServer(async (request, response) => {
    const order = request.headers['idempotency-key'];
    asked.push(order);
    await drained(request);
    response
      .writeHead(asked.length === 1 ? 503 : 201, { 'content-type': 'application/json' })
      .end(JSON.stringify({ awb: `RO-${order}` }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return { address: `http://127.0.0.1:${port}`, server, asked };
}

async function drained(request: IncomingMessage): Promise<void> {
  for await (const _ of request);
}
