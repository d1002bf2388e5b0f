import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { originForm } from '../../src/kernel/http/listen.ts';
import { startTestService, type TestService, testPassword } from '../../src/testing/startTestService.ts';

let service: TestService;
let token: string;
let cookie: string;
beforeAll(async () => {
  service = await startTestService();
  await service.addUser('boss@example.com', 'administrator');
  ({ token, cookie } = await service.signIn('boss@example.com'));
});
afterAll(() => service?.destroy());

/** Sends the path as it is; `fetch` would normalise it. */
async function raw(path: string, { method = 'GET', headers = {}, body = '' } = {}) {
  const { hostname, port } = new URL(service.address);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ hostname, port, path, method, headers }, resolve).on('error', reject).end(body);
  });

  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

describe('Another spelling of a path', () => {
  it.each(['/api/core/me', '/%61pi/core/me', '/api/core/me/', 'http://other.example/api/core/me'])(
    'is not kept by a proxy or a browser, either: %s',
    async (path) => {
      const { status, headers } = await raw(path, { headers: { authorization: `Bearer ${token}` } });
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    },
  );

  it('reaches the routes of the sign-in in absolute form', async () => {
    const { status } = await raw(`${service.address}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'boss@example.com', password: testPassword }),
    });
    expect(status).toBe(200);
  });

  it('does not return metrics', async () => {
    expect(await raw('/metrics?x=1')).toMatchObject({ status: 200 });
    for (const path of ['/metrics/', '//metrics', '/%6detrics', '/metrics//', '/METRICS', '/./metrics']) {
      const { status, text: shown } = await raw(path);
      expect([path, status, /http_request_duration/.test(shown)]).toEqual([path, 404, false]);
    }
  });

  it('is replaced by the path of an absolute URL, and stays otherwise', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
        const { pathname, search } = new URL(url);
        const path = new URL(`http://any.example${originForm({ url })}`);
        expect([path.pathname, path.search]).toEqual([pathname, search]);
      }),
    );
    fc.assert(fc.property(fc.string(), (rest) => originForm({ url: `/${rest}` }) === `/${rest}`));
    expect(originForm({ url: '*' })).toBe('*');
    expect(originForm({ url: 'http://host?a=1' })).toBe('/?a=1');
  });
});

describe('A page of another origin of the same site', () => {
  it.each(['GET', 'POST'])('cannot start an export with the cookie of the user: %s', async (method) => {
    const refused = await service.call('/api/orders/exportExcel', {
      method,
      headers: { cookie, 'sec-fetch-site': 'same-site' },
    });
    expect([refused.status, refused.body.type]).toEqual([403, 'service.foreign_origin']);
    expect(await service.database.db.selectFrom('table_jobs').select('id').execute()).toEqual([]);
  });

  it('is accepted if it is the origin of the service in another spelling', async () => {
    const { status } = await service.call('/api/orders/exportExcel', {
      headers: { cookie, 'sec-fetch-site': 'same-site', origin: new URL(service.config.baseUrl).origin },
    });
    expect(status).toBe(202);
  });
});
