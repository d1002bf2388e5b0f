import { defineTable } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineModule } from '../../../index.ts';
import { startTestService, type TestService, type TestUser } from '../../../testing.ts';

const count = 60;
const tables = Array.from({ length: count }, (_, n) =>
  defineTable({
    template: { routePrefix: `rooms${n}`, columns: [{ label: 'Room', name: 'id', data: 'rooms.id' }] },
    query: (db: Kysely<{ rooms: { id: number } }>) =>
      db.selectFrom('rooms').select(['rooms.id as dtRowId', 'rooms.id']),
  }),
);

let service: TestService;
let clerk: TestUser;
let boss: TestUser;
beforeAll(async () => {
  const rooms = {
    up: async (db: Kysely<unknown>) => void (await sql`create table rooms (id int)`.execute(db)),
  };
  service = await startTestService({
    modules: [defineModule({ name: 'hotel', tables, migrations: { '0001_rooms': rooms as never } })],
  });
  boss = await service.signIn({ role: 'administrator' });
  clerk = await service.signIn({ permissions: ['rooms7.init', 'rooms7.tableData'] });
});
afterAll(() => service?.stop());

interface Description {
  readonly paths: Record<
    string,
    Record<string, { readonly operationId?: string; readonly responses: object }>
  >;
  readonly components: Record<string, Record<string, object>>;
}
const description = async (user: TestUser) =>
  (await user.get('/api/openapi.json')).body as unknown as Description;
const roomsOf = ({ paths }: Description) =>
  Object.keys(paths).filter((path) => path.startsWith('/api/rooms'));

describe('The OpenAPI description', () => {
  it('is for those who are signed in, as is its page', async () => {
    for (const path of ['/api/openapi.json', '/docs/json', '/docs']) {
      expect([path, (await service.get(path)).status]).toEqual([path, 401]);
    }
    expect((await boss.get('/docs/yaml')).status).toBe(404);
    const page = await fetch(`${service.address}/docs`, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    });
    expect([page.status, page.headers.get('location')]).toEqual([302, '/sign-in?to=/docs']);
    expect((await boss.get('/docs')).text).toContain('swagger-ui');
    expect((await boss.get('/docs/json')).body).toEqual(await description(boss));
  });

  it('has what the caller may call', async () => {
    const { paths, ...rest } = await description(clerk);
    expect(roomsOf({ paths, ...rest })).toEqual(['/api/rooms7/init', '/api/rooms7/tableData']);
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/core/me', '/ready']));
    expect(Object.keys(paths)).not.toContain('/api/users');
    expect(JSON.stringify(rest)).not.toMatch(/rooms\d/);
    const all = await description(boss);
    expect(roomsOf(all)).toHaveLength(3 * count);
    expect(Object.keys(all.paths)).toContain('/api/users');
  });

  it('describes the routes of many tables once, each under its own name', async () => {
    const { text, body } = await boss.get('/api/openapi.json');
    const { paths, components } = body as unknown as Description;
    // 32 kB for each table otherwise.
    expect(text.length).toBeLessThan(count * 4_000 + 300_000);
    const ids = Object.values(paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(ids.filter((id) => id?.startsWith('rooms12.'))).toEqual([
      'rooms12.exportExcel',
      'rooms12.exportExcel.post',
      'rooms12.init',
      'rooms12.tableData',
      'rooms12.tableData.post',
    ]);
    const named = ids.filter((id) => id !== undefined);
    expect(new Set(named).size).toBe(named.length);
    const references = [...text.matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)];
    expect(references.length).toBeGreaterThan(count);
    for (const [, kind = '', name = ''] of references) expect(components[kind]?.[name]).toBeDefined();
    expect(paths['/api/rooms12/init']?.get?.responses).toHaveProperty('200');
  });

  it('is compressed once for all with the same rights, and is not sent again to who has it', async () => {
    const open = (user: TestUser, headers: Record<string, string>) =>
      user.fetch('/api/openapi.json', { headers });
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => open(boss, { 'accept-encoding': 'gzip' })),
    );
    const etags = new Set(responses.map(({ headers }) => headers.get('etag')));
    expect(etags.size).toBe(1);
    const [etag] = etags as Set<string>;
    const again = await open(boss, { 'if-none-match': etag ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await open(clerk, { 'if-none-match': etag ?? '' })).status).toBe(200);
    const plain = await open(boss, { 'accept-encoding': 'gzip;q=0' });
    const encodings = [...responses, plain].map(({ headers }) => headers.get('content-encoding'));
    expect(encodings).toEqual([...Array(10).fill('gzip'), null]);
    expect(await responses[0]?.json()).toEqual(await plain.json());
  });
});
