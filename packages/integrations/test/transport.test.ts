import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { Agent, buildConnector } from 'undici';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type CallOptions,
  type Method,
  TransportError,
  type TransportRequest,
  undiciTransport,
} from '../src/index.ts';
import { resets, sends, startServer } from './support.ts';

const [server, other] = [await startServer(), await startServer()];
const transport = undiciTransport();
const folder = await mkdtemp(join(tmpdir(), 'rowhouse-transport-'));
const sink = join(folder, 'answer.bin');

beforeEach(() => {
  server.respondsWith(sends(200, 'here'));
  other.respondsWith(sends(200, 'there'));
});
afterAll(async () => {
  await transport.close();
  await Promise.all([server.close(), other.close(), rm(folder, { recursive: true })]);
});

const request = (
  options: CallOptions = {},
  {
    method = 'GET',
    body = null,
    headers = {},
    signal = AbortSignal.timeout(5000),
  }: Partial<Pick<TransportRequest, 'method' | 'body' | 'headers' | 'signal'>> = {},
): TransportRequest => ({ method, url: new URL(`${server.base}/a`), headers, body, signal, options });

const failure = (given: TransportRequest): Promise<TransportError> =>
  transport.send(given).then(
    () => Promise.reject(new Error('It did not fail.')),
    (error) => {
      expect(error).toBeInstanceOf(TransportError);
      return error;
    },
  );

test('Joins headers of one name, except cookies', async () => {
  server.respondsWith((_, response) => {
    response.appendHeader('x-a', '1').appendHeader('x-a', '2');
    response.appendHeader('set-cookie', 'a=1').appendHeader('set-cookie', 'b=2');
    response.end();
  });
  expect((await transport.send(request())).headers).toMatchObject({
    'x-a': '1, 2',
    'set-cookie': ['a=1', 'b=2'],
  });
});

test('Reads no body for HEAD', async () => {
  server.respondsWith(sends(200, 'body', { 'content-length': '4' }));
  const response = await transport.send(request({}, { method: 'HEAD' }));
  expect([response.headers['content-length'], response.body.length]).toEqual(['4', 0]);
});

describe('a time limit', () => {
  test('reports a timeout while connecting immediately, as not arrived', async () => {
    const dispatcher = new Agent({ connect: () => {} });
    const error = await failure(request({ dispatcher }, { signal: AbortSignal.timeout(20) }));

    expect(error).toMatchObject({ reason: 'timeout', mayHaveArrived: false });
    await dispatcher.destroy();
  });

  test('sends nothing through a connection that is established after the timeout', async () => {
    const connector = buildConnector({});
    const connect = Promise.withResolvers<void>();
    const connected = Promise.withResolvers<void>();
    const dispatcher = new Agent({
      connect: (options, done) =>
        void connect.promise.then(() =>
          connector(options, (...result) => {
            done(...result);
            setImmediate(connected.resolve);
          }),
        ),
    });
    const body = 'never to be sent';
    await failure(request({ dispatcher }, { method: 'POST', body, signal: AbortSignal.timeout(20) }));
    connect.resolve();
    await connected.promise;
    // Another request over the same connection: had the first been sent, it would be there before.
    await transport.send(request({ dispatcher }));

    expect(server.received.map(({ method }) => method)).toEqual(['GET']);
    await dispatcher.destroy();
  });

  test('reports a timeout while waiting as possibly arrived', async () => {
    const end = new AbortController();
    server.respondsWith(() => end.abort(new DOMException('The time limit has passed.', 'TimeoutError')));
    const error = await failure(request({}, { signal: end.signal }));
    expect(error).toMatchObject({ reason: 'timeout', mayHaveArrived: true });
  });
});

test('Does not report an abort by the caller as a timeout', async () => {
  const end = new AbortController();
  server.respondsWith(() => end.abort());
  expect(await failure(request({}, { signal: end.signal }))).toMatchObject({
    reason: 'aborted',
    mayHaveArrived: true,
  });
  expect(await failure(request({}, { signal: end.signal }))).toMatchObject({
    reason: 'aborted',
    mayHaveArrived: false,
  });
});

test('Ends the request if a body stream fails', async () => {
  const body = Readable.from(
    (function* () {
      yield 'begun';
      throw new Error('The disk is gone.');
    })(),
  );
  expect((await failure(request({}, { method: 'POST', body }))).message).toContain('The disk is gone.');
});

