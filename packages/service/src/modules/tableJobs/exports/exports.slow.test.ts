import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TableJob } from '@rowhouse/table-protocol';
import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../../../../../../apps/demo/src/data/seedDemo.ts';
import { createService } from '../../../definition/createService.ts';
import { keepSecret } from '../../../kernel/config/dataDir.ts';
import {
  type ReceivedResponse,
  startTestService,
  type TestService,
} from '../../../testing/startTestService.ts';
import { grantPermissions } from '../../users/access/storeAccess.ts';
import { downloadToken } from '../presentJob.ts';
import { sweepExports } from '../scheduleSweep.ts';

let service: TestService;
let boss: Person;
let clerk: Person;
let folder: string;
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_LANGUAGES: 'en,de' });
  await seedDemo(service.database.db, { orders: 400 });
  boss = await person('boss@example.com', 'administrator');
  clerk = await person('clerk@example.com', 'user');
  folder = service.dataDir;
  await grantPermissions(service.database.db, 'user', ['orders.exportExcel']);
  service.users.forget();
});
afterAll(() => service?.destroy());

interface Person {
  readonly id: number;
  readonly headers: Record<string, string>;
}

async function person(email: string, role: string): Promise<Person> {
  const id = await service.addUser(email, role);

  return { id, headers: { authorization: `Bearer ${(await service.signIn(email)).token}` } };
}

const get = (path: string, { headers } = boss) => service.call(path, { headers });
const requestExport = (payload: object, { headers } = boss, path = '/api/orders/exportExcel') =>
  service.call(path, { method: 'POST', body: payload, headers });
const jobOf = ({ body }: ReceivedResponse) => body.export as TableJob;
const read = async (path: string, as = boss) => (await get(path, as)).body as unknown as TableJob;
const notificationsOf = ({ id }: Person) =>
  service.database.db.selectFrom('notifications').selectAll().where('user_id', '=', id).execute();

/** Requests an export, and returns its job when it has ended. */
async function exported(payload: object, as = boss, path?: string): Promise<TableJob> {
  const response = await requestExport(payload, as, path);
  expect(response.status).toBe(202);

  return ended(jobOf(response), as);
}

async function ended({ path }: TableJob, as = boss): Promise<TableJob> {
  await expect.poll(async () => (await read(path, as)).status).not.toMatch(/^(waiting|processing)$/);

  return read(path, as);
}

async function download(path: string, as = boss): Promise<Buffer> {
  const response = await fetch(`${service.address}${path}`, { headers: as.headers });
  expect(response.status).toBe(200);

  return Buffer.from(await response.arrayBuffer());
}

