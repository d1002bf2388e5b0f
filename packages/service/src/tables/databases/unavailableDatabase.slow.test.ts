import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/databases.ts';
import { openWay, type Way } from '../../testing/openWay.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';
import { databaseReport } from './findDatabases.ts';

let shop: TestDatabase<{ articles: { id: number; title: string } }>;
let way: Way;
let service: TestService;
let headers: Record<string, string>;
beforeAll(async () => {
  shop = await createTestDatabase('postgres');
  await shop.db.schema
    .createTable('articles')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('title', 'text')
    .execute();
  await shop.db.insertInto('articles').values({ id: 1, title: 'Chair' }).execute();
  way = await openWay(shop.url ?? '');
  service = await startTestService(
    {},
    {
      definition: {
        databases: {
          shop: { url: way.url },
          near: { url: shop.url ?? '' },
          crm: { url: 'postgres://ada:secret@127.0.0.1:1/crm' },
        },
      },
    },
  );
  await service.addUser('boss@example.com', 'administrator');
  headers = { authorization: `Bearer ${(await service.signIn('boss@example.com')).token}` };
});
afterAll(async () => {
  await service?.destroy();
  await way?.close();
  await shop?.destroy();
});

const get = (path: string) => service.call(path, { headers });

describe('An unavailable served database', () => {
  it('does not prevent the start, and is reported', async () => {
    const crm = service.databases.find(({ name }) => name === 'crm');
    expect(crm && databaseReport(crm)).toEqual([
      expect.stringMatching(/^crm: not available \(postgres:\/\/127\.0\.0\.1:1\/crm\): .*ECONNREFUSED/),
      expect.stringContaining('no restart is needed'),
    ]);
    expect((await get('/api/near/articles/tableData')).body).toMatchObject({ count: 1 });
  });

  it('makes only its own tables respond 503, with Retry-After', async () => {
    const unavailable = await get('/api/crm/contacts/tableData');
    expect([unavailable.status, unavailable.body.type]).toEqual([503, 'service.database_unavailable']);
    expect(Number(unavailable.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(unavailable.text).not.toContain('secret');
    expect((await service.call('/api/crm/contacts/tableData')).status).toBe(401);
    expect((await get('/api/core/tables')).body.data).toHaveLength(2);
    expect((await get('/ready')).status).toBe(200);
  });

  it('may disconnect and reconnect while the service runs', async () => {
    expect((await get('/api/shop/articles/tableData')).status).toBe(200);
    await way.shut();
    const unavailable = await get('/api/shop/articles/tableData');
    expect([unavailable.status, unavailable.body.type]).toEqual([503, 'tables.database_unavailable']);
    expect(Number(unavailable.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await get('/api/near/articles/tableData')).status).toBe(200);
    expect((await get('/api/core/me')).status).toBe(200);
    expect((await get('/ready')).status).toBe(200);
    await way.reopen();
    expect((await get('/api/shop/articles/tableData')).body).toMatchObject({ count: 1 });
  });
});
