import { startTestService, type TestService } from '@rowhouse/service/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import definition from '../../rowhouse.config.ts';
import { demoCalls } from './demoCalls.ts';
import { seedApiLogs } from './seedApiLogs.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(definition);
  await sql`
    insert into users (name, email, role_id)
    select 'Person ' || n, n || '@example.com', 1 from generate_series(1, 7) n`.execute(service.db);
});
afterAll(() => service?.stop());

const now = new Date('2026-05-14T09:30:00Z');

it('fills an empty log once, though two do it at the same moment', async () => {
  const { db } = service;
  const added = await Promise.all([seedApiLogs(db, now), seedApiLogs(db, now)]);
  expect(added.sort()[0]).toBe(0);
  expect(added[1]).toBeGreaterThanOrEqual(2_000);
  const { rows } = await sql<Record<string, unknown>>`
    select count(*)::integer as rows, min(created_at) > ${now}::timestamptz - interval '7 days' as "not older",
      max(created_at) < ${now} as "not to come", count(distinct user_id)::integer as users,
      bool_or(user_id is null) as "jobs make calls, too", count(distinct route)::integer as routes,
      count(*) filter (where "try" = 1) = count(distinct call_id) as "one first attempt for each call"
    from api_logs`.execute(db);
  expect(rows).toEqual([
    {
      rows: added[1],
      'not older': true,
      'not to come': true,
      users: 5,
      'jobs make calls, too': true,
      routes: 5,
      'one first attempt for each call': true,
    },
  ]);
  expect(await seedApiLogs(db, now)).toBe(0);
});

it('has calls in both directions, failures of all kinds, and further attempts after their waits', () => {
  const calls = demoCalls({ count: 2_000, now, userIds: [1] });
  expect(calls).toEqual(demoCalls({ count: 2_000, now, userIds: [1] }));
  const errors = calls.map(({ error }) => error?.split(':')[0]);
  expect(new Set(errors)).toEqual(
    new Set([
      undefined,
      'timeout',
      'refused',
      'reset',
      'dns',
      'There is no such order.',
      'The order was cancelled.',
      'The status is not acceptable.',
      'The client closed the connection before the response was sent.',
    ]),
  );
  expect(new Set(calls.map(({ direction, method }) => `${direction} ${method}`))).toEqual(
    new Set(['Outbound POST', 'Outbound GET', 'Inbound GET', 'Inbound PATCH']),
  );
  const third = calls.find((call) => call.try === 3 && call.status === 201);
  const attempts = calls.filter(({ callId }) => callId === third?.callId);
  expect(attempts.map(({ status }) => status)).toEqual([503, 503, 201]);
  const [first, second] = attempts;
  expect(second?.createdAt.getTime()).toBeGreaterThanOrEqual(
    (first?.createdAt.getTime() ?? 0) + (first?.duration ?? 0) + 1_000,
  );
});

it('contains no secret of the calls', () => {
  const calls = demoCalls({ count: 2_000, now, userIds: [] });
  const text = JSON.stringify(calls);
  for (const secret of ['4242 4242', 'demo-', 'ZGVtbzpkZW1v', 'Bearer demo']) {
    expect([secret, text.includes(`"${secret}`) || text.includes(`=${secret}`)]).toEqual([secret, false]);
  }
  expect(text).toContain('"cvc":"***"');
  expect(text).not.toMatch(/"cvc":"(?!\*\*\*")/);
  const payment = calls.find(({ url, status }) => url.endsWith('/payments') && status === 201);
  expect(payment?.payload.request).toMatchObject({
    headers: { authorization: 'Basic ***' },
    body: { card: { number: '***', cvc: '***' }, currency: expect.stringMatching(/^[A-Z]{3}$/) },
  });
  expect(calls.find(({ url }) => url.includes('tax.example'))?.url).toMatch(
    /country=[A-Z]{2}&api_key=\*\*\*$/,
  );
});