describe('An export', () => {
  it('is accepted immediately, and has the rows of the screen in the same order', async () => {
    const payload = {
      meta: { start: 0, length: 10, search: '', sort: true },
      columns: [
        { name: 'total', meta: { sort: 'DESC', visible: true } },
        { name: 'number', meta: { visible: true } },
        { name: 'note', meta: { visible: false } },
      ],
      filters: { orders: { status: [1, 3] } },
    };
    const response = await requestExport(payload);
    expect(response.status).toBe(202);
    expect(response.body).toEqual({
      message: 'The export of Orders has started. You will be notified when the file is ready.',
      export: {
        id: expect.stringMatching(/^\d+$/),
        kind: 'export',
        table: 'orders',
        name: 'Orders',
        rows: 'all',
        status: 'waiting',
        total: null,
        entries: 0,
        failed: 0,
        path: `/api/exports/${jobOf(response).id}`,
        download: null,
        message: null,
      },
    });
    const job = await ended(jobOf(response));
    const expected = await service.database.db
      .selectFrom('orders')
      .select('number')
      .where('status', 'in', [1, 3])
      .orderBy('total', 'desc')
      .orderBy('id', 'desc')
      .execute();
    expect(job).toMatchObject({ status: 'finalized', total: expected.length, entries: expected.length });
    expect(job.message).toMatch(
      new RegExp(
        String.raw`^Orders \d{4}-\d\d-\d\d\.xlsx has ${expected.length} rows, and can be downloaded until .* \(UTC\)\.$`,
      ),
    );
    const [header, ...rows] = await readSheet(await download(job.download ?? ''));
    const number = header?.indexOf('Number') ?? -1;
    expect(rows.map((row) => row[number])).toEqual(expected.map((row) => row.number));
    expect(header).not.toContain('Note');
  });

  it('is downloaded as a named file that is not cached, by a link that the owner receives once', async () => {
    const job = await exported({ meta: { search: 'a' } });
    const { headers } = await service.call(job.download ?? '', { headers: boss.headers });
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="Orders \d{4}-\d\d-\d\d\.xlsx"; filename\*=UTF-8''Orders%20\d{4}-\d\d-\d\d\.xlsx$/,
    );
    expect(headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect((await notificationsOf(boss)).filter(({ key }) => key === `export.${job.id}`)).toEqual([
      expect.objectContaining({
        type: 'export.finalized',
        link_path: job.download,
        in_list: true,
        mail_status: expect.stringMatching(/waiting|sent/),
      }),
    ]);
    expect(service.log.join('')).not.toContain(job.download?.split('token=')[1]);
  });

  it('is CSV if that is requested', async () => {
    const job = await exported({ format: 'csv', meta: { search: 'b' } });
    const response = await service.call(job.download ?? '', { headers: boss.headers });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/\.csv"/);
    expect(response.text.split('\r\n').length - 2).toBe(job.total);
  });

  it('requires the permission of its route, and reports faults of the request', async () => {
    expect((await requestExport({}, clerk, '/api/users/exportExcel')).status).toBe(403);
    const wrong = await requestExport({ filters: { orders: { secret: 1 } } });
    expect(wrong.status).toBe(422);
    const format = await requestExport({ format: 'pdf' });
    expect(format.body.errors).toEqual({ format: [expect.stringContaining('xlsx, csv')] });
  });

  it('accepts any text in its parameters', async () => {
    const job = await exported({ meta: { search: 'zz' }, params: { note: '\u0000\ud800 \'";--' } });
    expect(job).toMatchObject({ status: 'finalized', total: 0 });
    expect(await readSheet(await download(job.download ?? ''))).toHaveLength(1);
  });

  it('has messages in the language of its owner', async () => {
    const { db } = service.database;
    const german = await person('gerda@example.com', 'administrator');
    await db.updateTable('users').set({ language: 'de' }).where('id', '=', german.id).execute();
    service.users.forget();
    const response = await requestExport({ meta: { search: 'e' } }, german);
    expect(response.body.message).toMatch(/^Der Export von .*Bestellungen.* hat begonnen\./);
    const job = await ended(jobOf(response), german);
    expect(job.message).toMatch(
      /^Bestellungen .*\.xlsx hat [\d.]+ Zeilen und kann bis .* heruntergeladen werden\.$/,
    );
    // In the language that the owner has when he looks at it.
    await db.updateTable('users').set({ language: 'en' }).where('id', '=', german.id).execute();
    service.users.forget();
    const later = await service.call(job.path, { headers: german.headers });
    expect(later.body.message).toMatch(
      /^Bestellungen .*\.xlsx has [\d,]+ rows, and can be downloaded until /,
    );
  });
});

