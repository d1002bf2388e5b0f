import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastCheck from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.ts';

const secret = 'not for anybody';
const index = '<!doctype html><script type="module" src="/assets/index-a1b2c3.js"></script>';
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

let outside: string;
let service: TestService;
beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'rowhouse-pages-'));
  const folder = join(outside, 'dist');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await Promise.all([
    writeFile(join(outside, 'secret.txt'), secret),
    writeFile(join(folder, '.env'), secret),
    writeFile(join(folder, 'index.html'), index),
    writeFile(join(folder, 'early.js'), 'dark()'),
    writeFile(join(folder, 'assets', 'index-a1b2c3.js'), 'start()'),
    writeFile(join(folder, 'assets', 'icons-d4e5f6.woff2'), 'glyphs'),
    writeFile(join(folder, 'assets', 'large-a7b8c9.js'), 'large()'),
    writeFile(join(folder, 'assets', 'large-a7b8c9.js.br'), brotliCompressSync('large()')),
    writeFile(join(folder, 'assets', 'large-a7b8c9.js.gz'), gzipSync('large()')),
  ]);
  service = await startTestService({}, { pagesFolder: folder });
});
afterAll(async () => {
  await service?.destroy();
  await rm(outside, { recursive: true, force: true });
});

const open = (path: string, headers: Record<string, string> = browser) => service.call(path, { headers });

/** Sends path and headers unchanged; `fetch` normalizes dots and adds cache headers. */
async function raw(path: string, headers: Record<string, string> = browser) {
  const { hostname, port } = new URL(service.address);
  const sent = request({ hostname, port, path, headers }).end();
  const [response] = await once(sent, 'response');
  return { status: response.statusCode as number, text: await text(response) };
}

describe('The pages', () => {
  it.each([
    '/',
    '/orders',
    '/orders/',
    '/users/3/edit?x=1',
    '/no/such/page',
    '/apiary',
    '/tables/shop.orders?x=1',
    '/tables/shop.orders/a.b',
  ])('are opened by %s, revalidated, and mostly returned as unchanged', async (path) => {
    const page = await open(path);
    expect(page.status).toBe(200);
    expect(page.text).toBe(index);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const etag = page.headers.get('etag') ?? '';
    const again = await raw(path, { ...browser, 'if-none-match': etag });
    expect([etag !== '', again.status, again.text]).toEqual([true, 304, '']);
  });

  it('respond to HEAD as to GET, without a body', async () => {
    const page = await service.call('/orders', { method: 'HEAD', headers: browser });
    expect([page.status, page.text]).toEqual([200, '']);
    expect(page.headers.get('content-length')).toBe(`${index.length}`);
  });

  it('are sent to clients that accept HTML; others get 404', async () => {
    for (const accept of ['*/*', 'application/json', 'text/html;q=0', 'text/plain']) {
      const response = await open('/orders/tableData', { accept });
      expect(response.status).toBe(404);
      expect(response.headers.get('vary')).toContain('accept');
      expect(response.body.message).toBe('The route GET /orders/tableData does not exist.');
    }
    expect((await open('/tables/shop.orders/2.5', browser)).text).toBe(index);
    expect((await open('/orders', { accept: 'application/xml, TEXT/HTML ;q=0.4' })).text).toBe(index);
    expect((await service.call('/orders', { method: 'POST', headers: browser })).status).toBe(404);
  });

  it.each(['/api', '/api/nothing', '/%61pi/nothing', '/docs/nothing', '/health/x', '/ready/x', '/metrics/x'])(
    'are not returned for %s, which belongs to the service',
    async (path) => {
      const response = await open(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    },
  );

  it('do not affect the endpoints and their description', async () => {
    expect((await open('/health')).body).toEqual({ status: 'ok' });
    expect((await open('/docs/static/swagger-ui.css')).text).toContain('swagger-ui');
    expect((await open('/api/core/me')).status).toBe(401);
    await service.addUser('ann@example.com');
    const { cookie } = await service.signIn('ann@example.com');
    const { body } = await open('/api/openapi.json', { cookie });
    expect(Object.keys(body.paths as object)).not.toContain('/*');
  });
});

describe('Files of the pages', () => {
  it.each(['/assets/index-a1b2c3.js', '/assets/icons-d4e5f6.woff2'])(
    'is cached permanently if its name contains a hash: %s',
    async (path) => {
      const file = await open(path, {});
      expect(file.status).toBe(200);
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(file.headers.get('etag')).toBeTruthy();
    },
  );

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('are sent to a client that accepts %s in the encoding %s', async (accepted, encoding) => {
    const file = await open('/assets/large-a7b8c9.js', { 'accept-encoding': accepted });
    expect([file.status, file.text]).toEqual([200, 'large()']);
    expect(file.headers.get('content-encoding')).toBe(encoding);
    expect(file.headers.get('content-type')).toMatch(/javascript; charset=utf-8$/);
    expect(file.headers.get('vary')).toContain('accept-encoding');
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('are revalidated without a hash in the name', async () => {
    const file = await open('/early.js', {});
    expect(file.headers.get('content-type')).toMatch(/javascript; charset=utf-8$/);
    expect(file.headers.get('cache-control')).toBe('no-cache');
  });

  it.each(['/assets/index-000000.js', '/assets/', '/assets/nothing', '/missing.png', '/.env'])(
    'responds 404 for %s with any Accept header, and does not cache it',
    async (path) => {
      for (const headers of [browser, {}]) {
        const response = await open(path, headers);
        expect(response.status).toBe(404);
        expect(response.headers.get('cache-control') ?? '').not.toContain('immutable');
      }
    },
  );
});

describe('Files outside the folder', () => {
  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/..%2Fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '/..%252fsecret.txt',
    '//secret.txt',
    '/./.env',
    '/assets/..%2f.env',
    '/secret.txt%00.js',
  ])('are not accessible by %s', async (path) => {
    const response = await raw(path);
    expect(response.text).not.toContain(secret);
    expect([400, 404]).toContain(response.status);
  });

  it('cannot be read by any spelling', async () => {
    const piece = fastCheck.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      '%2e',
      '%2f',
      '%5c',
      '%00',
      '%25',
      'assets',
      'secret.txt',
    );
    await fastCheck.assert(
      fastCheck.asyncProperty(fastCheck.array(piece, { minLength: 1, maxLength: 8 }), async (pieces) => {
        const response = await raw(`/${pieces.join('')}`);
        expect(response.text).not.toContain(secret);
        expect(response.status).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
  });
});
