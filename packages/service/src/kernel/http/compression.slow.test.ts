import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compression } from '../../process/buildApp.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';

let service: TestService;
let cookie: string;
beforeAll(async () => {
  service = await startTestService();
  await service.addUser('ana@example.com');
  ({ cookie } = await service.signIn('ana@example.com'));
});
afterAll(() => service?.destroy());

const open = (path: string, encoding: string) =>
  service.call(path, { headers: { cookie, 'accept-encoding': encoding } });

describe('Responses', () => {
  it('compresses JSON as the client accepts, with a Vary header', async () => {
    const app = fastify();
    await app.register(compression);
    app.get('/long', async () => ({ text: 'a'.repeat(5_000) }));
    const read = (encoding: string) => app.inject({ url: '/long', headers: { 'accept-encoding': encoding } });
    const plain = await read('identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const [accepted, expected] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
    ] as const) {
      const { headers, rawPayload } = await read(accepted);
      expect(headers['content-encoding']).toBe(expected);
      expect(headers.vary).toContain('accept-encoding');
      const text = expected === 'br' ? brotliDecompressSync(rawPayload) : gunzipSync(rawPayload);
      expect(JSON.parse(text.toString())).toEqual(plain.json());
      expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    }
    await app.close();
  });

  it('does not compress responses that fit into one packet', async () => {
    expect((await open('/health', 'br')).headers.get('content-encoding')).toBeNull();
  });

  it('never compresses credentials', async () => {
    const app = fastify();
    await app.register(compression);
    app.get('/open', async () => ({ text: 'a'.repeat(5_000) }));
    app.get('/secret', { compress: false }, async () => ({ text: 'a'.repeat(5_000) }));
    const headers = { 'accept-encoding': 'br' };
    const encoding = async (url: string) => (await app.inject({ url, headers })).headers['content-encoding'];
    expect([await encoding('/open'), await encoding('/secret')]).toEqual(['br', undefined]);
    await app.close();
  });

  it('does not delay event streams by compression', async () => {
    const leave = new AbortController();
    const stream = await fetch(`${service.address}/api/core/notifications/stream`, {
      headers: { cookie, accept: 'text/event-stream', 'accept-encoding': 'br' },
      signal: leave.signal,
    });
    expect([stream.status, stream.headers.get('content-encoding')]).toEqual([200, null]);
    leave.abort();
  });
});
