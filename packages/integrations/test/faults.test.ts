import { afterAll, beforeEach, expect, test } from 'vitest';
import { Action, createClient, type Outcome } from '../src/index.ts';
import { fakeClock } from '../src/testing/index.ts';
import { type RequestHandler, recorder, resets, sends, sendsJson, startServer } from './support.ts';

// What packages/integrations/test/api-call-faults.md has no line for.

const server = await startServer();
const transportOwner = createClient();
const { transport } = transportOwner;
let seen = recorder();
let clock = fakeClock();

beforeEach(() => {
  seen = recorder();
  clock = fakeClock();
});
afterAll(async () => {
  await transportOwner.close();
  await server.close();
});

const client = () => createClient({ transport, clock, ...seen.options });

/** A call with three tries and 100 ms between them. */
class Parcels {
  readonly #method: 'GET' | 'POST';
  constructor(method: 'GET' | 'POST' = 'GET') {
    this.#method = method;
  }
  method() {
    return this.#method;
  }
  url() {
    return `${server.base}/parcels`;
  }
  body(): unknown {
    return this.#method === 'GET' ? null : { weight: 1 };
  }
  tries() {
    return 3;
  }
  delay() {
    return 100;
  }
  timeout() {
    return 250;
  }
}

const slowBody: RequestHandler = (_, response) => void response.writeHead(200).write('{"begun":');

test('Repeats a slow body as the same call', async () => {
  server.respondsWith(slowBody, sends(200));

  expect(await new Action(new Parcels(), client()).handle()).toMatchObject({ status: 200, tries: 2 });
  expect(seen.records).toMatchObject([
    { status: null, error: expect.stringMatching(/^timeout:/), try: 1 },
    { status: 200, error: null, try: 2 },
  ]);
  expect(seen.records[0]?.callId).toBe(seen.records[1]?.callId);
  expect(clock.waits).toEqual([100]);
  expect(seen.failures).toEqual([]);
});

test('Does not repeat 501 for an endpoint that repeats transient failures only', async () => {
  server.respondsWith(sends(501));
  const endpoint = Object.assign(new Parcels(), {
    retryable: (outcome: Outcome) => !('status' in outcome) || outcome.status !== 501,
  });

  expect(await new Action(endpoint, client()).handle()).toMatchObject({ status: 501, tries: 1 });
  expect(server.received).toHaveLength(1);
  expect(seen.failures).toMatchObject([{ status: 501, tries: 1 }]);
});

test('Sends the same body each time for a POST that is safe to repeat', async () => {
  server.respondsWith(resets, sends(500), sendsJson(201, { id: 7 }));
  const endpoint = Object.assign(new Parcels('POST'), { isSafeToRepeat: () => true });

  const response = await new Action(endpoint, client()).handle();
  expect(response.json()).toEqual({ id: 7 });
  expect(response.tries).toBe(3);
  expect(server.received.map(({ body }) => body)).toEqual(Array(3).fill('{"weight":1}'));
});
