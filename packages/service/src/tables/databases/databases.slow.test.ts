import type { DataResponse, InitResponse, TableJob } from '@rowhouse/table-protocol';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../../../test/databases.ts';
import { grantPermissions } from '../../modules/users/access/storeAccess.ts';
import { createExistingDatabase, type ExistingDatabase } from '../../testing/existingDatabase.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';
import { readAddress } from './address.ts';
import { connectDatabase } from './connect/connectDatabase.ts';
import { databaseReport, type IntrospectedDatabase } from './findDatabases.ts';

describe.each(dialects)('An existing database, on %s', (dialect) => {
  let existing: ExistingDatabase;
  let service: TestService;
  let found: IntrospectedDatabase;
  let boss: Record<string, string>;
  let clerk: Record<string, string>;
  let before: string;

  beforeAll(async () => {
    existing = await createExistingDatabase(dialect);
    before = await existing.checksum();
    const { url, schemas } = existing;
    service = await startTestService(
      {},
      { definition: { databases: { found: { url, ...(schemas && { schemas }) } } } },
    );
    found = service.databases[0] as IntrospectedDatabase;
    boss = await signedIn('boss@example.com', 'administrator');
    clerk = await signedIn('clerk@example.com', 'user');
  });

  afterAll(async () => {
    await service?.destroy();
    await existing?.destroy();
  });

  async function signedIn(email: string, role: string): Promise<Record<string, string>> {
    await service.addUser(email, role);

    return { authorization: `Bearer ${(await service.signIn(email)).token}` };
  }

  const pathOf = (id: string, route: string) => `/api/${id.replaceAll('.', '/')}/${route}`;
  const menuOf = async (headers: Record<string, string>) =>
    (await service.call('/api/core/tables', { headers })).body.data as { id: string; path: string }[];

  it('serves every table and view with init, rows and a menu entry', async () => {
    expect(found.tables.length).toBeGreaterThanOrEqual(27);
    const menu = await menuOf(boss);
    expect(menu.map(({ id }) => id)).toEqual(found.tables.map(({ id }) => id));
    for (const { id } of found.tables) {
      expect(menu).toContainEqual(expect.objectContaining({ id, path: `/tables/${id}`, database: 'found' }));
      const init = await service.call(pathOf(id, 'init'), { headers: boss });
      expect([init.status, id], init.text).toEqual([200, id]);
      const { template } = init.body as unknown as InitResponse;
      expect(JSON.stringify(template.buttons), id).toContain('exportExcel');
      const data = await service.call(pathOf(id, 'tableData'), {
        headers: boss,
        method: 'POST',
        body: { meta: { length: 10 } },
      });
      expect([data.status, id], data.text).toEqual([200, id]);
      const { count, data: rows } = data.body as unknown as DataResponse;
      expect(rows.length, id).toBe(Math.min(10, count));
    }
  });

  it('hides columns with names of secrets', async () => {
    const { text } = await service.call(pathOf('found.customers', 'tableData'), { headers: boss });
    expect(text).toContain('Ada 39');
    expect(text).not.toMatch(/hash-\d|secret-\d/);
  });

  it('reports at the start what is served, what is omitted, and why', () => {
    const report = databaseReport(found);
    expect(report[0]).toMatch(
      new RegExp(`^found: ${found.tables.length} tables, of which \\d views?, .*read-only`),
    );
    expect(report.join('\n')).toContain('found.customers: without password_hash, api_key');
    expect(report.join('\n')).toMatch(/not served: broken\. .+/);
    expect(report.join('\n')).toMatch(/found\.without_key: It has no key/);
    expect(report.length).toBeLessThan(40);
    expect(report.every((line) => line.length <= 210)).toBe(true);
    expect(report.join('\n')).not.toContain(new URL(existing.url).password || 'no password');
  });

  it('shows its tables to administrators only, until a role has the permission', async () => {
    expect(await menuOf(clerk)).toEqual([]);
    const path = pathOf('found.cities', 'tableData');
    expect((await service.call(path, { headers: clerk })).status).toBe(403);
    expect((await service.call(path)).status).toBe(401);

    await grantPermissions(service.database.db, 'user', ['found.cities.init', 'found.cities.tableData']);
    service.users.forget();
    expect((await service.call(path, { headers: clerk })).status).toBe(200);
    expect(await menuOf(clerk)).toEqual([expect.objectContaining({ id: 'found.cities' })]);
    expect((await service.call(pathOf('found.cities', 'exportExcel'), { headers: clerk })).status).toBe(403);
  });

  it('exports every table and view completely, also without a key', async () => {
    for (const { id } of found.tables) {
      const { body } = await service.call(pathOf(id, 'tableData'), {
        headers: boss,
        method: 'POST',
        body: { meta: { length: 10 } },
      });
      const started = await service.call(pathOf(id, 'exportExcel'), {
        headers: boss,
        method: 'POST',
        body: {},
      });
      expect([started.status, id], started.text).toEqual([202, id]);
      const { path } = started.body.export as TableJob;
      const job = async () => (await service.call(path, { headers: boss })).body as unknown as TableJob;
      await expect.poll(async () => (await job()).status).not.toMatch(/^(waiting|processing)$/);
      const { status, entries } = await job();
      expect([id, status, entries]).toEqual([id, 'finalized', body.count]);
    }
  });

  it('is not changed: connections refuse writes', async () => {
    const db = await connectDatabase({
      address: readAddress(existing.url, 'The address'),
      writable: false,
      poolSize: 1,
      statementSeconds: 10,
      onIdleError: () => undefined,
    });
    const refusal = /read[- ]?only/i;
    try {
      await expect(sql`update customers set name = 'Eve'`.execute(db)).rejects.toThrow(refusal);
      await expect(sql`delete from orders`.execute(db)).rejects.toThrow(refusal);
      await expect(sql`create table made (id integer)`.execute(db)).rejects.toThrow(refusal);
      await expect(sql`drop table cities`.execute(db)).rejects.toThrow(refusal);
    } finally {
      await db.destroy();
    }
    expect(await existing.checksum()).toBe(before);
  });
});