describe('The file of an export', () => {
  it('is for its owner only: other users get a 404', async () => {
    const job = await exported({ meta: { search: 'owner' } }, clerk);
    const paths = [job.path, job.download ?? ''];
    for (const path of paths) {
      expect((await get(path, boss)).status).toBe(404);
      expect((await service.call(path)).status).toBe(401);
    }
    expect((await service.call(job.path, { method: 'DELETE', headers: boss.headers })).status).toBe(404);
    const listed = (await get('/api/exports')).body.data as TableJob[];
    expect(listed.map(({ id }) => id)).not.toContain(job.id);
    const own = (await get('/api/exports', clerk)).body.data as TableJob[];
    expect(own[0]).toEqual(job);
    await download(job.download ?? '', clerk);
  });

  it('is refused to an owner who may no longer export the table', async () => {
    const { db } = service.database;
    const job = await exported({ meta: { search: 'withdrawn' } }, clerk);
    const permission = { name: 'orders.exportExcel' };
    await db
      .deleteFrom('role_permissions')
      .where('permission_id', 'in', (query) =>
        query.selectFrom('permissions').select('id').where('name', '=', permission.name),
      )
      .execute();
    service.users.forget();
    const response = await get(job.download ?? '', clerk);
    expect([response.status, response.body.type]).toEqual([403, 'service.forbidden']);
    expect(response.body.message).toContain(permission.name);
    await grantPermissions(db, 'user', [permission.name]);
    service.users.forget();
    await download(job.download ?? '', clerk);
  });

  it('is refused to a user who has too many waiting', async () => {
    const limit = service.config.exports.openPerUser;
    const { db } = service.database;
    const responses = await Promise.all(
      Array.from({ length: limit + 15 }, (_, index) =>
        requestExport({ meta: { search: `many ${index}` } }, clerk),
      ),
    );
    const refused = responses.filter(({ status }) => status === 429);
    expect(responses.every(({ status }) => status === 202 || status === 429)).toBe(true);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('retry-after')).toBe('10');
    expect(refused[0]?.body.message).toContain(`${limit} exports`);
    await db
      .updateTable('table_jobs')
      .set({ status: 'cancelled' })
      .where('created_by', '=', clerk.id)
      .where('status', '=', 'waiting')
      .execute();
  });

  it('is refused for a link that was forged, changed or made for another user', async () => {
    const job = await exported({ meta: { search: 'forged' } });
    const other = await exported({ meta: { search: 'other' } });
    const [path, token = ''] = (job.download ?? '').split('?token=');
    const secret = await keepSecret(createService().readConfig({ ROWHOUSE_DATA_DIR: folder }, folder));
    const foreign = downloadToken(secret, {
      id: job.id,
      owner: clerk.id,
      expires: new Date(Date.now() + 60_000),
    });
    for (const forged of [
      '',
      'x',
      token.slice(0, -2),
      `${token}0`,
      `9${token}`,
      (other.download ?? '').split('token=')[1],
      foreign,
    ]) {
      const response = await get(`${path}?token=${forged}`);
      expect(response.status).toBe(403);
      expect(response.body).toMatchObject({
        type: 'service.link_invalid',
        message: expect.stringContaining('Open the one in your notifications'),
      });
    }
    expect((await get(path ?? '')).status).toBe(403);
    for (const path of ['/api/exports/0', '/api/exports/999999', '/api/exports/999999999999999999']) {
      expect((await get(path)).status).toBe(404);
    }
    expect((await get('/api/exports/1%20or%201=1')).status).toBe(422);
  });

  it('is removed when it expires, and its link reports that', async () => {
    const { db } = service.database;
    const job = await exported({ meta: { search: 'late' } });
    const { file } = await db
      .selectFrom('table_jobs')
      .select('file')
      .where('id', '=', job.id)
      .executeTakeFirstOrThrow();
    expect(await service.files.exists(file ?? '')).toBe(true);
    const secret = await keepSecret(createService().readConfig({ ROWHOUSE_DATA_DIR: folder }, folder));
    const expired = downloadToken(secret, {
      id: job.id,
      owner: boss.id,
      expires: new Date(Date.now() - 1000),
    });
    const response = await get(`${job.path}/download?token=${expired}`);
    expect(response.status).toBe(410);
    expect(response.body).toMatchObject({
      type: 'service.link_expired',
      message: expect.stringContaining('Export the table again'),
    });
    await sql`update table_jobs set expires_at = now() - interval '1 second' where id = ${job.id}`.execute(
      db,
    );
    expect((await get(job.download ?? '')).status).toBe(410);
    const swept = await sweepExports({ db, files: service.files, folder: join(folder, 'exports') });
    expect(swept.expired).toBe(1);
    expect(await service.files.exists(file ?? '')).toBe(false);
    expect(await read(job.path)).toMatchObject({ status: 'finalized', download: null });
  });

  it('is only in the store', async () => {
    expect(await readdir(join(folder, 'exports'))).toEqual([]);
    const { db } = service.database;
    const rows = await db.selectFrom('table_jobs').select('file').where('file', 'is not', null).execute();
    expect((await service.files.list('exports')).sort()).toEqual(rows.map(({ file }) => file).sort());
    expect(await readFile(join(folder, 'files', rows[0]?.file ?? ''))).toBeInstanceOf(Buffer);
  });
});
