import type { TableJob } from '@rowhouse/table-protocol';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, startTestService, type TestService } from '../../../testing/startTestService.ts';

let service: TestService;
let headers: Record<string, string>;
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_WORKERS: 'false' });
  await service.addUser('boss@example.com', 'administrator');
  headers = { authorization: `Bearer ${(await service.signIn('boss@example.com')).token}` };
});
afterAll(() => service?.destroy());

const order = (search: string, payload: object = {}, as = headers) =>
  service.call('/api/cities/exportExcel', {
    method: 'POST',
    body: { ...payload, meta: { search, start: 0, length: 10, ...payload } },
    headers: as,
  });
const idOf = ({ body }: Answer) => (body.export as TableJob).id;
const records = () => service.database.db.selectFrom('table_jobs').select(['id', 'status']).execute();

describe('An export that nobody works on yet', () => {
  it('waits, and can be cancelled, also twice', async () => {
    const job = (await order('a')).body.export as TableJob;
    expect((await service.call(job.path, { headers })).body).toEqual({ ...job, status: 'waiting' });
    for (let times = 0; times < 2; times++) {
      const answer = await service.call(job.path, { method: 'DELETE', headers });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ id: job.id, status: 'cancelled', message: 'It was cancelled.' });
    }
    // It does not stand in the way of a new one.
    const again = (await order('a')).body.export as TableJob;
    expect(again.id).not.toBe(job.id);
    const { body } = await service.call('/api/exports?limit=1', { headers });
    expect(body.data).toEqual([again]);
    expect((await service.call('/api/actions', { headers })).body.data).toEqual([]);
    expect((await service.call(`/api/actions/${again.id}`, { headers })).status).toBe(404);
    expect((await service.call('/api/exports?limit=0', { headers })).status).toBe(422);
  });

  it('is the same one for a double click, also of many at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => order('c')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(202));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    const messages = answers.map(({ body }) => body.message as string);
    expect(messages.filter((message) => message.includes('has started'))).toHaveLength(1);
    expect(messages.filter((message) => message.includes('is already being exported'))).toHaveLength(7);
    const [first = ''] = answers.map(idOf);
    const { rows } = await sql`select from jobs.job where data->'data'->>'record' = ${first}`.execute(
      service.database.db,
    );
    expect(rows).toHaveLength(1);
    // Another page is the same export; another search, format, order or user is not.
    expect(idOf(await order('c', { start: 20 }))).toBe(first);
    await service.addUser('other@example.com', 'administrator');
    const other = { authorization: `Bearer ${(await service.signIn('other@example.com')).token}` };
    const different = await Promise.all([
      order('d'),
      order('c', { format: 'csv' }),
      order('c', { columns: [{ name: 'name', meta: { sort: 'DESC' } }], sort: true }),
      order('c', { columns: [{ name: 'country', meta: { visible: false } }] }),
      order('c', {}, other),
    ]);
    expect(new Set([first, ...different.map(idOf)]).size).toBe(6);
  });

  it('is refused with the name of the queue when somebody has deleted that, and leaves nothing', async () => {
    const before = await records();
    await service.jobs.boss.deleteQueue('heavy');
    const answer = await order('b');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.body).toMatchObject({
      type: 'service.queue_missing',
      title: 'Queue missing',
      message: 'The queue "heavy" is missing. Ask the operator to restart the service, which creates it.',
    });
    expect(await records()).toEqual(before);
  });
});
