import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProgram } from './runProgram.ts';
import { sends, sendsJson, startServer, type TestServer } from './support.ts';

let courier: TestServer;
beforeAll(async () => {
  courier = await startServer();
});
afterAll(() => courier.close());

/** What the guide takes for granted, and what it leaves to its reader. */
const before = `import { Kysely, SqliteDialect } from 'kysely';
import type { ApiLogTables } from '@rowhouse/integrations';
import { nodeSqlite } from '../../tables/src/testing/nodeSqlite.ts';
const db = new Kysely<ApiLogTables>({ dialect: new SqliteDialect({ database: nodeSqlite() }) });
`;
const after = `
await app.close();
await Promise.all([log.close(), failures.close(), client.close(), plain.close()]);
await db.destroy();
await import('node:fs/promises').then(({ rm }) => rm(file));
`;

test('The code of the guide runs unchanged, with the results of the guide', async () => {
  const page = await readFile(new URL('../../../docs/guides/api-calls.md', import.meta.url), 'utf8');
  const blocks = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
  expect(blocks.length).toBe(9);
  const program = (before + blocks.join('\n') + after).replace(
    "const courier = 'https://courier.example'",
    `const courier = '${courier.base}'`,
  );
  courier.respondsWith(
    sendsJson(200, { awb: 'RO-1', status: 'in transit' }),
    sends(200, '%PDF the label'),
    sends(201),
    sends(401),
    sends(422),
  );
  const { stdout, stderr } = await runProgram('guide', program);

  expect(stderr).toBe('');
  expect(stdout.trim().split('\n')).toEqual([
    "200 { awb: 'RO-1', status: 'in transit' }",
    '201',
    '1 POST 401 orders.ship 7',
    '2 POST 422 orders.ship 7',
    "{ customerNumber: '***', pin: 'map 7', accessToken: '***' }",
    'https://courier.example/orders?token=***&page=2',
    'GET /orders/1?token=*** 200 orders.show',
    "{ awb: 'RO-1' } [ 200, 2000 ] 3",
    '1 failed: POST 422',
  ]);
  expect(courier.received.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    undefined,
    undefined,
    'Bearer token-1',
    'Bearer token-2',
  ]);
  expect(courier.received[2]?.body).toContain('%PDF the label');
});
