import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import type { DataResponse, InitResponse, Problem } from '@rowhouse/table-protocol';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from './app.ts';
import { type Database, openRooms } from './rooms.ts';

let db: Kysely<Database>;
let server: ServerType;

beforeAll(async () => {
  db = await openRooms();
  const { fetch } = await buildApp(db);
  server = createAdaptorServer({ fetch });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await db.destroy();
});

async function ask<Body>(path: string, init?: RequestInit) {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    ...init,
    headers: { connection: 'close', ...(init?.body ? { 'content-type': 'application/json' } : {}) },
  });

  return { status: response.status, body: (await response.json()) as Body };
}

it('returns the definition of the table', async () => {
  const { body } = await ask<InitResponse>('/api/rooms/init');

  expect(body.template.readPath).toBe('/api/rooms/tableData');
  expect(body.template.buttons.row).toMatchObject([{ method: 'DELETE', path: '/api/rooms/dtRowId' }]);
});

it('returns a page by GET and POST, with its totals', async () => {
  const { body } = await ask<DataResponse>('/api/rooms/tableData');
  const posted = await ask<DataResponse>('/api/rooms/tableData', { method: 'POST', body: '{"meta":{}}' });

  expect(body.data.map(({ name }) => name)).toEqual(['Attic', 'Library']);
  expect(body.total).toMatchObject({ seats: '30' });
  expect(posted.body).toEqual(body);
});

it('returns problems, also to a body that is too large', async () => {
  const post = (body: string) => ask<Problem>('/api/rooms/tableData', { method: 'POST', body });

  expect(await post('{')).toMatchObject({ status: 400, body: { type: 'tables.malformed_request' } });
  expect((await post('x'.repeat(2 ** 23))).status).toBe(413);
});

it('leaves other requests to the app', async () => {
  expect((await ask('/api/rooms/2', { method: 'DELETE' })).status).toBe(200);
  expect((await ask<DataResponse>('/api/rooms/tableData')).body.count).toBe(1);
});
