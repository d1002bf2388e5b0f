import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
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
  server.answers(sends(200, 'here'));
  other.answers(sends(200, 'there'));
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

test('Headers of one name are joined, but for cookies', async () => {
  server.answers((_, response) => {
    response.appendHeader('x-a', '1').appendHeader('x-a', '2');
    response.appendHeader('set-cookie', 'a=1').appendHeader('set-cookie', 'b=2');
    response.end();
  });
  expect((await transport.send(request())).headers).toMatchObject({
    'x-a': '1, 2',
    'set-cookie': ['a=1', 'b=2'],
  });
});

test('HEAD has no body', async () => {
  server.answers(sends(200, 'body', { 'content-length': '4' }));
  const response = await transport.send(request({}, { method: 'HEAD' }));
  expect([response.headers['content-length'], response.body.length]).toEqual(['4', 0]);
});

describe('the end of its time', () => {
  test('while connecting says that nothing arrived, immediately', async () => {
    const dispatcher = new Agent({ connect: () => {} });
    const error = await failure(request({ dispatcher }, { signal: AbortSignal.timeout(20) }));

    expect(error).toMatchObject({ reason: 'timeout', mayHaveArrived: false });
    await dispatcher.destroy();
  });

  test('while connecting keeps a connection that comes later from sending anything', async () => {
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

    expect(server.asked.map(({ method }) => method)).toEqual(['GET']);
    await dispatcher.destroy();
  });

  test('while waiting says that it may have arrived', async () => {
    const end = new AbortController();
    server.answers(() => end.abort(new DOMException('The time limit has passed.', 'TimeoutError')));
    const error = await failure(request({}, { signal: end.signal }));
    expect(error).toMatchObject({ reason: 'timeout', mayHaveArrived: true });
  });
});

test('What the caller ends is no time-out', async () => {
  const end = new AbortController();
  server.answers(() => end.abort());
  expect(await failure(request({}, { signal: end.signal }))).toMatchObject({
    reason: 'aborted',
    mayHaveArrived: true,
  });
  expect(await failure(request({}, { signal: end.signal }))).toMatchObject({
    reason: 'aborted',
    mayHaveArrived: false,
  });
});

test('A body stream that fails ends the request', async () => {
  const body = Readable.from(
    (function* () {
      yield 'begun';
      throw new Error('The disk is gone.');
    })(),
  );
  expect((await failure(request({}, { method: 'POST', body }))).message).toContain('The disk is gone.');
});

test('A body that is larger than allowed is refused, one of that size is not', async () => {
  server.answers(sends(200, 'x'.repeat(1000)));
  expect((await transport.send(request({ maxResponseSize: 1000 }))).body).toHaveLength(1000);
  expect(await failure(request({ maxResponseSize: 999 }))).toMatchObject({ reason: 'too_large' });
});

describe('an answer that was packed', () => {
  const large = Buffer.alloc(3_000_000, 'abc');

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ])('with %s is unpacked, in memory and into a sink', async (encoding, pack) => {
    server.answers(sends(200, pack(large), { 'content-encoding': encoding }));
    expect(large.equals((await transport.send(request())).body)).toBe(true);
    await transport.send(request({ sink }));
    expect(large.equals(await readFile(sink))).toBe(true);
  });

  test('counts as large as it is unpacked', async () => {
    server.answers(sends(200, gzipSync(large), { 'content-encoding': 'gzip' }));
    expect(await failure(request({ maxResponseSize: 2_999_999 }))).toMatchObject({ reason: 'too_large' });
    expect((await transport.send(request({ maxResponseSize: 3_000_000 }))).body).toHaveLength(3_000_000);
  });

  test('and is broken, is an error', async () => {
    server.answers(sends(200, gzipSync(large).subarray(0, 100), { 'content-encoding': 'gzip' }));
    expect((await failure(request())).message).toContain('cannot be decoded as gzip');
    server.answers(sends(200, 'plain', { 'content-encoding': 'gzip' }));
    expect((await failure(request({ sink: `${sink}.2` }))).message).toContain('cannot be decoded');
    expect(await readdir(folder)).not.toContain('answer.bin.2');
  });

  test('may have no body, or an encoding that nobody knows', async () => {
    server.answers(sends(200, '', { 'content-encoding': 'gzip' }));
    expect((await transport.send(request({}, { method: 'HEAD' }))).body).toHaveLength(0);
    server.answers(sends(200, 'as it is', { 'content-encoding': 'compress' }));
    expect((await transport.send(request())).body).toHaveLength(8);
  });
});

