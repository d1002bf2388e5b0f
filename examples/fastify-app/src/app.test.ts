import type { DataResponse, InitResponse } from '@rowhouse/table-protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from './app.ts';
import { openLibrary } from './openLibrary.ts';

let address: string;
let close: () => Promise<void>;

beforeAll(async () => {
  const db = await openLibrary();
  const app = await buildApp(db);
  address = await app.listen({ port: 0, host: '127.0.0.1' });
  close = async () => {
    await app.close();
    await db.destroy();
  };
});

afterAll(() => close());

it('answers how to draw the table', async () => {
  const { template } = (await (await fetch(`${address}/api/books/init`)).json()) as InitResponse;

  expect(template.readPath).toBe('/api/books/tableData');
  expect(template.buttons.row).toMatchObject([
    { name: 'destroy', method: 'DELETE', path: '/api/books/dtRowId' },
  ]);
});

it('answers a page, searched and totalled', async () => {
  const answer = (await (
    await fetch(`${address}/api/books/tableData?meta[search]=le%20guin`)
  ).json()) as DataResponse;

  expect(answer).toMatchObject({ count: 4, filtered: 2, total: { price: '18.40' } });
  expect(answer.data[0]).toMatchObject({
    title: 'The Dispossessed',
    author: 'Ursula K. Le Guin',
    price: '9.90',
    published_on: '01-05-1974',
    writer: { country: 'United States' },
  });
});