test('Refuses a body above the limit, and accepts one at the limit', async () => {
  server.respondsWith(sends(200, 'x'.repeat(1000)));
  expect((await transport.send(request({ maxResponseSize: 1000 }))).body).toHaveLength(1000);
  expect(await failure(request({ maxResponseSize: 999 }))).toMatchObject({ reason: 'too_large' });
});

describe('a compressed response', () => {
  const large = Buffer.alloc(3_000_000, 'abc');

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
    ['Deflate', deflateRawSync],
    ['identity', (bytes) => bytes],
    ['deflate, br', (bytes) => brotliCompressSync(deflateSync(bytes))],
    ['gzip,identity , gzip, deflate', (bytes) => deflateRawSync(gzipSync(gzipSync(bytes)))],
  ])('decompresses %s, in memory and into a sink', async (encoding, pack) => {
    server.respondsWith(sends(200, pack(large), { 'content-encoding': encoding }));
    expect(large.equals((await transport.send(request())).body)).toBe(true);
    await transport.send(request({ sink }));
    expect(large.equals(await readFile(sink))).toBe(true);
  });

  test('counts its decompressed size', async () => {
    server.respondsWith(sends(200, gzipSync(large), { 'content-encoding': 'gzip' }));
    expect(await failure(request({ maxResponseSize: 2_999_999 }))).toMatchObject({ reason: 'too_large' });
    expect((await transport.send(request({ maxResponseSize: 3_000_000 }))).body).toHaveLength(3_000_000);
  });

  test('reports broken compression as an error', async () => {
    server.respondsWith(sends(200, gzipSync(large).subarray(0, 100), { 'content-encoding': 'gzip' }));
    expect((await failure(request())).message).toContain('cannot be decoded as gzip');
    server.respondsWith(sends(200, 'plain', { 'content-encoding': 'gzip' }));
    expect((await failure(request({ sink: `${sink}.2` }))).message).toContain('cannot be decoded');
    expect(await readdir(folder)).not.toContain('answer.bin.2');
  });

  test('may have no body, or an unknown encoding', async () => {
    server.respondsWith(sends(200, '', { 'content-encoding': 'gzip' }));
    expect((await transport.send(request({}, { method: 'HEAD' }))).body).toHaveLength(0);
    server.respondsWith(sends(200, 'as it is', { 'content-encoding': 'compress' }));
    expect((await transport.send(request())).body).toHaveLength(8);
    server.respondsWith(sends(200, gzipSync('as it is'), { 'content-encoding': 'compress, gzip' }));
    expect((await transport.send(request())).body).toEqual(gzipSync('as it is'));
  });

  test('is decompressed from one byte at a time', async () => {
    const bytes = deflateRawSync('one by one');
    server.respondsWith(async (_, response) => {
      response.writeHead(200, { 'content-encoding': 'deflate' });
      for (const byte of bytes) await new Promise((resolve) => response.write(Buffer.of(byte), resolve));
      response.end();
    });
    expect(Buffer.from((await transport.send(request())).body).toString()).toBe('one by one');
  });
});

describe('a sink', () => {
  beforeEach(async () => {
    await rm(sink, { force: true });
  });

  test('receives the whole response of any size', async () => {
    const large = Buffer.alloc(3_000_000, 'abc');
    server.respondsWith(sends(200, large));
    const response = await transport.send(request({ sink, maxResponseSize: 10 }));

    expect(response.body).toHaveLength(0);
    expect(large.equals(await readFile(sink))).toBe(true);
    expect(await readdir(folder)).toEqual(['answer.bin']);
  });

  test('keeps the previous file when a response is incomplete', async () => {
    await writeFile(sink, 'before');
    server.respondsWith((incoming, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => incoming.socket.destroy());
    });
    expect(await failure(request({ sink }))).toMatchObject({ reason: 'reset' });
    expect(await readdir(folder)).toEqual(['answer.bin']);
    expect(await readFile(sink, 'utf8')).toBe('before');
  });

  test('receives nothing of a refusal, which can be read', async () => {
    server.respondsWith(sends(404, 'not here'));
    expect(Buffer.from((await transport.send(request({ sink }))).body).toString()).toBe('not here');
    expect(await readdir(folder)).toEqual([]);
  });

  test('names a sink that cannot be written', async () => {
    const error = await failure(request({ sink: join(folder, 'none', 'a.bin') }));
    expect(error).toMatchObject({
      reason: 'other',
      message: expect.stringMatching(/none\/a\.bin \(ENOENT\)/),
    });
  });
});

