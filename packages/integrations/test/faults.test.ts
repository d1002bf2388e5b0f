import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { Action, type AnyEndpoint, createClient, IntegrationError } from '../src/index.ts';
import { fakeClock } from '../src/testing/index.ts';
import { type Answer, recorder, resets, sends, sendsJson, startServer } from './support.ts';

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

/** What the caller gets: a status, or the code of an error. */
async function outcome(endpoint: AnyEndpoint): Promise<number | string> {
  try {
    return (await new Action(endpoint, client()).handle()).status;
  } catch (error) {
    if (error instanceof IntegrationError) return error.code;
    throw error;
  }
}

const statuses = () => seen.records.map(({ status, error }) => status ?? error?.split(':')[0]);
const slowHeaders: Answer = () => {};
const slowBody: Answer = (_, response) => void response.writeHead(200).write('{"begun":');
const endlessBody: Answer = (_, response) => {
  const more = () => response.writable && response.write('x'.repeat(65_536), more);
  response.on('error', () => {});
  more();
};
const resetMidway: Answer = (request, response) =>
  void response.writeHead(200, { 'content-length': '100' }).write('half', () => request.socket.destroy());

describe('a call that can be repeated, with three tries', () => {
  test.each<[string, Answer[], number | string, (number | string)[], number[], number]>([
    ['a reset', [resets], 'integrations.no_response', ['reset', 'reset', 'reset'], [100, 100], 1],
    ['a reset midway', [resetMidway, sends(200)], 200, ['reset', 200], [100], 0],
    ['slow headers', [slowHeaders], 'integrations.timeout', ['timeout', 'timeout', 'timeout'], [100, 100], 1],
    ['a slow body', [slowBody, sends(200)], 200, ['timeout', 200], [100], 0],
    ['500 then 200', [sends(500), sends(200)], 200, [500, 200], [100], 0],
    ['500 for ever', [sends(500)], 500, [500, 500, 500], [100, 100], 1],
    ['429 with seconds', [sends(429, '', { 'retry-after': '2' }), sends(200)], 200, [429, 200], [2000], 0],
    [
      '429 with a date',
      [sends(429, '', { 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }), sends(200)],
      200,
      [429, 200],
      [7000],
      0,
    ],
    ['429 for an hour', [sends(429, '', { 'retry-after': '3600' })], 429, [429], [], 1],
    ['404', [sends(404)], 404, [404], [], 1],
    ['501', [sends(501)], 501, [501], [], 1],
    ['204', [sends(204)], 204, [204], [], 0],
    ['301, which is not asked for', [sends(301, '', { location: 'http://127.0.0.1:1' })], 301, [301], [], 1],
  ])('%s', async (_, answers, expected, rows, waits, reports) => {
    server.answers(...answers);

    expect(await outcome(new Parcels())).toBe(expected);
    expect(statuses()).toEqual(rows);
    expect(clock.waits).toEqual(waits);
    expect(seen.failures).toHaveLength(reports);
    expect(new Set(seen.records.map(({ callId }) => callId)).size).toBe(1);
    expect(seen.records.map((record) => record.try)).toEqual(rows.map((_, index) => index + 1));
  });
});

describe('a POST', () => {
  test.each<[string, Answer, number | string, (number | string)[]]>([
    ['is not repeated after a reset', resets, 'integrations.no_response', ['reset']],
    ['is not repeated after a time-out', slowHeaders, 'integrations.timeout', ['timeout']],
    ['is not repeated after a 500', sends(500), 500, [500]],
  ])('%s', async (_, answer, expected, rows) => {
    server.answers(answer);

    expect(await outcome(new Parcels('POST'))).toBe(expected);
    expect(statuses()).toEqual(rows);
    expect(server.asked).toHaveLength(1);
    expect(seen.failures).toHaveLength(1);
  });

  test('is repeated when its endpoint says that it is safe', async () => {
    server.answers(resets, sends(500), sendsJson(201, { id: 7 }));
    const endpoint = Object.assign(new Parcels('POST'), { isSafeToRepeat: () => true });

    const response = await new Action(endpoint, client()).handle();
    expect(response.json()).toEqual({ id: 7 });
    expect(response.tries).toBe(3);
    expect(server.asked.map(({ body }) => body)).toEqual(Array(3).fill('{"weight":1}'));
  });

  test('is repeated when nobody was there', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    const endpoint = Object.assign(new Parcels('POST'), { url: () => `http://127.0.0.1:${port}` });

    expect(await outcome(endpoint)).toBe('integrations.no_response');
    expect(statuses()).toEqual(['refused', 'refused', 'refused']);
  });
});

test('A name that nobody knows is tried again, and said', async () => {
  const endpoint = Object.assign(new Parcels('POST'), { url: () => 'http://nobody.invalid/' });

  expect(await outcome(endpoint)).toBe('integrations.no_response');
  expect(statuses()).toEqual(['dns', 'dns', 'dns']);
});

test('An endless body is ended at its limit, and not asked for again', async () => {
  server.answers(endlessBody);
  const endpoint = Object.assign(new Parcels(), {
    options: () => ({ maxResponseSize: 1_000_000 }),
    timeout: () => 10_000,
  });

  expect(await outcome(endpoint)).toBe('integrations.invalid_response');
  expect(statuses()).toEqual(['too_large']);
});
