import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/databases.ts';
import type { ServiceDefinition } from '../../src/createService.ts';
import type { Database } from '../../src/kernel/database/Database.ts';
import { demoDefinition } from '../../src/testing/demoService.ts';
import { demoApp, runCommand } from '../../src/testing/runCommand.ts';
import { startTestService, type TestService } from '../../src/testing/startTestService.ts';
import { loadDump, readTables, type TableContent } from './readTables.ts';

/** See README.md. */
const dump = {
  file: new URL('0.1.0.sql.gz', import.meta.url),
  secret: 'of-version-0.1.0-for-tests-of-the-upgrade-only',
  /** The session of linus@example.com, a supervisor. */
  apiKey: 'rh_UrOGCkwAzjtkkzmrCjjyPhAiZSaZXsWGyKJdRixuwyeYhNpkhDyLRbxQbdrdYLOu',
  /** The key of ada@example.com, an administrator who waits for the export 3. */
  session: 'IKlVDU5Y1xuOy84wI79evG9saOSqAZOc',
};

const applications: readonly [string, { app: string; definition: ServiceDefinition }][] = [
  ['with the demo', { app: demoApp, definition: demoDefinition }],
  ['without the demo', { app: '', definition: {} }],
];

describe.each(applications)('A database of version 0.1.0, upgraded %s,', (name, { app, definition }) => {
  const hasDemo = name === 'with the demo';
  let database: TestDatabase<Database>;
  let folder: string;
  let before: Record<string, TableContent>;
  let jobsBefore: Record<string, TableContent>;
  let service: TestService | undefined;
  beforeAll(async () => {
    database = await createTestDatabase<Database>('postgres');
    folder = await mkdtemp(join(tmpdir(), 'rowhouse-upgrade-'));
    await loadDump(database.url ?? '', dump.file);
    before = await readTables(database.db, 'public');
    jobsBefore = await readTables(database.db, 'jobs');
  });
  afterAll(async () => {
    await service?.destroy();
    await database?.destroy();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  it('has every row unchanged, in the schema of the service', async () => {
    const environment = {
      DATABASE_URL: database.url ?? '',
      ROWHOUSE_DATA_DIR: folder,
      ROWHOUSE_APP: app,
    };
    const { status, output, errors } = await runCommand(environment, { args: ['migrate'], folder }).ended;
    expect([status, errors]).toEqual([0, '']);
    expect(output).toMatch(/^Migrated: moved from the schema public to rowhouse, /);

    const after = await readTables(database.db, 'rowhouse', before);
    // Tables of the migrations.
    for (const table of ['kysely_migration', 'kysely_migration_lock']) {
      delete before[table];
      delete after[table];
    }
    // Newer versions have more tables.
    expect(after).toMatchObject(before);
    expect(before).toMatchObject({
      orders: { rows: 300 },
      cities: { rows: 300 },
      customers: { rows: 100 },
      users: { rows: 4 },
      roles: { rows: 3 },
      api_keys: { rows: 2 },
      api_logs: { rows: 150 },
      sessions: { rows: 1 },
      table_jobs: { rows: 3 },
      rowhouse_action_failures: { rows: 39 },
    });
    expect(await readTables(database.db, 'public')).toEqual({});
    const { rows: functions } = await sql<{ name: string; path: string; isOpen: boolean }>`
      select proname as name, proconfig[1] as path, has_function_privilege('public', oid, 'execute') as "isOpen"
      from pg_proc where prosecdef`.execute(database.db);
    expect(functions.map((one) => one.name).sort()).toEqual([
      'rowhouse_read_row_counts',
      'rowhouse_record_row_change',
    ]);
    for (const one of functions)
      expect(one).toMatchObject({ path: expect.stringMatching(/, pg_temp$/), isOpen: false });
    expect(await readTables(database.db, 'jobs')).toEqual(jobsBefore);
  });

  it('accepts existing passwords, sessions and keys', async () => {
    service = await start('false');
    const signedIn = await service.call('/api/core/me', { headers: await bearerOf('grace@example.com') });
    expect([signedIn.status, signedIn.body]).toMatchObject([200, { user: { email: 'grace@example.com' } }]);
    const kept = await service.call('/api/core/me', { headers: ada });
    expect([kept.status, kept.body]).toMatchObject([200, { user: { email: 'ada@example.com' } }]);
    const program = await service.call('/api/core/me', { headers: { 'x-api-key': dump.apiKey } });
    expect([program.status, program.body]).toMatchObject([200, { user: { email: 'linus@example.com' } }]);
  });

  it('shows notifications, the log of API calls and the waiting export', async () => {
    const { body: list } = await call('/api/core/notifications', ada);
    expect(list.data).toHaveLength(3);
    const { body: calls } = await call('/api/system/apiLogs/tableData', ada);
    expect(calls).toMatchObject({ count: 150, filtered: 150 });
    const { body: exports } = await call('/api/exports', ada);
    expect(exports.data).toMatchObject([
      { id: '3', status: 'waiting' },
      { id: '1', status: 'finalized', entries: 300 },
    ]);
  });

  it(hasDemo ? 'serves the orders' : 'keeps the orders, and does not serve them', async () => {
    const orders = await call('/api/orders/tableData', ada);
    if (hasDemo) {
      expect([orders.status, orders.body]).toMatchObject([200, { count: 300, filtered: 300 }]);
      expect(orders.body.data).toHaveLength(10);
      expect((await call('/api/orders/tableData', { 'x-api-key': dump.apiKey })).body.count).toBe(300);
      expect((await call('/api/cities/tableData', ada)).body.count).toBe(300);
    } else {
      expect(orders.status).toBe(404);
    }
    const { orders: kept } = await readTables(database.db, 'rowhouse', before);
    expect(kept).toEqual(before.orders);
  });

  it(
    hasDemo ? 'ends the export that waited' : 'says that the export that waited cannot be made',
    async () => {
      await service?.destroy();
      service = await start('true');
      const ended = hasDemo
        ? { id: '3', status: 'finalized', entries: 300 }
        : { id: '3', status: 'failed', message: expect.stringContaining('no longer exists') };
      await expect
        .poll(async () => (await call('/api/exports', ada)).body.data)
        .toMatchObject([ended, { id: '1', status: 'finalized' }]);
    },
  );

  const ada = { authorization: `Bearer ${dump.session}` };

  function start(works: string): Promise<TestService> {
    return startTestService(
      { ROWHOUSE_SECRET: dump.secret, ROWHOUSE_WORKERS: works },
      // The next start uses it.
      { definition, database: { ...database, destroy: async () => undefined } },
    );
  }

  function call(path: string, headers: Record<string, string>) {
    if (service === undefined) throw new Error('There is no service.');

    return service.call(path, { headers });
  }

  async function bearerOf(email: string): Promise<Record<string, string>> {
    return { authorization: `Bearer ${(await service?.signIn(email))?.token}` };
  }
});