describe('a sink', () => {
  beforeEach(async () => {
    await rm(sink, { force: true });
  });

  test('gets the whole answer, however large', async () => {
    const large = Buffer.alloc(3_000_000, 'abc');
    server.answers(sends(200, large));
    const response = await transport.send(request({ sink, maxResponseSize: 10 }));

    expect(response.body).toHaveLength(0);
    expect(large.equals(await readFile(sink))).toBe(true);
    expect(await readdir(folder)).toEqual(['answer.bin']);
  });

  test('gets nothing of an answer that breaks off, and keeps what it had', async () => {
    await writeFile(sink, 'before');
    server.answers((incoming, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => incoming.socket.destroy());
    });
    expect(await failure(request({ sink }))).toMatchObject({ reason: 'reset' });
    expect(await readdir(folder)).toEqual(['answer.bin']);
    expect(await readFile(sink, 'utf8')).toBe('before');
  });

  test('gets nothing of a refusal, which can be read', async () => {
    server.answers(sends(404, 'not here'));
    expect(Buffer.from((await transport.send(request({ sink }))).body).toString()).toBe('not here');
    expect(await readdir(folder)).toEqual([]);
  });

  test('that cannot be written is named', async () => {
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

  test('is answered as it is, unless it is to be followed', async () => {
    server.answers(to(301, other.base));
    expect((await transport.send(request())).status).toBe(301);
    expect(other.asked).toEqual([]);
  });

  test('to the same origin keeps its headers', async () => {
    server.answers(to(302, '/b?c=1'), sends(200, 'moved'));
    const response = await transport.send(request({ maxRedirections: 1 }, { headers: secrets }));

    expect(response.url).toBe(`${server.base}/b?c=1`);
    expect(server.asked.at(-1)).toMatchObject({ url: '/b?c=1', headers: secrets });
  });

  test('to another origin takes no credentials there, and none come back', async () => {
    server.answers(to(301, `http://me:s3cret@${new URL(other.base).host}/x`), sends(200));
    other.answers(to(307, `${server.base}/back`));
    await transport.send(request({ maxRedirections: 5 }, { headers: secrets }));

    expect(other.asked).toMatchObject([{ url: '/x', headers: { accept: 'text/css' } }]);
    expect(server.asked.at(-1)!.url).toBe('/back');
    expect(JSON.stringify([other.asked, server.asked.at(-1)])).not.toContain('s3cret');
    expect(JSON.stringify(other.asked)).not.toContain(Buffer.from('me:s3cret').toString('base64'));
  });

  test.each<[number, Method, string]>([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [301, 'PUT', 'PUT'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
  ])('with %s of %s asks with %s', async (status, method, expected) => {
    server.answers(to(status, '/b'), sends(200));
    const body = method === 'HEAD' ? null : 'the body';
    await transport.send(
      request({ maxRedirections: 1 }, { method, body, headers: { 'content-type': 'text/plain' } }),
    );

    const keepsBody = expected === method && body !== null;
    expect(server.asked.at(-1)).toMatchObject({ method: expected, body: keepsBody ? 'the body' : '' });
    if (expected === 'GET') expect(server.asked.at(-1)!.headers).not.toHaveProperty('content-type');
  });

  test.each<[string, () => string, TransportRequest['body'], string]>([
    ['for ever', () => '/a', null, 'more than 3 times'],
    ['with its body to another origin', () => other.base, 'the body', 'would take the body there'],
    ['to a file', () => 'file:///etc/passwd', null, 'to something that is not an HTTP URL'],
    ['with a stream', () => '/b', Readable.from(['x']), 'after its stream was sent'],
  ])('%s is refused', async (_, location, body, message) => {
    server.answers(to(307, location()));
    const error = await failure(request({ maxRedirections: 3 }, { method: 'POST', body }));

    expect(error).toMatchObject({ reason: 'redirect', message: expect.stringContaining(message) });
    expect(other.asked).toEqual([]);
  });
});

test('What fails after a redirect may have arrived before it', async () => {
  server.answers(sends(302, '', { location: 'http://nobody.invalid/' }));
  expect(await failure(request({ maxRedirections: 1 }, { method: 'POST', body: 'x' }))).toMatchObject({
    reason: 'dns',
    mayHaveArrived: true,
  });
});

test('A closed connection that was kept is no reason to think that a request did not arrive', async () => {
  server.answers(sends(200), resets);
  await transport.send(request());
  expect(await failure(request({}, { method: 'POST', body: 'x' }))).toMatchObject({
    reason: 'reset',
    mayHaveArrived: true,
  });
});
