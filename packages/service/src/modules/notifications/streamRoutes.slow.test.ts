import { type ClientRequest, get } from 'node:http';
import type { Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventStream, openEventStream } from '../../testing/openEventStream.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';
import { createApiKey } from '../users/apiKeys/apiKeys.ts';

const times = { heartbeat: 50, check: 100 };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_LANGUAGES: 'en,de' }, { streamTimes: times });
});
afterAll(() => service?.destroy());

let people = 0;
async function person(role = 'user') {
  const email = `person${++people}@example.com`;
  const id = await service.addUser(email, role);
  const { token, cookie } = await service.signIn(email);

  return { id, email, cookie, headers: { authorization: `Bearer ${token}` } };
}

const path = '/api/core/notifications/stream';
const listen = (headers: Record<string, string>): Promise<EventStream> =>
  openEventStream(`${service.address}${path}`, headers);

const notice = (id: number, rest: object = {}) => ({
  event: 'notification' as const,
  data: {
    id,
    type: 'export.finalized',
    title: 'An export is ready',
    body: '',
    parameters: {},
    link: null,
    readAt: null,
    mail: null,
    createdAt: '2026-01-02T03:04:05.678Z',
    ...rest,
  },
});

const isEnded = (stream: EventStream) => {
  const state = { ended: false };
  void stream.ended.then(() => {
    state.ended = true;
  });

  return () => state.ended;
};

