import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cookiesOf,
  startTestService,
  type TestService,
  testPassword,
} from '../../src/testing/startTestService.ts';
import { temporaryPages } from './temporaryPages.fixture.ts';

let service: TestService;
let pages: Awaited<ReturnType<typeof temporaryPages>>;
let token: string;
let cookie: string;
beforeAll(async () => {
  pages = await temporaryPages();
  service = await startTestService({ ROWHOUSE_WORKERS: 'false' }, { pagesFolder: pages.folder });
  await service.addUser('boss@example.com', 'administrator');
  ({ token, cookie } = await service.signIn('boss@example.com'));
});
afterAll(async () => {
  await service?.destroy();
  await pages?.remove();
});

interface RawRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Sends the path unchanged; `fetch` would normalise it. */
async function raw(path: string, { method = 'GET', headers = {}, body }: RawRequest = {}) {
  const { hostname, port } = new URL(service.address);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ hostname, port, path, method, headers }, resolve).on('error', reject).end(body);
  });

  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

/** Sends raw bytes, and returns the response. */
async function bytes(content: string): Promise<string> {
  const { hostname, port } = new URL(service.address);
  const socket = connect(Number(port), hostname);
  socket.write(content);

  return text(socket);
}

const signed = () => ({ authorization: `Bearer ${token}` });
const json = { 'content-type': 'application/json' };

describe('Another spelling of a path', () => {
  it.each([
    '/api/core/me/',
    '/%61pi/core/me',
    '/api/core/me?',
    '/api/core/me#x',
    'http://other.example/api/core/me',
    '/API/core/me',
    '//api/core/me',
    '/api//core/me',
    '/api/core%2Fme',
    '/api/core/me;x=1',
    '/health/../api/core/me',
    '/docs/../api/core/me',
    '/api/core/me%00',
    '/api/core/me/.',
    '/api/core/me%20',
  ])('does not bypass the guard: %s', async (path) => {
    const response = await raw(path);
    expect([401, 404]).toContain(response.status);
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
  });

  it.each([
    '/docs/static/../../../package.json',
    '/docs/static/%2e%2e/%2e%2e/package.json',
    '/docs/static/..%2f..%2fpackage.json',
    '/docs/static/..%5c..%5cpackage.json',
    '/..%2f..%2f..%2fetc%2fpasswd',
    '/assets/../../package.json',
    '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
  ])('does not leave the folder of files: %s', async (path) => {
    const response = await raw(path);
    expect([403, 404]).toContain(response.status);
    expect(response.text).not.toMatch(/"dependencies"|root:/);
  });

  it.each(['/%', '/api/%zz', '/%c0%ae%c0%ae/etc/passwd'])(
    'returns a problem if it encodes nothing: %s',
    async (path) => {
      const response = await raw(path);
      expect(response.status).toBe(400);
      expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(JSON.parse(response.text)).toMatchObject({
        type: 'service.malformed_request',
        message: expect.stringContaining('percent-encoding'),
      });
    },
  );
});

describe('A Host header', () => {
  it.each(['[', 'a b', 'h:99999', 'u@h', 'evil.example', '%00', '::1', 'a/../b'])(
    'has no effect if it is not an address of the service: %s',
    async (host) => {
      const session = await raw('/api/auth/get-session?x=1', { headers: { ...signed(), host } });
      expect([session.status, JSON.parse(session.text)]).toMatchObject([
        200,
        { user: { email: 'boss@example.com' } },
      ]);
      const body = JSON.stringify({ email: 'boss@example.com', password: testPassword });
      const signedIn = await raw('/api/auth/sign-in/email', {
        method: 'POST',
        headers: { ...json, host },
        body,
      });
      expect(signedIn.status).toBe(200);
      expect(signedIn.text).not.toContain(host);
    },
  );
});

