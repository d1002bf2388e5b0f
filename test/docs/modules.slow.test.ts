import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServiceDefinition } from '../../packages/service/src/definition/ServiceDefinition.ts';
import { runCommand } from '../../packages/service/src/testing/runCommand.ts';
import { startTestService, type TestService } from '../../packages/service/src/testing.ts';
import { root } from '../../scripts/packages.ts';
import { takesMinutes } from '../takesMinutes.ts';
import { codeFiles, read } from './markdown.ts';

// Runs commands, and Vitest once more.
takesMinutes(3);

const page = 'docs/guides/modules.md';
const files = codeFiles(page);
/** Next to the file that the guide begins with: all of its modules in one service. */
const together = `
import config from './rowhouse.config.ts';
import { audit } from './office/audit.ts';
import { desks } from './office/desks.ts';
import { people } from './office/people.ts';
import { search } from './office/reindex.ts';
import { reports } from './office/report.ts';
import { staff } from './office/staff.ts';

export default { ...config, modules: [...(config.modules ?? []), audit, desks, people, search, reports, staff], roles: { clerk: ['rooms.*'] } };
`;

let folder: string;
let service: TestService;
beforeAll(async () => {
  // Below the repository, where its packages are found.
  folder = mkdtempSync(join(root, 'test-output/modules-'));
  for (const [file, code] of [...files, ['together.config.ts', together] as const]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
  }
  const { default: definition } = (await import(join(folder, 'together.config.ts'))) as {
    default: ServiceDefinition;
  };
  service = await startTestService(definition);
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('has a tested file for every example of docs/guides/modules.md', () => {
  expect([...files.keys()].sort()).toEqual([
    'office/audit.ts',
    'office/desks.ts',
    'office/people.ts',
    'office/reindex.ts',
    'office/report.ts',
    'office/staff.ts',
    'rowhouse.config.ts',
  ]);
  expect(read(page).match(/^```/gm)).toHaveLength(2 * files.size);
});

it('changes the table of users, and removes that of API calls', async () => {
  const boss = await service.signIn({ role: 'administrator' });
  expect((await boss.get('/api/users/init')).body).toMatchObject({ template: { name: 'People' } });
  expect((await boss.get('/api/system/apiLogs/init')).status).toBe(404);
});

it('serves the table to the role of the guide', async () => {
  const clerk = await service.signIn({ role: 'clerk' });
  const { body } = await clerk.get('/api/rooms/tableData?meta[search]=attic');
  expect(body.data).toMatchObject([{ name: 'Attic', seats: 4 }]);
});

it('sends a mail in the job', async () => {
  const boss = await service.signIn({ role: 'administrator' });
  expect((await boss.post('/api/rooms/report')).body).toEqual({ message: 'The report comes by mail.' });
  expect(await service.runJobs()).toEqual([]);
  expect(boss.mails()).toMatchObject([
    { subject: 'Rooms in 2026-11', html: '<p>All of them are clean.</p>', language: 'en' },
  ]);
});

it('records changes in the hooks, and refuses exports of users', async () => {
  const boss = await service.signIn({ role: 'administrator' });
  expect((await boss.patch('/api/core/me', { name: 'Grace' })).status).toBe(200);
  const { rows } = await sql`select kind, record, by from trail where by is not null`.execute(service.db);
  expect(rows).toEqual([{ kind: 'users', record: boss.id, by: boss.id }]);
  const refused = await boss.post('/api/users/exportExcel', { columns: [] });
  expect([refused.status, refused.body.detail]).toEqual([403, `User ${boss.id} may not export users.`]);
  expect((await boss.post('/api/rooms/exportExcel')).status).toBe(202);
  expect(await service.runJobs()).toEqual([]);
  expect(service.log.join('')).toContain('2 rows of rooms were exported.');
});

it('adds a field to users that they change in their profile, and one that needs a permission', async () => {
  const clerk = await service.signIn({ role: 'clerk' });
  expect((await clerk.patch('/api/core/me', { userFields: { desk: 'A1' } })).status).toBe(200);
  expect((await clerk.get('/api/my-desk')).body).toEqual({ desk: 'A1' });
  expect((await clerk.patch('/api/core/me', { userFields: { salary: 1 } })).status).toBe(422);
  const boss = await service.signIn({ role: 'administrator' });
  const { status } = await boss.patch(`/api/users/${clerk.id}`, { userFields: { salary: '1234.50' } });
  expect(status).toBe(200);
});

it('returns the default of the configuration section', async () => {
  expect((await service.get('/api/desks')).body).toEqual({ desks: 4 });
});

it('sends the job of the command', async () => {
  const { status, output, errors } = await runCommand(
    {
      DATABASE_URL: service.config.databaseUrl ?? '',
      ROWHOUSE_DATA_DIR: service.config.dataDir,
      ROWHOUSE_APP: join(folder, 'together.config.ts'),
    },
    { args: ['rooms:reindex', '--since', '2026-01-01'], folder },
  ).ended;
  expect([status, errors, output.trim()]).toEqual([0, '', 'The rooms will be indexed.']);
  expect(await service.runJobs()).toEqual([]);
  expect(service.log.join('')).toContain('Rooms are indexed since 2026-01-01.');
});

it('passes the tests in docs/guides/testing-your-app.md next to that file', async () => {
  writeFileSync(
    join(folder, 'rooms.test.ts'),
    codeFiles('docs/guides/testing-your-app.md').get('rooms.test.ts') ?? '',
  );
  const conditions = JSON.stringify(['@rowhouse/source', 'node']);
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `export default { resolve: { conditions: ${conditions} }, ssr: { resolve: { conditions: ${conditions} } }, test: { hookTimeout: 120000, testTimeout: 120000 } };`,
  );
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run'], {
    cwd: folder,
    env: { ...process.env, VITEST: undefined },
  });
  const [output] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect(output).toContain('3 passed');
});
