import { afterAll, beforeEach, expect, test } from 'vitest';
import { Action, type AnyEndpoint, createClient, type HttpResponse, runAs } from '../src/index.ts';
import { fakeClock, fakeTransport } from '../src/testing/index.ts';
import { recorder, sends, startServer } from './support.ts';

const server = await startServer();
const owner = createClient();
let seen = recorder();
beforeEach(() => {
  seen = recorder();
  server.respondsWith(sends(200));
});
afterAll(async () => {
  await owner.close();
  await server.close();
});

class Ping {
  method() {
    return 'GET' as const;
  }
  url() {
    return `${server.base}/ping`;
  }
  body() {
    return null;
  }
}
const client = () => createClient({ transport: owner.transport, ...seen.options });

test('Sends nothing and throws for a disabled action', async () => {
  class Off extends Action {
    protected override enabled() {
      return false;
    }
    protected override before() {
      throw new Error('never');
    }
  }
  await expect(new Off(new Ping(), client()).handle()).rejects.toMatchObject({
    code: 'integrations.disabled',
    message: 'Off is disabled: its enabled() returned false.',
  });
  expect([server.received, seen.records, seen.failures]).toEqual([[], [], []]);
});

test('runs before and after around all attempts, and passes a failed response to after as well', async () => {
  const reported: unknown[] = [];
  class Reported extends Action {
    protected override before() {
      reported.push('before');
    }
    protected override after(response: HttpResponse) {
      reported.push(response.status);
    }
  }
  server.respondsWith(sends(500), sends(404));
  await new Reported(Object.assign(new Ping(), { tries: () => 5, delay: () => 0 }), client()).handle();
  expect(reported).toEqual(['before', 404]);
});

test('does not report a 304, and logs it', async () => {
  server.respondsWith(sends(304, '', { etag: '"a"' }));
  const response = await new Action(new Ping(), client()).handle();
  expect([response.status, response.failed()]).toEqual([304, false]);
  expect([seen.records.map(({ status }) => status), seen.failures]).toEqual([[304], []]);
});

test('sends no header that the endpoint has not set, such as X-Requested-With', async () => {
  await new Action(new Ping(), client()).handle();
  expect(Object.keys(server.received[0]!.headers).sort()).toEqual([
    'accept',
    'connection',
    'host',
    'user-agent',
  ]);
});

test('Records the caller, the request, the response and the duration', async () => {
  server.respondsWith(sends(200, '{"a":1}', { 'content-type': 'application/json' }));
  await runAs({ userId: 7, route: 'orders.store' }, () => new Action(new Ping(), client()).handle());

  expect(seen.records).toMatchObject([
    {
      callId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      userId: 7,
      route: 'orders.store',
      url: `${server.base}/ping`,
      method: 'GET',
      status: 200,
      error: null,
      try: 1,
      direction: 'Outbound',
      payload: {
        request: { headers: { accept: 'application/json, */*;q=0.8' }, body: null },
        response: { body: { a: 1 } },
      },
    },
  ]);
  const { duration } = seen.records[0]!;
  expect(duration).toBeGreaterThan(0);
  expect(duration).toBe(Number(duration.toFixed(3)));
});

test('Logs a call cancelled during its response, and does not report it', async () => {
  const end = new AbortController();
  server.respondsWith(() => end.abort(new Error('enough')));

  await expect(new Action(new Ping(), client()).handle({ signal: end.signal })).rejects.toThrow('enough');
  expect(seen.records).toMatchObject([{ status: null, error: expect.stringContaining('aborted') }]);
  expect(seen.failures).toEqual([]);
});

test('Lets the caller cancel a call while it waits for its next attempt', async () => {
  const end = new AbortController();
  server.respondsWith(sends(500));
  const delay = () => {
    setImmediate(() => end.abort(new Error('enough')));
    return 60_000;
  };
  const endpoint = Object.assign(new Ping(), { tries: () => 2, delay });

  await expect(new Action(endpoint, client()).handle({ signal: end.signal })).rejects.toThrow('enough');
  expect(server.received).toHaveLength(1);
  await expect(new Action(endpoint, client()).handle({ signal: end.signal })).rejects.toThrow('enough');
  expect(server.received).toHaveLength(1);
});

