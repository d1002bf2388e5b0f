import { inspect } from 'node:util';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { Action, createClient, type Token } from '../src/index.ts';
import { fakeClock, fakeTransport } from '../src/testing/index.ts';
import { type RequestHandler, recorder, sends, startServer } from './support.ts';

const server = await startServer();
let seen = recorder();
let client = createClient({ ...seen.options, clock: fakeClock() });

beforeEach(async () => {
  await client.close();
  seen = recorder();
  client = createClient({ ...seen.options, clock: fakeClock() });
});
afterAll(async () => {
  await client.close();
  await server.close();
});

class CountedToken implements Token {
  refreshes = 0;
  value = 'old';
  current() {
    return this.value;
  }
  async refresh() {
    this.refreshes++;
    await new Promise((resolve) => setTimeout(resolve, 20));
    this.value = `new${this.refreshes}`;
  }
}

class Orders {
  readonly #token: Token;
  constructor(token: Token) {
    this.#token = token;
  }
  method() {
    return 'POST' as const;
  }
  url() {
    return `${server.base}/orders`;
  }
  body() {
    return { id: 1 };
  }
  tokenProvider() {
    return this.#token;
  }
}

const accepts =
  (token: string): RequestHandler =>
  (request, response) =>
    void response.writeHead(request.headers.authorization === `Bearer ${token}` ? 200 : 401).end();

test('Refreshes a refused token once, and repeats the call, even a POST', async () => {
  server.respondsWith(accepts('new1'));
  const token = new CountedToken();
  const response = await new Action(new Orders(token), client).handle();

  expect(response).toMatchObject({ status: 200, tries: 2 });
  expect(token.refreshes).toBe(1);
  expect(seen.records.map(({ status, try: attempt }) => [status, attempt])).toEqual([
    [401, 1],
    [200, 2],
  ]);
  expect(seen.failures).toEqual([]);
});

test('Refreshes a token that is refused twice once', async () => {
  server.respondsWith(sends(401), sends(403));
  const token = new CountedToken();

  expect(await new Action(new Orders(token), client).handle()).toMatchObject({ status: 403, tries: 2 });
  expect(token.refreshes).toBe(1);
  expect(seen.failures).toMatchObject([{ status: 403, tries: 2, endpoint: 'Orders', direction: 'Outbound' }]);
});

test('Continues the normal retries after a refresh', async () => {
  server.respondsWith(sends(403), sends(503), sends(200));
  const token = new CountedToken();
  const endpoint = Object.assign(new Orders(token), {
    tries: () => 3,
    delay: () => 10,
    isSafeToRepeat: () => true,
  });

  expect(await new Action(endpoint, client).handle()).toMatchObject({ status: 200, tries: 3 });
  expect(token.refreshes).toBe(1);
});

test('Refreshes nothing for a refusal after the first attempt, and repeats it like other failures', async () => {
  server.respondsWith(sends(500), sends(401), sends(200));
  const token = new CountedToken();
  const endpoint = Object.assign(new Orders(token), {
    tries: () => 3,
    delay: () => 0,
    isSafeToRepeat: () => true,
  });

  expect(await new Action(endpoint, client).handle()).toMatchObject({ status: 200, tries: 3 });
  expect(token.refreshes).toBe(0);
});

test('Makes as many attempts as tries() for a call that stays refused', async () => {
  server.respondsWith(sends(401));
  const token = new CountedToken();
  const endpoint = Object.assign(new Orders(token), {
    tries: () => 3,
    delay: () => 0,
    isSafeToRepeat: () => true,
  });

  expect(await new Action(endpoint, client).handle()).toMatchObject({ status: 401, tries: 3 });
  expect(token.refreshes).toBe(1);
});

test('Refreshes once for a hundred calls that are refused at the same time', async () => {
  server.respondsWith(accepts('new1'));
  const token = new CountedToken();
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => new Action(new Orders(token), client).handle()),
  );

  expect(responses.filter(({ status }) => status === 200)).toHaveLength(100);
  expect(token.refreshes).toBe(1);
});

test('Refreshes nothing for a refusal that arrives after the refresh of another call', async () => {
  const token = new CountedToken();
  const transport = fakeTransport();
  transport.when('POST', /orders/).answers(
    async () => {
      await token.refresh();
      return { status: 401 };
    },
    { status: 200 },
  );
  await new Action(new Orders(token), createClient({ transport })).handle();

  expect(token.refreshes).toBe(1);
  expect(transport.requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer old',
    'Bearer new1',
  ]);
});

test('Refreshes in one process after the other with a key, and only in the first', async () => {
  server.respondsWith(accepts('new1'));
  let queue: Promise<void> = Promise.resolve();
  const keys: string[] = [];
  const lock = (key: string, run: () => Promise<void>) => {
    keys.push(key);
    queue = queue.then(run);
    return queue;
  };
  // Two processes: two providers of the same stored token.
  const stored = new CountedToken();
  const provider = () => ({ key: 'courier', current: () => stored.value, refresh: () => stored.refresh() });
  const locked = createClient({ transport: client.transport, lock });
  const responses = await Promise.all(
    [provider(), provider()].map((token) => new Action(new Orders(token), locked).handle()),
  );

  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(keys).toEqual(['courier', 'courier']);
  expect(stored.refreshes).toBe(1);
});

describe('a token provider that fails', () => {
  const failing = { current: () => Promise.reject(new Error('Refused: password=hunter2hunter2')) };

  test('ends the call before anything is sent if current() fails, without its secret', async () => {
    server.respondsWith(sends(200));
    const token = { ...failing, refresh: async () => {} };
    const error = await new Action(new Orders(token), client).handle().catch((error) => error);

    expect(error).toMatchObject({ code: 'integrations.token_unavailable', status: 502 });
    expect(server.received).toEqual([]);
    const url = `${server.base}/orders`;
    expect(seen.records).toMatchObject([{ status: null, try: 1, method: 'POST', url }]);
    expect(seen.failures).toMatchObject([{ url }]);
    expect(inspect([error, seen.records, seen.failures], { depth: 9 })).not.toContain('hunter2');
  });

  test('ends the call after its first attempt if refresh() fails', async () => {
    server.respondsWith(sends(401));
    const token = { current: () => 'old', refresh: () => failing.current() as Promise<never> };
    const error = await new Action(new Orders(token), client).handle().catch((error) => error);

    expect(error).toMatchObject({ code: 'integrations.token_unavailable' });
    expect(seen.records).toMatchObject([{ status: 401 }]);
    expect(seen.failures).toHaveLength(1);
    expect(inspect(error)).not.toContain('hunter2');
  });

  test.each(['', 'two words', 'a\r\nx-evil: 1', undefined])(
    'ends the call without a token: %j',
    async (value) => {
      const token = { current: () => value as string, refresh: async () => {} };
      await expect(new Action(new Orders(token), client).handle()).rejects.toMatchObject({
        code: 'integrations.token_unavailable',
      });
    },
  );

  test('does not keep the next call from refreshing', async () => {
    server.respondsWith(accepts('new1'));
    const token = new CountedToken();
    const refresh = token.refresh.bind(token);
    token.refresh = () => Promise.reject(new Error('away'));
    await expect(new Action(new Orders(token), client).handle()).rejects.toThrow('refresh()');
    token.refresh = refresh;

    expect((await new Action(new Orders(token), client).handle()).status).toBe(200);
  });
});
