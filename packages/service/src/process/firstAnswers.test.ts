import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/startTestService.ts';

const index =
  '<!doctype html><head><meta name="rowhouse-table-part" content="/assets/table-a1.js">' +
  '<meta name="rowhouse-form-part" content="/assets/form-b2.js"></head><div id="app"></div>';
const accept = 'text/html';

let folder: string;
let service: TestService;
let administrator: string;
let clerk: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowhouse-answers-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), index);
  service = await startTestService({ ROWHOUSE_LANGUAGES: 'en,de' }, { pagesFolder: folder });
  await service.addUser('ada@example.com', 'administrator');
  await service.addUser('carl@example.com');
  const { db } = service.database;
  await sql`insert into countries values ('DE', 'Germany', 'Deutschland', 'x')`.execute(db);
  await sql`insert into customers (id, name, email, country_code) values (1, 'Max', 'max@example.com', 'DE')`.execute(
    db,
  );
  await db
    .updateTable('users')
    .set({ name: '</script><b>' })
    .where('email', '=', 'carl@example.com')
    .execute();
  [{ cookie: administrator }, { cookie: clerk }] = [
    await service.signIn('ada@example.com'),
    await service.signIn('carl@example.com'),
  ];
});
afterAll(async () => {
  await service?.destroy();
  await rm(folder, { recursive: true, force: true });
});

const open = (path: string, headers: Record<string, string> = {}) =>
  service.call(path, { headers: { accept, ...headers } });

function answersIn(page: string): Record<string, unknown> {
  const [, data = '{}'] =
    /<script type="application\/json" id="rowhouse-answers">(.*?)<\/script>/s.exec(page) ?? [];

  return JSON.parse(data) as Record<string, unknown>;
}

describe('The page of a signed-in user', () => {
  it('has the answers of the endpoints that it needs before the rows', async () => {
    const { text } = await open('/orders?orders.search=x', { cookie: administrator });
    const answers = answersIn(text);
    const paths = ['/api/core/me', '/api/core/tables', '/api/orders/init', '/api/views?table=orders'];
    expect(Object.keys(answers).sort()).toEqual(paths);
    for (const path of paths) {
      const { body } = await service.call(path, { headers: { cookie: administrator } });
      expect(answers[path]).toEqual(body);
    }
    expect(text).toContain('<link rel="modulepreload" crossorigin href="/assets/table-a1.js">');
  });

  it("has the formats in the manner of the user's language, as the page asks for them", async () => {
    const speak = (language: string) =>
      service.call('/api/core/me', {
        method: 'PATCH',
        headers: { cookie: administrator },
        body: { language },
      });
    expect((await speak('de')).status).toBe(200);
    const answers = answersIn((await open('/orders', { cookie: administrator })).text);
    await speak('en');

    expect(answers['/api/orders/init?locale=de']).toMatchObject({
      template: { dateFormat: 'd.m.Y', readPath: '/api/orders/tableData?locale=de' },
    });
    expect(answers['/api/core/me']).toMatchObject({ formats: { date: 'd.m.Y', datetime: 'd.m.Y H:i:s' } });
  });

  it.each([
    ['/tables/customers/new', '/api/customers/create'],
    ['/tables/customers/1/edit', '/api/customers/edit?row=1'],
  ])('has the fields of the form %s', async (page, form) => {
    const { text } = await open(`${page}?from=x`, { cookie: administrator });
    const answers = answersIn(text);
    expect(Object.keys(answers)).toEqual(['/api/core/me', '/api/core/tables', form]);
    const { body } = await service.call(form, { headers: { cookie: administrator } });
    expect(answers[form]).toEqual(body);
    expect(body.fields).toBeDefined();
    expect(text.match(/<link rel="modulepreload"[^>]*>/g)).toEqual([
      '<link rel="modulepreload" crossorigin href="/assets/form-b2.js">',
    ]);
  });

  it('has no fields of a form that the user may not use, or of a row that there is not', async () => {
    for (const page of ['/tables/customers/new', '/tables/customers/1/edit', '/tables/nothing/new']) {
      const { text } = await open(page, { cookie: clerk });
      expect(Object.keys(answersIn(text))).toEqual(['/api/core/me', '/api/core/tables']);
      expect(text).not.toContain('modulepreload');
    }
    const { text } = await open('/tables/customers/987654321/edit', { cookie: administrator });
    expect(Object.keys(answersIn(text))).toEqual(['/api/core/me', '/api/core/tables']);
  });

  it('has the user and the menu alone if it shows no table', async () => {
    const { text } = await open('/profile', { cookie: administrator });
    expect(Object.keys(answersIn(text))).toEqual(['/api/core/me', '/api/core/tables']);
    expect(text).not.toContain('modulepreload');
  });

  it('is stored by nobody, and has the same Content-Security-Policy', async () => {
    const [visited, own] = [await open('/orders'), await open('/orders', { cookie: administrator })];
    expect(own.headers.get('cache-control')).toBe('no-store');
    expect(own.headers.get('etag')).toBeNull();
    const policy = own.headers.get('content-security-policy');
    expect([policy, policy?.includes('unsafe')]).toEqual([
      visited.headers.get('content-security-policy'),
      false,
    ]);
  });

  it('has nothing that this user may not read, and no text that ends its data', async () => {
    const { text } = await open('/orders', { cookie: clerk });
    expect(Object.keys(answersIn(text))).toEqual(['/api/core/me', '/api/core/tables']);
    expect(answersIn(text)['/api/core/me']).toMatchObject({ user: { name: '</script><b>' } });
    expect(text).not.toContain('</script><b>');
    expect(text).not.toContain('ada@example.com');
  });

  it('is the public one again after the session has ended', async () => {
    const { cookie } = await service.signIn('carl@example.com');
    expect(Object.keys(answersIn((await open('/', { cookie })).text))).toHaveLength(2);
    await service.call('/api/auth/sign-out', { method: 'POST', headers: { cookie }, body: {} });
    const { text, headers } = await open('/', { cookie });
    expect([text, headers.get('cache-control')]).toEqual([index, 'no-cache']);
  });

  it('is the public one without a session, and for HEAD', async () => {
    expect((await open('/orders')).text).toBe(index);
    expect((await open('/orders', { cookie: 'rowhouse_time_zone=UTC' })).text).toBe(index);
    const head = await service.call('/orders', {
      method: 'HEAD',
      headers: { accept, cookie: administrator },
    });
    expect(head.headers.get('cache-control')).toBe('no-cache');
  });
});
