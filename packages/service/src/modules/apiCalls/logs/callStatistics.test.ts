import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceDatabase, migrate } from '../../../testing/demoService.ts';
import { callStatistics } from './callStatistics.ts';

const { db, destroy } = await createServiceDatabase();
beforeAll(async () => {
  await migrate(db);
  const ten = Date.UTC(2026, 0, 15, 10);
  await db
    .insertInto('api_logs')
    .values([
      call(ten - 60_000),
      call(ten, 200, '0.125'),
      call(ten + 60_000, 422),
      call(ten + 120_000, null),
      call(ten + 180_000),
      call(ten + 240_000),
    ])
    .execute();
});
afterAll(destroy);

function call(at: number, status: number | null = 200, duration = '12.5') {
  const created_at = new Date(at);

  return {
    call_id: randomUUID(),
    user_id: null,
    route: null,
    url: 'https://api.example/parcels',
    payload: null,
    method: 'GET',
    status,
    error: null,
    try: 1,
    direction: 'Outbound' as const,
    duration,
    created_at,
    updated_at: created_at,
  };
}

describe('The figures by hour', () => {
  it('count calls and failures, with the 95th percentile, and are zero without calls', async () => {
    const at = Date.UTC(2026, 0, 15, 11, 30);
    const read = callStatistics(db, () => at);
    expect(await read(4)).toEqual([
      { hour: '2026-01-15T08:00:00.000Z', calls: 0, failures: 0, p95: 0 },
      { hour: '2026-01-15T09:00:00.000Z', calls: 1, failures: 0, p95: 12.5 },
      { hour: '2026-01-15T10:00:00.000Z', calls: 5, failures: 2, p95: 12.5 },
      { hour: '2026-01-15T11:00:00.000Z', calls: 0, failures: 0, p95: 0 },
    ]);
    expect(await read(1)).toHaveLength(1);
    expect(await read(168)).toHaveLength(168);
  });

  it('read open hours again after five seconds, and settled ones after an hour', async () => {
    const start = Date.UTC(2026, 1, 1, 12);
    let at = start + 20 * 60_000;
    const read = callStatistics(db, () => at);
    const calls = async () => (await read(2)).map((hour) => hour.calls);
    expect(await calls()).toEqual([0, 0]);
    await db
      .insertInto('api_logs')
      .values([-1, 1].map((minutes) => call(start + minutes * 60_000)))
      .execute();
    at += 4_999;
    expect(await calls()).toEqual([0, 0]);
    at += 1;
    expect(await calls()).toEqual([0, 1]);
    at = start + 59 * 60_000;
    expect(await calls()).toEqual([0, 1]);
    at = start + 60 * 60_000;
    expect(await calls()).toEqual([1, 0]);
  });

  it('are one query for concurrent requests', async () => {
    let queries = 0;
    const counting = db.withPlugin({
      transformQuery: ({ node }) => {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const read = callStatistics(counting, () => Date.UTC(2026, 0, 15, 11, 30));
    await Promise.all(Array.from({ length: 20 }, () => read(24)));
    expect(queries).toBe(1);
  });
});
