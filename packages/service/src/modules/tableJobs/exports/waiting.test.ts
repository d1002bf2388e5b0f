import type { TableJob } from '@rowhouse/table-protocol';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ReceivedResponse,
  startTestService,
  type TestService,
} from '../../../testing/startTestService.ts';

let service: TestService;
let headers: Record<string, string>;
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_WORKERS: 'false' });
  await service.addUser('boss@example.com', 'administrator');
  headers = { authorization: `Bearer ${(await service.signIn('boss@example.com')).token}` };
});
afterAll(() => service?.destroy());

const requestExport = (search: string, payload: object = {}, as = headers) =>
  service.call('/api/cities/exportExcel', {
    method: 'POST',
    body: { ...payload, meta: { search, start: 0, length: 10, ...payload } },
    headers: as,
  });
const idOf = ({ body }: ReceivedResponse) => (body.export as TableJob).id;
const records = () => service.database.db.selectFrom('table_jobs').select(['id', 'status']).execute();

describe('An export without a worker', () => {
  it('waits, and can be cancelled twice', async () => {
    const job = (await requestExport('a')).body.export as TableJob;
    expect((await service.call(job.path, { headers })).body).toEqual({ ...job, status: 'waiting' });
    for (let times = 0; times < 2; times++) {
      const response = await service.call(job.path, { method: 'DELETE', headers });
      expect(response.status).toBe(200);
      expect(response.body).toMatchObject({ id: job.id, status: 'cancelled', message: 'It was cancelled.' });
    }
    // It does not block a new one.
    const again = (await requestExport('a')).body.export as TableJob;
    expect(again.id).not.toBe(job.id);
    const { body } = await service.call('/api/exports?limit=1', { headers });
    expect(body.data).toEqual([again]);
    expect((await service.call('/api/actions', { headers })).body.data).toEqual([]);
    expect((await service.call(`/api/actions/${again.id}`, { headers })).status).toBe(404);
    expect((await service.call('/api/exports?limit=0', { headers })).status).toBe(422);
  });

  it('is the same one for equal requests at the same time', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => requestExport('c')));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(202));
    expect(new Set(responses.map(idOf)).size).toBe(1);
    const messages = responses.map(({ body }) => body.message as string);
    expect(messages.filter((message) => message.includes('has started'))).toHaveLength(1);
    expect(messages.filter((message) => message.includes('is already being exported'))).toHaveLength(7);
    const [first = ''] = responses.map(idOf);
    const { rows } = await sql`select from jobs.job where data->'data'->>'record' = ${first}`.execute(
      service.database.db,
    );
    expect(rows).toHaveLength(1);
    // Another page is the same export; another search, format, order or user is not.
    expect(idOf(await requestExport('c', { start: 20 }))).toBe(first);
    await service.addUser('other@example.com', 'administrator');
    const other = { authorization: `Bearer ${(await service.signIn('other@example.com')).token}` };
    const different = await Promise.all([
      requestExport('d'),
      requestExport('c', { format: 'csv' }),
      requestExport('c', { columns: [{ name: 'name', meta: { sort: 'DESC' } }], sort: true }),
      requestExport('c', { columns: [{ name: 'country', meta: { visible: false } }] }),
      requestExport('c', {}, other),
    ]);
    expect(new Set([first, ...different.map(idOf)]).size).toBe(6);
  });

  it('is refused, without a record, if its queue was deleted', async () => {
    const before = await records();
    await service.jobs.boss.deleteQueue('heavy');
    const response = await requestExport('b');
    expect(response.status).toBe(503);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(response.body).toMatchObject({
      type: 'service.queue_missing',
      title: 'Queue missing',
      message: 'The queue "heavy" is missing. Ask the operator to restart the service, which creates it.',
    });
    expect(await records()).toEqual(before);
  });
});
