import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TableJob } from '@rowhouse/table-protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDemo } from '../../../../../../apps/demo/src/data/seedDemo.ts';
import { startS3Server, type TestS3Server } from '../../../testing/startS3Server.ts';
import { startTestService, type TestService } from '../../../testing/startTestService.ts';
import { sweepExports } from '../scheduleSweep.ts';

let s3: TestS3Server;
let service: TestService;
let headers: Record<string, string>;
beforeAll(async () => {
  s3 = await startS3Server();
  service = await startTestService({ ...s3.environment, ROWHOUSE_S3_PREFIX: 'rowhouse' });
  await seedDemo(service.database.db, { orders: 100 });
  await service.addUser('boss@example.com', 'administrator');
  headers = { authorization: `Bearer ${(await service.signIn('boss@example.com')).token}` };
});
afterAll(async () => {
  await service?.destroy();
  await s3?.stop();
});

it('stores an export in the bucket, downloads it from there, and removes it when it expires', async () => {
  const { db } = service.database;
  const body = { meta: { sort: true }, columns: [{ name: 'number', meta: { visible: true } }] };
  const requested = await service.call('/api/orders/exportExcel', { method: 'POST', headers, body });
  const { path } = requested.body.export as TableJob;
  const read = async () => (await service.call(path, { headers })).body as unknown as TableJob;
  await expect.poll(async () => (await read()).status).toBe('finalized');

  const { file } = await db.selectFrom('table_jobs').select('file').executeTakeFirstOrThrow();
  const stored = s3.objects.get(`rowhouse/${file}`);
  expect(await readdir(join(service.dataDir, 'exports'))).toEqual([]);
  const link = `${service.address}${(await read()).download}`;
  const response = await fetch(link, { headers });
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer()).equals(stored?.bytes ?? Buffer.alloc(0))).toBe(true);

  s3.fail('unavailable');
  const failed = await fetch(link, { headers });
  s3.fail('nothing');
  expect([failed.status, failed.headers.get('retry-after'), await failed.json()]).toEqual([
    503,
    '5',
    expect.objectContaining({ type: 'service.files_unavailable' }),
  ]);
  expect(service.log.join('')).not.toMatch(/AKIDTEST|of the tests/);

  await db
    .updateTable('table_jobs')
    .set({ expires_at: new Date(0) })
    .execute();
  const folder = join(service.dataDir, 'exports');
  const orphan = `exports/${path.split('/').at(-1)}-1-of-a-killed-worker.xlsx`;
  await service.files.write(orphan, Buffer.from('half'), 'application/octet-stream');
  expect(await sweepExports({ db, files: service.files, folder })).toEqual({ expired: 1, orphans: 1 });
  expect(await service.files.list('exports')).toEqual([]);
  expect((await fetch(link, { headers })).status).toBe(410);
});
