import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ActionResponse, DataResponse, InitResponse, Problem } from '@rowhouse/table-protocol';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from './app.ts';
import { type Database, openTasks } from './tasks.ts';

let db: Kysely<Database>;
let server: Server;

beforeAll(async () => {
  db = await openTasks();
  server = createServer(await buildApp(db));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await db.destroy();
});

async function ask<Body>(path: string, { user = 'ada', method = 'GET', body = '' } = {}) {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    method,
    headers: { 'x-user': user, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body }),
  });

  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: (await response.json()) as Body,
  };
}

it('returns the definition of the table, with the parts that each user may use', async () => {
  const { body } = await ask<InitResponse>('/api/tasks/init');
  const other = await ask<InitResponse>('/api/tasks/init', { user: 'bob' });

  expect(body.template.readPath).toBe('/api/tasks/tableData');
  expect(body.template.buttons.row).toMatchObject([{ method: 'DELETE', path: '/api/tasks/dtRowId' }]);
  expect(body.template.buttons.global).toMatchObject([{ method: 'PATCH', path: '/api/tasks/finish' }]);
  expect(other.body.template.buttons.global).toEqual([]);
});

it('returns a page by GET and POST', async () => {
  const payload = { meta: { search: 'ada' } };
  const { body } = await ask<DataResponse>('/api/tasks/tableData?meta[search]=ada');
  const posted = await ask<DataResponse>('/api/tasks/tableData', {
    method: 'POST',
    body: JSON.stringify(payload),
  });

  expect(body.data.map(({ title }) => title)).toEqual(['Feed the cat', 'Water the plants']);
  expect(posted.body).toEqual(body);
});

it('runs an action over the result, with the permission', async () => {
  const order = { method: 'PATCH', body: JSON.stringify({ meta: {}, filters: { tasks: { owner: 'Ada' } } }) };

  expect((await ask('/api/tasks/finish', { ...order, user: 'bob' })).status).toBe(403);
  expect((await ask<ActionResponse>('/api/tasks/finish', order)).body.processed).toBe(2);
  expect(await db.selectFrom('tasks').select(['owner', 'done']).orderBy('id').execute()).toEqual([
    { owner: 'Ada', done: 1 },
    { owner: 'Ada', done: 1 },
    { owner: 'Grace', done: 0 },
  ]);
});

it('returns problems, also to a body that is too large', async () => {
  const broken = await ask<Problem>('/api/tasks/tableData', { method: 'POST', body: '{' });
  const large = await ask<Problem>('/api/tasks/tableData', { method: 'POST', body: 'x'.repeat(2 ** 23) });

  expect(broken).toMatchObject({ status: 400, body: { type: 'tables.malformed_request' } });
  expect(broken.type).toContain('application/problem+json');
  expect(large.status).toBe(413);
});

it('leaves other requests to the app, with their bodies', async () => {
  expect(await ask('/api/tasks/3', { method: 'DELETE', body: '{"reason":"rain"}' })).toMatchObject({
    status: 200,
    body: { reason: 'rain' },
  });
});
