import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TableJob } from '@rowhouse/table-protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../../../test/databases.ts';
import { minutes } from '../../../../../test/patience.ts';
import { createExistingDatabase, type ExistingDatabase } from '../../testing/existingDatabase.ts';
import { openWay, type Way } from '../../testing/openWay.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';
import { databaseReport, type IntrospectedDatabase } from './findDatabases.ts';

describe.each(dialects)('A database that is available later than the service, on %s', (dialect) => {
  let folder: string;
  let existing: ExistingDatabase;
  let way: Way;
  let service: TestService;
  let boss: Record<string, string>;
  let clerk: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rowhouse-later-'));
    await writeFile(
      join(folder, 'sold.json'),
      JSON.stringify({
        routePrefix: 'sold',
        name: 'Sold',
        source: 'shop:orders',
        buttons: ['excel'],
        columns: [{ label: 'Customer', name: 'customer', data: 'customer.name' }],
      }),
    );
    existing = await createExistingDatabase(dialect);
    way = await openWay(existing.url);
    await way.shut();
    const schemas = existing.schemas && { schemas: existing.schemas };
    service = await startTestService(
      {},
      {
        definition: {
          databases: { shop: { url: way.url, ...schemas } },
          tables: folder,
          roles: { clerk: ['shop.cities.*'] },
        },
      },
    );
    boss = await signedIn('boss@example.com', 'administrator');
    clerk = await signedIn('clerk@example.com', 'clerk');
  });
  afterAll(async () => {
    await service?.destroy();
    await way?.close();
    await existing?.destroy();
    await rm(folder, { recursive: true, force: true });
  });

  async function signedIn(email: string, role: string): Promise<Record<string, string>> {
    await service.addUser(email, role);

    return { authorization: `Bearer ${(await service.signIn(email)).token}` };
  }

  const get = (path: string, headers: Record<string, string>) => service.call(path, { headers });
  const menuOf = async (headers: Record<string, string>) =>
    ((await get('/api/core/tables', headers)).body.data as { id: string; init: string }[]).filter(({ id }) =>
      /^(shop|sold)/.test(id),
    );

  it('responds 503 for possible tables, and is served when available', { timeout: minutes(2) }, async () => {
    expect(databaseReport(service.databases[0] as IntrospectedDatabase)).toEqual([
      expect.stringMatching(/^shop: not available/),
      '  its tables respond 503 until it is available; no restart is needed',
    ]);
    for (const path of ['/api/shop/cities/init', '/api/shop/any/thing/tableData', '/api/sold/tableData']) {
      const { status, headers, body } = await get(path, boss);
      expect([path, status, body.type]).toEqual([path, 503, 'service.database_unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await menuOf(boss)).toEqual([]);
    const before = await existing.checksum().catch(() => '');

    await way.reopen();
    await expect
      .poll(() => service.log.join(''), { timeout: 60_000 })
      .toContain('The database \\"shop\\" is available.');
    const { tables } = service.databases[0] as IntrospectedDatabase;
    expect(tables.length).toBeGreaterThanOrEqual(27);
    const menu = await menuOf(boss);
    expect(menu.map(({ id }) => id).toSorted()).toEqual(
      // The template replaces its table.
      [...tables.map(({ id }) => id).filter((id) => id !== 'shop.orders'), 'sold'].toSorted(),
    );
    for (const { init } of menu) expect((await get(init, boss)).status, init).toBe(200);
    if (before !== '') expect(await existing.checksum()).toBe(before);
  });

  it('has rows, pages, links, exports and permission labels like any other', {
    timeout: minutes(2),
  }, async () => {
    const read = await service.call('/api/shop/customers/tableData', {
      headers: boss,
      method: 'POST',
      body: { meta: { length: 3, search: 'ada 1' } },
    });
    expect([read.status, (read.body.data as object[]).length]).toEqual([200, 3]);
    expect((await get('/api/sold/tableData', boss)).body).toMatchObject({ count: 90 });
    expect((await service.call('/api/sold/tableData', { method: 'HEAD', headers: boss })).status).toBe(200);
    expect((await get('/api/core/tables/shop.countries/links', boss)).body.referencedBy).not.toEqual([]);
    expect((await get('/api/shop/nothing/tableData', boss)).status).toBe(404);
    const refused = await service.call('/api/shop/cities/tableData', {
      headers: boss,
      method: 'POST',
      body: { meta: { length: 1000 } },
    });
    expect([refused.status, refused.body.type]).toEqual([422, 'tables.invalid_request']);

    const started = await service.call('/api/sold/exportExcel', { method: 'POST', headers: boss, body: {} });
    expect(started.status, started.text).toBe(202);
    const { path } = started.body.export as TableJob;
    await expect
      .poll(async () => (await get(path, boss)).body, { timeout: 60_000 })
      .toMatchObject({ status: 'finalized', entries: 90 });

    const { text } = await get('/api/roles/1', boss);
    expect(text).toContain('"shop.cities.exportExcel"');
    expect(text).toContain('Export cities');
  });

  it('grants permissions to the roles of the definition', async () => {
    await expect
      .poll(async () => (await menuOf(clerk)).map(({ id }) => id), { timeout: 60_000 })
      .toEqual(['shop.cities']);
    expect((await get('/api/shop/cities/tableData', clerk)).status).toBe(200);
    expect((await get('/api/shop/customers/tableData', clerk)).status).toBe(403);
    expect((await service.call('/api/shop/cities/tableData')).status).toBe(401);
  });
});

it('stops while a database is unavailable', async () => {
  const service = await startTestService(
    {},
    { definition: { databases: { crm: { url: 'postgres://ada:secret@127.0.0.1:1/crm' } } } },
  );
  await service.destroy();
  expect(service.log.join('')).not.toContain('Stopping:');
});