describe('a redirect', () => {
  const secrets = {
    authorization: 'Bearer s3cret',
    cookie: 'a=s3cret',
    'x-api-key': 's3cret',
    accept: 'text/css',
  };
  const to = (status: number, location: string) => sends(status, '', { location });

  test('is returned unchanged, unless it is to be followed', async () => {
    server.respondsWith(to(301, other.base));
    expect((await transport.send(request())).status).toBe(301);
    expect(other.received).toEqual([]);
  });

  test('keeps the headers for the same origin', async () => {
    server.respondsWith(to(302, '/b?c=1'), sends(200, 'moved'));
    const response = await transport.send(request({ maxRedirections: 1 }, { headers: secrets }));

    expect(response.url).toBe(`${server.base}/b?c=1`);
    expect(server.received.at(-1)).toMatchObject({ url: '/b?c=1', headers: secrets });
  });

  test.each([
    ['UTF-8', Buffer.from('/zoë?a=€'), '/zo%C3%AB?a=%E2%82%AC'],
    ['Latin-1', Buffer.from('/zoë', 'latin1'), '/zo%C3%AB'],
  ])('follows an address in raw %s as it is meant', async (_, bytes, url) => {
    const head = ['HTTP/1.1 302 Found\r\nlocation: ', bytes, '\r\ncontent-length: 0\r\n\r\n'];
    server.respondsWith((_, response) => {
      response.socket!.end(Buffer.concat(head.map((part) => Buffer.from(part))));
    }, sends(200));
    await transport.send(request({ maxRedirections: 1 }));

    expect(server.received.at(-1)!.url).toBe(url);
  });

  test('sends no credentials to another origin, and receives none', async () => {
    server.respondsWith(to(301, `http://me:s3cret@${new URL(other.base).host}/x`), sends(200));
    other.respondsWith(to(307, `${server.base}/back`));
    await transport.send(request({ maxRedirections: 5 }, { headers: secrets }));

    expect(other.received).toMatchObject([{ url: '/x', headers: { accept: 'text/css' } }]);
    expect(server.received.at(-1)!.url).toBe('/back');
    expect(JSON.stringify([other.received, server.received.at(-1)])).not.toContain('s3cret');
    expect(JSON.stringify(other.received)).not.toContain(Buffer.from('me:s3cret').toString('base64'));
  });

  test.each<[number, Method, string]>([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [301, 'PUT', 'PUT'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
  ])('after %s of %s sends %s', async (status, method, expected) => {
    server.respondsWith(to(status, '/b'), sends(200));
    const body = method === 'HEAD' ? null : 'the body';
    await transport.send(
      request({ maxRedirections: 1 }, { method, body, headers: { 'content-type': 'text/plain' } }),
    );

    const keepsBody = expected === method && body !== null;
    expect(server.received.at(-1)).toMatchObject({ method: expected, body: keepsBody ? 'the body' : '' });
    if (expected === 'GET') expect(server.received.at(-1)!.headers).not.toHaveProperty('content-type');
  });

  test.each<[string, () => string, TransportRequest['body'], string]>([
    ['for ever', () => '/a', null, 'more than 3 times'],
    ['with its body to another origin', () => other.base, 'the body', 'would take the body there'],
    ['to a file', () => 'file:///etc/passwd', null, 'to something that is not an HTTP URL'],
    ['with a stream', () => '/b', Readable.from(['x']), 'after its stream was sent'],
  ])('refuses %s', async (_, location, body, message) => {
    server.respondsWith(to(307, location()));
    const error = await failure(request({ maxRedirections: 3 }, { method: 'POST', body }));

    expect(error).toMatchObject({ reason: 'redirect', message: expect.stringContaining(message) });
    expect(other.received).toEqual([]);
  });
});

test('Reports a failure after a redirect as possibly arrived', async () => {
  server.respondsWith(sends(302, '', { location: 'http://nobody.invalid/' }));
  expect(await failure(request({ maxRedirections: 1 }, { method: 'POST', body: 'x' }))).toMatchObject({
    reason: 'dns',
    mayHaveArrived: true,
  });
});

test('Does not conclude from a closed keep-alive connection that a request did not arrive', async () => {
  server.respondsWith(sends(200), resets);
  await transport.send(request());
  expect(await failure(request({}, { method: 'POST', body: 'x' }))).toMatchObject({
    reason: 'reset',
    mayHaveArrived: true,
  });
});
