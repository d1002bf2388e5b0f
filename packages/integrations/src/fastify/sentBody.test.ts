import { request as httpRequest } from 'node:http';
import { Transform } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createGunzip, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepSentBody, sentBody } from './sentBody.ts';

let app: FastifyInstance;
let seen: (string | null)[];

beforeEach(() => {
  seen = [];
  app = fastify({ bodyLimit: 50_000_000 });
  app.addHook('onRequest', async (request) => keepSentBody(request.raw));
  app.post('/', async (request) => {
    seen.push(sentBody(request.raw)?.toString() ?? null);

    return { received: request.body };
  });
});
afterEach(() => app.close());

const json = { 'content-type': 'application/json' };

/** Sends each part on its own, and returns the body as the route received it. */
async function send(parts: readonly (string | Uint8Array)[], headers: Record<string, string> = json) {
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const outgoing = httpRequest(url, { method: 'POST', headers }, async (response) => {
    resolve((await response.toArray()).join(''));
  });
  outgoing.on('error', reject);
  for (const part of parts) {
    outgoing.write(part);
    await wait(20);
  }
  outgoing.end();

  return (JSON.parse(await promise) as { received: unknown }).received;
}

describe('the bytes of a JSON body', () => {
  test('are kept as it arrived, spaces included', async () => {
    const text = '{ "note" : "x",\n  "amount": 1.50 }';

    expect(await send([text])).toEqual({ note: 'x', amount: 1.5 });
    expect(seen).toEqual([text]);
  });

  test('are whole when a character is divided between two chunks', async () => {
    const bytes = Buffer.from('{"name":"Zoë 😀"}');
    const middle = bytes.indexOf(0xf0) + 2;

    expect(await send([bytes.subarray(0, middle), bytes.subarray(middle)])).toEqual({ name: 'Zoë 😀' });
    expect(seen).toEqual(['{"name":"Zoë 😀"}']);
  });

  test('are joined from very many small parts', async () => {
    const text = JSON.stringify({ numbers: Array.from({ length: 2_000 }, (_, index) => index) });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const parts = async function* () {
      for (const byte of Buffer.from(text)) yield Buffer.of(byte);
    };
    const response = await fetch(url, { method: 'POST', headers: json, body: parts(), duplex: 'half' });

    expect(response.status).toBe(200);
    expect(seen).toEqual([text]);
  });

  test('are not kept above the maximum length of the log', async () => {
    const body = { text: 'x'.repeat(2_000_000) };

    expect(await send([JSON.stringify(body)])).toEqual(body);
    expect(seen).toEqual([null]);
  });

  test.each(['"text"', '17', 'null'])(
    'is not kept for %s, which is neither an object nor an array',
    async (text) => {
      await send([text]);
      expect(seen).toEqual([null]);
    },
  );

  test('are kept as they arrived when a hook replaces the stream', async () => {
    app.addHook('preParsing', async (_request, _reply, payload) => {
      const upper = new Transform({
        transform: (chunk, _encoding, done) => done(null, String(chunk).toUpperCase()),
      });

      return payload.pipe(upper);
    });

    expect(await send(['{"a":"x"}'])).toEqual({ A: 'X' });
    expect(seen).toEqual(['{"a":"x"}']);
  });

  test('are not kept compressed', async () => {
    app.addHook('preParsing', async (_request, _reply, payload) => payload.pipe(createGunzip()));

    expect(await send([gzipSync('{"a":"x"}')])).toEqual({ a: 'x' });
    expect(seen).toEqual([null]);
  });

  test.each(['text/plain', 'application/json; charset=latin1'])('are not kept as %s', async (type) => {
    await send(['{"a":1}'], { 'content-type': type });
    expect(seen).toEqual([null]);
  });
});
