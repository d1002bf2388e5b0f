import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallRecord } from '../src/CallRecord.ts';
import { currentCaller, runAs } from '../src/callContext.ts';
import type { CallFailure } from '../src/failures/FailureReports.ts';
import { type ApiActionLoggerOptions, apiActionLogger, coreApi } from '../src/fastify/index.ts';

const secret = 'Kq7canaryZx9';

describe('the log of inbound calls', () => {
  let app: FastifyInstance;
  let records: CallRecord[];
  let failed: CallFailure[];
  const options: ApiActionLoggerOptions = {
    log: { add: (record) => void records.push(record) },
    failures: { report: (failure) => void failed.push(failure) },
    user: (request) => Number(request.headers['x-user'] ?? 0) || null,
  };
  beforeEach(() => {
    app = fastify();
    records = [];
    failed = [];
  });
  afterEach(() => app.close());

  const listen = () => app.listen({ port: 0, host: '127.0.0.1' });
  const logged = async (count = 1) => {
    await vi.waitFor(() => expect(records).toHaveLength(count), { timeout: 60_000 });
    return records as [CallRecord, ...CallRecord[]];
  };
  const marked = (name: string) => ({ config: { name, apiLog: true } });

  it('has one masked record for each call of a marked route, and no other records', async () => {
    await app.register(apiActionLogger, options);
    app.post('/orders/:id', marked('orders.ship'), async () => ({ ok: true, access_token: secret }));
    app.get('/other', async () => 'other');
    const url = await listen();
    await fetch(`${url}/other`);
    await fetch(`${url}/orders/7?token=${secret}&page=2`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}`, 'x-user': '5' },
      body: JSON.stringify({ note: 'x', user: { password: secret } }),
    });
    const [record] = await logged();

    expect(JSON.stringify([record, record.payload, record.url])).not.toContain(secret);
    expect(record).toMatchObject({
      userId: 5,
      route: 'orders.ship',
      url: '/orders/7?token=***&page=2',
      method: 'POST',
      status: 200,
      error: null,
      try: 1,
      direction: 'Inbound',
      payload: {
        request: { headers: { authorization: 'Bearer ***' }, body: { note: 'x', user: { password: '***' } } },
        response: { body: { ok: true, access_token: '***' } },
      },
    });
    expect(record.callId).toMatch(/^[\da-f-]{36}$/);
    expect(failed).toEqual([]);
  });

  it('masks parameters of the path that are secrets by their names, wherever they are repeated', async () => {
    await app.register(apiActionLogger, options);
    app.get('/reset/:token/:order', marked('reset'), async (request) => ({ seen: request.params }));
    app.get('/orders/:order', marked('order'), async () => ({}));
    const url = await listen();
    await fetch(`${url}/reset/${secret}%2F%20x/A-17`);
    await fetch(`${url}/orders/${secret}`);
    const [first, second] = await logged(2);

    expect(first.url).toBe('/reset/***/A-17');
    expect(JSON.stringify(first.payload)).not.toContain(secret);
    expect(second?.url).toBe(`/orders/${secret}`);
  });

  it('measures the time to the last byte, and describes streamed bodies', async () => {
    await app.register(apiActionLogger, options);
    app.get('/file', marked('file'), (_request, reply) =>
      reply.type('text/csv').send(
        Readable.from(
          (async function* () {
            yield secret;
            await wait(60);
            yield secret;
          })(),
        ),
      ),
    );
    app.get('/page', marked('page'), (_request, reply) => reply.type('text/html').send(`<p>${secret}`));
    const url = await listen();
    await (await fetch(`${url}/file`)).text();
    await (await fetch(`${url}/page`)).text();
    const [file, page] = await logged(2);

    expect(file.duration).toBeGreaterThan(50);
    expect(file.payload.response?.body).toBe('[stream of text/csv]');
    expect(page?.payload.response?.body).toBe(`[${3 + secret.length} bytes of text/html]`);
  });

  it('has no status of a call that the client aborted', async () => {
    await app.register(apiActionLogger, options);
    let begun: () => void = () => undefined;
    const handling = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    app.get('/slow', marked('slow'), async () => {
      begun();
      await released;
      return {};
    });
    const { port } = new URL(await listen());
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
    await handling;
    socket.destroy();
    const [record] = await logged();
    release();

    expect(record).toMatchObject({
      status: null,
      error: 'The client closed the connection before the response was sent.',
      fault: { code: 'client.disconnected' },
      payload: { response: null },
    });
    expect(failed).toEqual([]);
  });

  it('has no status of a call with an incomplete body', async () => {
    await app.register(apiActionLogger, options);
    const arrived = new Promise<void>((resolve) => app.addHook('onRequest', async () => resolve()));
    app.post('/body', marked('body'), async () => ({}));
    const { port } = new URL(await listen());
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      'POST /body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":',
    );
    await arrived;
    socket.destroy();
    const [record] = await logged();

    expect(record).toMatchObject({ status: null, route: 'body' });
  });

  it('reports statuses other than the successful ones, masked', async () => {
    await app.register(apiActionLogger, { ...options, successStatuses: [200, 204] });
    app.get('/fails', marked('fails'), async () => {
      throw new Error(`refused: password=${secret}`);
    });
    app.get('/empty', marked('empty'), (_request, reply) => reply.code(204).send());
    app.get('/unchanged', marked('unchanged'), (_request, reply) => reply.code(304).send());
    const url = await listen();
    await fetch(`${url}/unchanged`);
    await fetch(`${url}/empty`);
    await fetch(`${url}/fails?pin=${secret}`);
    await logged(3);
    await vi.waitFor(() => expect(failed).toHaveLength(1), { timeout: 60_000 });

    expect(failed[0]).toEqual({
      direction: 'Inbound',
      method: 'GET',
      url: '/fails?pin=***',
      route: 'fails',
      userId: null,
      status: 500,
      error: 'refused: password=***',
      fault: null,
      callId: records.find(({ route }) => route === 'fails')?.callId,
      tries: 1,
      endpoint: null,
    });
  });

  it('keeps no large body until it is written', async () => {
    await app.register(apiActionLogger, options);
    app.post('/large', marked('large'), async (request) => request.body);
    const url = await listen();
    const body = JSON.stringify({ text: 'x'.repeat(500_000), token: secret });
    const response = await fetch(`${url}/large`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(await response.text()).toBe(body);
    const [record] = await logged();

    expect(JSON.stringify(record.payload).length).toBeLessThan(150_000);
    expect(record.payload.request.body).toMatch(/bytes left out\]$/);
  });

  it('creates no record for a full log, and reports failures nevertheless', async () => {
    await app.register(apiActionLogger, {
      ...options,
      log: { add: (record) => void records.push(record), refuses: () => true },
    });
    app.get('/a', marked('a'), async () => ({}));
    app.get('/b', marked('b'), async (_request, reply) => reply.code(202).send({}));
    const url = await listen();
    await fetch(`${url}/a`);
    await fetch(`${url}/b`);
    await vi.waitFor(() => expect(failed).toMatchObject([{ status: 202, route: 'b' }]), { timeout: 60_000 });

    expect(records.map(({ route }) => route)).toEqual(['b']);
  });

  it('serves calls despite failures of the log and the host', async () => {
    const broken = () => {
      throw new Error('broken');
    };
    await app.register(apiActionLogger, {
      log: { add: broken },
      failures: { report: broken },
      user: broken,
      debug: broken,
      mask: { url: broken, headers: broken, body: broken, text: broken },
    });
    app.get('/a', marked('a'), async (_request, reply) =>
      reply.code(201).send({ id: currentCaller()?.userId }),
    );
    const url = await listen();

    expect(await (await fetch(`${url}/a`)).json()).toEqual({ id: null });
    expect((await fetch(`${url}/a`)).status).toBe(201);
  });

  it.each(['GET', 'POST'])('passes the caller to calls of a handler, after %s', async (method) => {
    await app.register(apiActionLogger, { ...options, routes: 'all' });
    app.route({
      method,
      url: '/who',
      config: { name: 'who' },
      handler: async () => {
        await wait(1);
        const { route, userId } = currentCaller() ?? {};
        return { route, userId };
      },
    });
    const url = await listen();
    const responses = await Promise.all(
      [1, 2, 3].map(async (user) => {
        const response = await fetch(`${url}/who`, {
          method,
          headers: { 'x-user': String(user), 'content-type': 'application/json' },
          ...(method === 'POST' && { body: '{}' }),
        });
        return response.json();
      }),
    );

    expect(responses).toEqual([1, 2, 3].map((userId) => ({ route: 'who', userId })));
    expect(currentCaller()).toBeNull();
  });

  it('assigns each of several concurrent requests on a connection its own caller', async () => {
    const seen: unknown[] = [];
    const see = (name: string) => seen.push([name, currentCaller()?.userId ?? null]);
    await app.register(apiActionLogger, options);
    app.server.prependListener('request', () => see('before'));
    app.get('/marked', marked('marked'), async () => {
      setTimeout(see, 20, 'later');
      return see('marked');
    });
    app.get('/other', async () => see('other'));
    await listen();
    const address = app.server.address() as { port: number };
    const socket = connect(address.port, '127.0.0.1');
    const request = (path: string, user: number) =>
      `GET ${path} HTTP/1.1\r\nhost: a\r\nx-user: ${user}\r\n\r\n`;
    socket.write(request('/marked', 1) + request('/other', 2) + request('/marked', 3));
    await vi.waitFor(() => expect(seen).toHaveLength(8), { timeout: 60_000 });
    socket.destroy();

    expect(seen).toEqual([
      ['before', null],
      ['marked', 1],
      ['before', null],
      ['other', null],
      ['before', null],
      ['marked', 3],
      ['later', 1],
      ['later', 3],
    ]);
  });

  it('keeps the caller of the surrounding code', async () => {
    await app.register(apiActionLogger, { ...options, routes: 'all' });
    app.get('/who', { config: { name: 'who' } }, async () => currentCaller()?.userId);
    const outside = { userId: 9, route: 'outside' };
    const [inner, outer] = await runAs(outside, async () => {
      const { body } = await app.inject({ url: '/who', headers: { 'x-user': '4' } });
      return [body, currentCaller()];
    });

    expect(inner).toBe('4');
    expect(outer).toBe(outside);
  });

  describe('calls in the group core-api', () => {
    let order: string[];
    const group = (changes: Partial<Parameters<typeof coreApi>[1]> = {}) => ({
      isActive: async () => {
        order.push('active');
        return true;
      },
      logger: {
        ...options,
        user: () => {
          order.push('logger');
          return 1;
        },
      },
      permits: (_request: unknown, route: string) => {
        order.push(`permits ${route} to ${currentCaller()?.userId}`);
        return true;
      },
      language: () => {
        order.push('language');
      },
      ...changes,
    });
    const serve = async (changes: Partial<Parameters<typeof coreApi>[1]> = {}) => {
      await app.register(coreApi, group(changes));
      app.get('/a', { config: { name: 'a' } }, async () => ({}));
      app.get('/quiet', { config: { name: 'quiet', apiLog: false } }, async () => ({}));
      return listen();
    };
    beforeEach(() => {
      order = [];
    });

    it('is logged after the active state is checked, and before permission and language', async () => {
      const url = await serve();
      expect((await fetch(`${url}/a`)).status).toBe(200);
      await logged();
      // The logger's user is read by permits, and at the end.
      expect(order).toEqual(['active', 'logger', 'permits a to 1', 'language', 'logger']);

      order = [];
      expect((await fetch(`${url}/quiet`)).status).toBe(200);
      expect(order).toEqual(['active', 'permits quiet to undefined', 'language']);
      expect(records).toHaveLength(1);
    });

    it('includes calls without permission, but not those of inactive users', async () => {
      const url = await serve({
        isActive: (request) => request.headers['x-user'] === '1',
        permits: async () => false,
      });
      expect((await fetch(`${url}/a`)).status).toBe(403);
      const response = await fetch(`${url}/a`, { headers: { 'x-user': '1' } });
      expect([response.status, await response.json()]).toEqual([
        403,
        {
          statusCode: 403,
          code: 'core_api.forbidden',
          error: 'Forbidden',
          message: 'The permission a is missing. Ask an administrator.',
        },
      ]);
      await vi.waitFor(() => expect(failed).toHaveLength(1), { timeout: 60_000 });
      expect(records.map(({ status, error }) => [status, error])).toEqual([
        [403, 'The permission a is missing. Ask an administrator.'],
      ]);
    });

    it('passes the errors of the host on', async () => {
      const url = await serve({
        language: async () => {
          throw Object.assign(new Error('no such language'), { statusCode: 406 });
        },
      });

      expect((await fetch(`${url}/a`)).status).toBe(406);
    });
  });

  it('works without a socket, too', async () => {
    await app.register(apiActionLogger, options);
    app.get('/a', marked('a'), async () => ({}));
    expect((await app.inject('/a')).statusCode).toBe(200);

    expect((await logged())[0]).toMatchObject({ status: 200, route: 'a' });
  });
});
