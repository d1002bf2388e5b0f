import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataResponse, ExportResponse, InitResponse, TableJob } from '@rowhouse/table-protocol';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildApp } from './app.ts';
import { openLibrary } from './openLibrary.ts';

let address: string;
let close: () => Promise<void>;
/** Temporary files of the app. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'books-test-'));
  vi.stubEnv('TMPDIR', folder);
  const db = await openLibrary();
  const app = await buildApp(db);
  address = await app.listen({ port: 0, host: '127.0.0.1' });
  close = async () => {
    await app.close();
    await db.destroy();
  };
});

afterAll(async () => {
  await close();
  vi.unstubAllEnvs();

  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

it('returns the definition of the table', async () => {
  const { template } = (await (await fetch(`${address}/api/books/init`)).json()) as InitResponse;

  expect(template.readPath).toBe('/api/books/tableData');
  expect(template.buttons.row).toMatchObject([
    { name: 'destroy', method: 'DELETE', path: '/api/books/dtRowId' },
  ]);
});

it('returns a page, searched and totalled', async () => {
  const response = (await (
    await fetch(`${address}/api/books/tableData?meta[search]=le%20guin`)
  ).json()) as DataResponse;

  expect(response).toMatchObject({ count: 4, filtered: 2, total: { price: '18.40' } });
  expect(response.data[0]).toMatchObject({
    title: 'The Dispossessed',
    author: 'Ursula K. Le Guin',
    price: '9.90',
    published_on: '01-05-1974',
    writer: { country: 'United States' },
  });
});

it('writes the search results into a spreadsheet', async () => {
  const response = await fetch(`${address}/api/books/exportExcel?meta[search]=le%20guin`);
  const { export: started } = (await response.json()) as ExportResponse;
  const read = async () => (await (await fetch(address + started.path)).json()) as TableJob;

  expect(response.status).toBe(202);
  await expect.poll(async () => (await read()).status).toBe('finalized');

  const { download, entries } = await read();
  const file = await fetch(address + download);

  expect(entries).toBe(2);
  expect(await readSheet(Buffer.from(await file.arrayBuffer()))).toEqual([
    ['Title', 'Author', 'Country', 'Price', 'Published'],
    ['The Dispossessed', 'Ursula K. Le Guin', 'United States', 9.9, new Date('1974-05-01')],
    ['The Left Hand of Darkness', 'Ursula K. Le Guin', 'United States', 8.5, new Date('1969-03-01')],
  ]);
});
