import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compression } from '../../buildApp.ts';
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
    const plain = await open('/api/openapi.json', 'identity');
    expect(plain.headers.get('content-encoding')).toBeNull();
    for (const [accepted, expected] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
    ] as const) {
      const compressed = await open('/api/openapi.json', accepted);
      expect(compressed.headers.get('content-encoding')).toBe(expected);
      expect(compressed.headers.get('vary')).toContain('accept-encoding');
      expect(compressed.body).toEqual(plain.body);
      expect(Number(compressed.headers.get('content-length') ?? 0)).toBeLessThan(plain.text.length / 3);
    }
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