describe('A method', () => {
  it.each(['x-http-method-override', 'x-http-method', 'x-method-override'])(
    'is not changed by %s',
    async (name) => {
      const headers = { ...signed(), ...json, [name]: 'PATCH' };
      expect((await raw('/api/core/me', { method: 'POST', headers, body: '{"name":"x"}' })).status).toBe(404);
      expect((await raw('/api/core/me?_method=DELETE', { headers: signed() })).status).toBe(200);
    },
  );

  it.each(['OPTIONS', 'TRACE', 'PROPFIND'])('reveals nothing if it is not served: %s', async (method) => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PATCH' };
    const response = await raw('/api/core/me', { method, headers });
    expect(response.status).toBe(404);
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('does not start an export if it is safe', async () => {
    const { status } = await raw('/api/orders/exportExcel', { method: 'HEAD', headers: signed() });
    // HEAD has no route here; the path matches that of an order with an invalid number.
    expect(status).toBe(422);
    const jobs = await service.database.db.selectFrom('table_jobs').select('id').execute();
    expect(jobs).toEqual([]);
  });
});

describe('A page of another origin', () => {
  it.each(['GET', 'POST'])('cannot start an export with the cookie of the user: %s', async (method) => {
    const foreign = { cookie, 'sec-fetch-site': 'cross-site' };
    const refused = await service.call('/api/orders/exportExcel', { method, headers: foreign });
    expect([refused.status, refused.body.type]).toEqual([403, 'service.foreign_origin']);
    const own = await service.call('/api/orders/exportExcel', {
      method,
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      ...(method === 'POST' && { body: {} }),
    });
    expect(own.status).toBe(202);
    // An equal one would be refused while this one waits.
    await service.database.db.deleteFrom('table_jobs').execute();
  });

  it('is never the target of a redirect', async () => {
    for (const callbackURL of ['https://evil.example', '//evil.example', '/\\evil.example']) {
      const response = await service.call('/api/auth/sign-in/email', {
        method: 'POST',
        body: { email: 'boss@example.com', password: testPassword, callbackURL },
      });
      expect(response.status).toBe(403);
      expect(response.headers.get('location')).toBeNull();
    }
  });
});

describe('A session', () => {
  it('is new after each sign-in, regardless of the cookie of the browser', async () => {
    const response = await service.call('/api/auth/sign-in/email', {
      method: 'POST',
      body: { email: 'boss@example.com', password: testPassword },
      headers: { cookie },
    });
    const tokenOf = (cookies: string) => /session_token=([^;]+)/.exec(cookies)?.[1];
    expect(tokenOf(cookiesOf(response))).toBeDefined();
    expect(tokenOf(cookiesOf(response))).not.toBe(tokenOf(cookie));
  });

  it('has cookies that are HttpOnly and SameSite; with https, Secure', async () => {
    const signIn = (origin: TestService) =>
      origin.call('/api/auth/sign-in/email', {
        method: 'POST',
        body: { email: 'boss@example.com', password: testPassword },
      });
    for (const one of (await signIn(service)).headers.getSetCookie()) {
      expect(one).toMatch(/^rowhouse\.session_.*HttpOnly; SameSite=Lax$/);
    }
    const secure = await startTestService({
      ROWHOUSE_WORKERS: 'false',
      ROWHOUSE_BASE_URL: 'https://tables.example.com',
    });
    try {
      await secure.addUser('boss@example.com');
      const response = await signIn(secure);
      expect(response.headers.getSetCookie()).toHaveLength(1);
      for (const one of response.headers.getSetCookie())
        expect(one).toMatch(/^__Secure-rowhouse\..*; Secure/);
      expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000');
    } finally {
      await secure.destroy();
    }
  });

  it('is not accepted with an invalid signature of its cookie', async () => {
    const [name, value = ''] =
      cookie
        .split('; ')
        .find((pair) => pair.includes('token'))
        ?.split('=') ?? [];
    const forged = `${name}=${value.split('.')[0]}.${'A'.repeat(43)}%3D`;
    expect((await service.call('/api/core/me', { headers: { cookie: forged } })).status).toBe(401);
  });
});

describe('Responses', () => {
  it('are not cached, and have security headers, for the endpoints', async () => {
    for (const path of ['/api/core/me', '/api/orders/init', '/api/nothing']) {
      const { headers } = await service.call(path, { headers: signed() });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "frame-ancestors 'self'",
      ]) {
        expect(policy.split(';')).toContain(part);
      }
      expect(policy).not.toContain('unsafe');
    }
  });

  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/core/me HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
    ],
    [
      'a length and chunks',
      'POST /health HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a header of 100 kB', `GET /health HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
    ['what is expected and unknown', 'GET /health HTTP/1.1\r\nhost: a\r\nexpect: cake\r\n\r\n', 417],
  ])('are problems for %s, and end the connection', async (_name, content, status) => {
    const response = await bytes(content);
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(response).toContain('application/problem+json');
    expect(JSON.parse(response.slice(response.indexOf('{')))).toMatchObject({
      status,
      message: expect.any(String),
    });
  });
});

describe('A body', () => {
  const patch = (body: string) =>
    service.call('/api/core/me', { method: 'PATCH', body, headers: { ...signed(), ...json } });

  it.each([
    ['{"__proto__":{"isAdministrator":true},"name":"x"}', 400],
    ['{"name":"x","constructor":{"prototype":{"isAdministrator":true}}}', 400],
    ['{"name":"a\\u0000b"}', 422],
    ['{"name":"\\ud800"}', 422],
    [`{"name":${'['.repeat(60)}${']'.repeat(60)}}`, 422],
    ['['.repeat(200_000) + ']'.repeat(200_000), 422],
  ])('is refused with hostile JSON: %j', async (body, status) => {
    const response = await patch(body);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(({} as Record<string, unknown>).isAdministrator).toBeUndefined();
  });

  it('reports the path of a text that no database accepts, like a query', async () => {
    const inBody = await patch('{"name":"a\\u0000b"}');
    expect(inBody.body.errors).toEqual({ name: [expect.stringContaining('NUL character')] });
    const inPath = await service.call('/api/shop/orders/a%00b', { headers: signed() });
    expect(inPath.body.errors).toEqual({ number: [expect.stringContaining('NUL character')] });
  });

  it('is read as JSON only', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/xml',
      'multipart/form-data',
    ]) {
      const response = await service.call('/api/core/me', {
        method: 'PATCH',
        body: '{"name":"x"}',
        headers: { ...signed(), 'content-type': type },
      });
      expect(response.status).toBe(415);
    }
  });
});

describe('A JSON body', () => {
  const patch = (body: Buffer, headers: Record<string, string>) =>
    fetch(`${service.address}/api/core/me`, {
      method: 'PATCH',
      headers: { ...signed(), ...json, ...headers },
      body: new Uint8Array(body),
    });
  const name = async () => (await service.call('/api/core/me', { headers: signed() })).body.user;
  const text = Buffer.from('{"name":"Zoë"}');
  const latin = Buffer.from('{"name":"Zoë"}', 'latin1');

  it.each([
    ['compressed by gzip', gzipSync(text), { 'content-encoding': 'gzip' }, 415, '"gzip"'],
    ['said to be compressed', text, { 'content-encoding': 'br' }, 415, '"br"'],
    ['compressed and not said to be', gzipSync(text), {}, 400, 'UTF-8'],
    ['in Latin-1', latin, { 'content-type': 'application/json; charset=iso-8859-1' }, 415, '"iso-8859-1"'],
    ['in Latin-1 and not said to be', latin, {}, 400, 'UTF-8'],
    [
      'in UTF-16',
      Buffer.from(text.toString(), 'utf16le'),
      { 'content-type': 'application/json; charset="UTF-16LE"' },
      415,
      '"UTF-16LE"',
    ],
  ] as const)('%s is refused, and changes nothing', async (_what, body, headers, status, said) => {
    const before = await name();
    const response = await patch(body, { ...headers });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(((await response.json()) as { message: string }).message).toContain(said);
    expect(await name()).toEqual(before);
  });

  it.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"'])(
    'is read as UTF-8: %s',
    async (type) => {
      expect((await patch(text, { 'content-type': type, 'content-encoding': 'identity' })).status).toBe(200);
      expect(await name()).toMatchObject({ name: 'Zoë' });
    },
  );
});

describe('A repeated parameter', () => {
  it('is refused', async () => {
    const twice = await service.call('/api/core/notifications?limit=1&limit=2', { headers: signed() });
    expect(twice.body.errors).toEqual({ limit: [expect.stringContaining('must be a whole number')] });
    const table = await service.call('/api/orders/tableData?meta[length]=1&meta[length]=2', {
      headers: signed(),
    });
    expect([table.status, Object.keys(table.body.errors as object)]).toEqual([422, ['meta.length']]);
  });
});