test('Lets the caller cancel a call at the very end of its wait', async () => {
  const end = new AbortController();
  const clock = { ...fakeClock(), sleep: async () => end.abort(new Error('enough')) };
  const endpoint = Object.assign(new Ping(), { tries: () => 2, delay: () => 10 });
  server.respondsWith(sends(500), sends(200));

  const action = new Action(endpoint, createClient({ transport: owner.transport, clock }));
  await expect(action.handle({ signal: end.signal })).rejects.toThrow('enough');
  expect(server.received).toHaveLength(1);
});

test('Completes a call although its log and reports fail', async () => {
  const fails = () => {
    throw new Error('The database is away.');
  };
  server.respondsWith(sends(500));
  const failing = createClient({
    transport: owner.transport,
    log: { add: fails },
    failures: { report: fails },
  });
  const warnings: string[] = [];
  const listen = (warning: Error) => warnings.push(warning.message);
  process.on('warning', listen);

  expect((await new Action(new Ping(), failing).handle()).status).toBe(500);
  await expect
    .poll(() => warnings.filter((text) => text.includes('could not be logged or reported')))
    .toHaveLength(2);
  process.off('warning', listen);
});

test('Prints each record as it is logged while debugging', async () => {
  const shown: unknown[] = [];
  const debug = (record: unknown) => shown.push(record);
  await new Action(new Ping(), createClient({ transport: owner.transport, ...seen.options, debug })).handle();
  expect(shown).toEqual(seen.records);
});

test('Times out and retries if a token never arrives, and lets the caller cancel', async () => {
  const never = { current: () => new Promise<string>(() => {}), refresh: async () => {} };
  const endpoint = Object.assign(new Ping(), {
    tokenProvider: () => never,
    tries: () => 2,
    delay: () => 0,
    timeout: () => 20,
  });
  await expect(new Action(endpoint, client()).handle()).rejects.toMatchObject({
    code: 'integrations.timeout',
  });
  expect(seen.records.map(({ error }) => error)).toEqual(Array(2).fill(expect.stringMatching(/^timeout: /)));

  const end = new AbortController();
  setTimeout(() => end.abort(new Error('enough')), 10);
  const patient = Object.assign(endpoint, { timeout: () => 60_000 });
  await expect(new Action(patient, client()).handle({ signal: end.signal })).rejects.toThrow('enough');
  expect(server.received).toEqual([]);
});

test('Refuses a timeout of zero', async () => {
  const endpoint = Object.assign(new Ping(), { timeout: () => 0 });
  await expect(new Action(endpoint, client()).handle()).rejects.toMatchObject({
    code: 'integrations.invalid_endpoint',
    message: 'Ping has timeout() of 0; use milliseconds, more than 0.',
  });
});

test('Reveals secrets of a call neither in records nor in failures nor in the error', async () => {
  const transport = fakeTransport();
  transport.when('POST', /./).answers(() => {
    throw new Error('Refused https://courier.example/?api_key=canary-url');
  });
  const endpoint: AnyEndpoint = {
    method: () => 'POST',
    url: () => 'https://courier.example/?api_key=canary-url',
    body: () => ({ deep: [{ password: 'canary-body' }] }),
    headers: () => ({ 'x-api-key': 'canary-header', cookie: 'session=canary-cookie' }),
    parameters: () => ({ access_token: 'canary-query' }),
    username: () => 'shop',
    password: () => 'canary-basic',
  };
  const error = await new Action(endpoint, createClient({ transport, ...seen.options }))
    .handle()
    .catch((error) => error);

  const reported = JSON.stringify([
    seen.records,
    seen.failures,
    error.message,
    error.stack,
    String(error.cause),
  ]);
  expect(seen.records).toHaveLength(1);
  expect(seen.failures).toHaveLength(1);
  expect(reported).not.toMatch(/canary/);
  expect(reported).not.toContain(Buffer.from('shop:canary-basic').toString('base64'));
});