describe('The stream of a user', () => {
  it('opens immediately, with headers against caching and compression', async () => {
    const { headers } = await person();
    const stream = await listen(headers);
    expect(stream.status).toBe(200);
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(stream.headers.get('content-encoding')).toBeNull();
    await expect.poll(() => stream.retry()).toBeGreaterThanOrEqual(2_000);
    await expect.poll(() => stream.comments()).toBeGreaterThan(1);
    expect(stream.events).toEqual([]);
    stream.close();
  });

  it('has the events of its user, on all pages, and of no other user', async () => {
    const [ada, ben] = [await person(), await person()];
    const [first, second, other] = [
      await listen(ada.headers),
      await listen(ada.headers),
      await listen(ben.headers),
    ];
    const { events } = service;
    await events.publish(ada.id, notice(1, { title: 'Ready: {name}', parameters: { name: 'Orders' } }));
    await events.publish(ada.id, { event: 'notification', data: { id: 1 } });
    const job = {
      id: '7',
      kind: 'export',
      table: 'orders',
      name: 'Orders',
      status: 'processing',
      total: 10,
      entries: 3,
      failed: 0,
      path: '/api/exports/7',
      download: null,
      message: null,
    } as const;
    await events.publish(ada.id, { event: 'job', data: job, by: { apiKey: null, impersonatedBy: null } });
    await events.publish(ben.id, notice(2));
    await expect.poll(() => [first, second, other].map((stream) => stream.events.length)).toEqual([3, 3, 1]);
    const { parameters: _, ...shown } = notice(1, { title: 'Ready: Orders' }).data;
    expect(first.events).toEqual([
      { event: 'notification', data: shown },
      { event: 'changed', data: { id: 1 } },
      { event: 'job', data: job },
    ]);
    expect(other.events[0]).toMatchObject({ data: { id: 2 } });
    for (const stream of [first, second, other]) stream.close();
  });

  it('names its process only to pages that load again after a restart, and quickly', async () => {
    const { headers } = await person();
    const stream = await listen(headers);
    await expect.poll(stream.retry).toBeGreaterThanOrEqual(2_000);
    expect(stream.events).toEqual([]);
    stream.close();

    const watched = await startTestService({}, { reloadsPages: true });
    await watched.addUser('ada@example.com', 'user');
    const { token } = await watched.signIn('ada@example.com');
    const open = () => openEventStream(`${watched.address}${path}`, { authorization: `Bearer ${token}` });
    const [first, second] = [await open(), await open()];
    await expect.poll(() => first.events).toEqual([{ event: 'process', data: { id: expect.any(String) } }]);
    await expect.poll(() => second.events).toEqual(first.events);
    expect(first.retry()).toBeLessThanOrEqual(500);
    for (const one of [first, second]) one.close();
    await watched.destroy();
  });

  it("is in the user's language", async () => {
    const ada = await person();
    await service.call('/api/core/me', { method: 'PATCH', body: { language: 'de' }, headers: ada.headers });
    const stream = await listen(ada.headers);
    await service.events.publish(ada.id, notice(1));
    await expect.poll(() => stream.events).toMatchObject([{ data: { title: 'Ein Export ist fertig' } }]);
    stream.close();
  });

  it('is open to an impersonator until the impersonation ends', async () => {
    const [clerk, boss] = [await person(), await person('administrator')];
    const started = await service.call(`/api/core/impersonation/${clerk.id}`, {
      method: 'POST',
      headers: boss.headers,
    });
    const headers = { authorization: `Bearer ${started.body.token}` };
    const stream = await listen(headers);
    await service.events.publish(clerk.id, notice(1));
    await expect.poll(() => stream.events).toHaveLength(1);
    await service.call('/api/core/impersonation', { method: 'DELETE', headers });
    await stream.ended;
    expect(stream.events.at(-1)).toEqual({ event: 'closed', data: { reason: 'signed-out' } });
  });

  it('uses an API key once, however long it is open', async () => {
    const ada = await person();
    const { db } = service.database;
    const key = await createApiKey(db, { email: ada.email, name: 'x' });
    const remaining = async () =>
      (await db.selectFrom('api_keys').select('remaining').where('user_id', '=', ada.id).executeTakeFirst())
        ?.remaining;
    await db.updateTable('api_keys').set({ remaining: 1 }).where('user_id', '=', ada.id).execute();
    const stream = await listen({ 'x-api-key': key });
    // At least as many as checks of the user.
    await expect.poll(() => stream.comments()).toBeGreaterThan(8);
    expect(await remaining()).toBe(0);
    expect(stream.events).toEqual([]);
    stream.close();
  });

  it('is refused without a sign-in, with an invalid one, and for HEAD', async () => {
    const wrong: Record<string, string>[] = [
      {},
      { authorization: 'Bearer nonsense' },
      { 'x-api-key': 'rh_no' },
    ];
    for (const headers of wrong) {
      const stream = await listen(headers);
      await stream.ended;
      expect(stream.status).toBe(401);
      expect(stream.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    }
    const { headers } = await person();
    expect((await service.call(path, { method: 'HEAD', headers })).status).toBe(404);
  });
});

describe('A stream ends', () => {
  it('when the user signs out', async () => {
    const ada = await person();
    for (const by of ['cookie', 'bearer']) {
      const { cookie, token } = await service.signIn(ada.email);
      const own: Record<string, string> = by === 'cookie' ? { cookie } : { authorization: `Bearer ${token}` };
      const [stream, stays] = [await listen(own), await listen(ada.headers)];
      const response = await service.call('/api/auth/sign-out', { method: 'POST', headers: own });
      expect(response.status).toBe(200);
      await stream.ended;
      expect(stream.events).toEqual([{ event: 'closed', data: { reason: 'signed-out' } }]);
      await service.events.publish(ada.id, notice(1));
      await expect.poll(() => stays.events).toHaveLength(1);
      stays.close();
    }
  });

  it('when the user is deactivated', async () => {
    const [ada, boss] = [await person(), await person('administrator')];
    const stream = await listen(ada.headers);
    const key = await createApiKey(service.database.db, { email: ada.email, name: 'x' });
    const byKey = await listen({ 'x-api-key': key });
    const response = await service.call(`/api/users/${ada.id}`, {
      method: 'PATCH',
      body: { isActive: false },
      headers: boss.headers,
    });
    expect(response.status).toBe(200);
    await Promise.all([stream.ended, byKey.ended]);
    expect([stream, byKey].map(({ events }) => events)).toEqual([
      [{ event: 'closed', data: { reason: 'signed-out' } }],
      [{ event: 'closed', data: { reason: 'signed-out' } }],
    ]);
  });

  it('when the user opens too many, oldest first', async () => {
    const ada = await person();
    const streams: EventStream[] = [];
    for (let count = 0; count < 11; count++) streams.push(await listen(ada.headers));
    const [oldest, ...others] = streams;
    await oldest?.ended;
    expect(oldest?.events).toEqual([{ event: 'closed', data: { reason: 'too-many-streams' } }]);
    await service.events.publish(ada.id, notice(1));
    await expect.poll(() => others.map(({ events }) => events.length)).toEqual(others.map(() => 1));
    for (const stream of others) stream.close();
  });

  it('when events were missed, so that its page reconnects and reloads the list', async () => {
    const ada = await person();
    const stream = await listen(ada.headers);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'rowhouse events'`.execute(
      service.database.db,
    );
    await stream.ended;
    expect(stream.events).toEqual([]);
    const again = await listen(ada.headers);
    await service.events.publish(ada.id, notice(1));
    await expect.poll(() => again.events).toHaveLength(1);
    again.close();
  });

  it('when the page does not read it', async () => {
    const ada = await person();
    const sockets: Socket[] = [];
    service.app.server.on('connection', (socket) => sockets.push(socket));
    const request: ClientRequest = await new Promise((resolve) => {
      const sent = get(`${service.address}${path}`, { headers: ada.headers }, (response) => {
        response.pause().on('error', () => undefined);
        resolve(sent);
      });
      sent.on('error', () => undefined);
    });
    const socket = sockets.find(({ remotePort }) => remotePort === request.socket?.localPort);
    expect(socket?.destroyed).toBe(false);
    const reads = await listen(ada.headers);
    // The network buffers a few megabytes for a page that does not read.
    const body = 'x'.repeat(5_000);
    await expect
      .poll(
        async () => {
          for (let count = 0; count < 200; count++)
            await service.events.publish(ada.id, notice(count, { body }));

          return socket?.destroyed;
        },
        { interval: 1 },
      )
      .toBe(true);
    const sent = reads.events.length;
    await service.events.publish(ada.id, notice(0));
    await expect.poll(() => reads.events.length).toBeGreaterThan(sent);
    request.destroy();
    reads.close();
  });

  it('immediately when the service stops', async () => {
    const stopped = await startTestService();
    await stopped.addUser('ada@example.com');
    const { token } = await stopped.signIn('ada@example.com');
    const headers = { authorization: `Bearer ${token}` };
    const streams = await Promise.all(
      Array.from({ length: 5 }, () => openEventStream(`${stopped.address}${path}`, headers)),
    );
    const ended = streams.map(isEnded);
    // Longer than this test may take: the stop does not wait for it.
    const stop = stopped.stop(600_000).then(() => 'stopped');
    await expect.poll(() => ended.every((each) => each())).toBe(true);
    expect(await stop).toBe('stopped');
    expect(streams.flatMap(({ events }) => events)).toEqual([]);
    await stopped.destroy();
  });
});
