import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../scripts/packages.ts';
import { takesMinutes } from '../takesMinutes.ts';
import { neededTarballs, packedPackages, run } from './tarballs.ts';

// Installs packages, and runs the tests of the libraries.
takesMinutes(10);

/** The libraries also run on Node 22, the LTS release before the one that the service needs. */
let scratch: string;
let node: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'rowhouse-node22-'));
  await writeFile(join(scratch, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm install node@22', scratch);
  node = join(scratch, 'node_modules/node/bin/node');
  expect(await run(`${node} --version`, scratch)).toMatch(/^v22\./);
});

afterAll(() => rm(scratch, { recursive: true, force: true }));

it('passes the tests of the libraries', async () => {
  const folders = [
    'drivers',
    'problems',
    'table-protocol',
    'table-client',
    'tables',
    'tables-dev',
    'integrations',
    'avatars',
  ].map((name) => `packages/${name}/src/`);
  const databases = ['data', 'actions', 'export', 'tablesOverHttp'].map(
    (name) => `packages/tables/test/${name}.test.ts`,
  );
  const printed = await run(
    `${node} node_modules/vitest/vitest.mjs run --maxWorkers=2 ${[...folders, ...databases].join(' ')} packages/integrations/test/log.test.ts`,
    root,
  );

  expect(printed.trimEnd().split('\n').at(-1)).toMatch(/^\d{4} passed, 0 failed, \d+ skipped$/);
});

it('serves a table and logs a call from the published packages', async () => {
  const tarballs = await packedPackages();
  const names = ['@rowhouse/tables', '@rowhouse/tables-dev', '@rowhouse/integrations', '@rowhouse/avatars'];
  const files = new Set(names.flatMap((name) => [tarballs.get(name), ...neededTarballs(name, tarballs)]));
  await run(`npm install --engine-strict ${[...files].join(' ')} kysely@0.29`, scratch);
  await writeFile(
    join(scratch, 'main.js'),
    `import { createServer } from 'node:http';
import { once } from 'node:events';
import { initialsOf } from '@rowhouse/avatars/initials';
import { Action, createCallLog, createClient, installApiLogs, Method } from '@rowhouse/integrations';
import { defineTable } from '@rowhouse/tables';
import { checkTables } from '@rowhouse/tables-dev';
import { tablesHandler } from '@rowhouse/tables/fetch';
import { nodeSqlite } from '@rowhouse/tables/testing';
import { Kysely, SqliteDialect, sql } from 'kysely';
const db = new Kysely({ dialect: new SqliteDialect({ database: nodeSqlite() }) });
await sql\`create table books (id integer primary key, title text)\`.execute(db);
await sql\`insert into books (title) values ('Emma'), ('Persuasion')\`.execute(db);
const books = defineTable({
  template: { routePrefix: 'books', columns: [{ label: 'Title', name: 'title', data: 'books.title', meta: ['searchable'] }] },
  query: (kysely) => kysely.selectFrom('books').select(['books.id as dtRowId', 'books.title']),
});
const handle = tablesHandler({ db, tables: [books], prefix: '/:shop/api' });
const response = await handle(new Request('http://localhost/north/api/books/tableData', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ meta: { search: 'emm' } }),
}));
console.log(response.status, (await response.json()).data.map(({ title }) => title).join());

const server = createServer((request, reply) => reply.end('{}')).listen(0, '127.0.0.1');
await once(server, 'listening');
await installApiLogs(db);
const log = createCallLog({ db });
const client = createClient({ log });
const endpoint = { method: () => Method.GET, url: () => 'http://127.0.0.1:' + server.address().port + '/?token=abc123', body: () => null };
await new Action(endpoint, client).handle();
await client.close();
await log.close();
server.close();
const [call] = await db.selectFrom('api_logs').selectAll().execute();
console.log(call.status, call.url.includes('abc123') ? 'leaked' : 'masked');
console.log(initialsOf('Ada Lovelace'));
await db.destroy();
`,
  );

  expect(await run(`${node} --disable-warning=ExperimentalWarning main.js`, scratch)).toBe(
    '200 Emma\n200 masked\nAL\n',
  );
});
