import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/startTestService.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_BODY_LIMIT: '2048', ROWHOUSE_LANGUAGES: 'en,de' });
});
afterAll(() => service?.destroy());

const post = (body: string, type: string) =>
  service.call('/api/auth/sign-in/email', { method: 'POST', body, headers: { 'content-type': type } });

describe('Errors', () => {
  it.each([
    [
      'an unknown address',
      404,
      () => service.call('/api/nothing?x=1'),
      'The route GET /api/nothing does not exist.',
    ],
    ['malformed JSON', 400, () => post('{"email"', 'application/json'), /not valid JSON/],
    [
      'a body that is too large',
      413,
      () => post(`"${'x'.repeat(3000)}"`, 'application/json'),
      /more than 2048 bytes/,
    ],
    ['another content type', 415, () => post('email=a', 'text/plain'), /Send application\/json/],
    ['a form', 415, () => post('email=a', 'application/x-www-form-urlencoded'), /Send application\/json/],
  ])('returns problem documents for %s', async (_name, status, send, message) => {
    const response = await send();
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(response.body).toMatchObject({
      type: expect.any(String),
      title: expect.any(String),
      status,
      detail: response.body.message,
      instance: expect.stringMatching(/^\/api\//),
    });
    expect(response.body.message).toMatch(message);
    expect(response.text).not.toMatch(/node_modules|\.ts:|\n\s+at /);
  });
});

describe('Operation', () => {
  it('responds to /health and /ready', async () => {
    expect((await service.call('/health')).body).toEqual({ status: 'ok' });
    expect((await service.call('/ready')).body).toEqual({ status: 'ok' });
  });

  it('measures the process, requests by route name and the pool', async () => {
    await service.call('/health');
    const { text, status } = await service.call('/metrics');
    expect(status).toBe(200);
    expect(text).toMatch(/process_resident_memory_bytes \d/);
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="core.health",status="200"\} [1-9]/,
    );
    expect(text).toMatch(/database_pool_connections\{state="idle"\} \d/);
  });

  it("sends a request id with every response: the caller's if it is valid", async () => {
    const given = await service.call('/health', { headers: { 'x-request-id': 'order-4711-abc' } });
    expect(given.headers.get('x-request-id')).toBe('order-4711-abc');
    const made = await service.call('/health', { headers: { 'x-request-id': 'no <good>' } });
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('keeps credentials out of the log', async () => {
    const headers = {
      cookie: 'rowhouse.session_token=abc',
      authorization: 'Bearer abcdef',
      'x-api-key': 'rh_secret',
    };
    await service.call('/api/core/me?token=topsecret&page=1', { headers });
    service.app.log.info({ headers, body: { password: 'hunter2' } }, 'as a careless line would');
    const log = service.log.join('');
    expect(log).toContain('?token=***&page=1');
    expect(log).not.toMatch(/topsecret|abcdef|rh_secret|session_token=abc|hunter2/);
  });
});

describe('Pages', () => {
  it('report how to build them if missing', async () => {
    const page = await service.call('/');
    expect(page.status).toBe(200);
    expect(page.text).toContain('href="/docs"');
    expect(page.text).toContain('npm run build:pages');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('strict-transport-security')).toBeNull();
  });

  it('describe all endpoints, and load nothing from other hosts', async () => {
    await service.addUser('boss@example.com', 'administrator');
    const { cookie } = await service.signIn('boss@example.com');
    const signedIn = (path: string) => service.call(path, { headers: { cookie } });
    const { body } = await signedIn('/api/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths as object)).toEqual(
      expect.arrayContaining([
        '/api/core/me',
        '/api/auth/sign-in/email',
        '/api/core/impersonation/{user}',
        '/ready',
      ]),
    );
    const docs = await signedIn('/docs');
    expect(docs.status).toBe(200);
    expect(docs.text).not.toMatch(/(src|href)="https?:/);
    expect(docs.headers.get('content-security-policy')).toContain("script-src 'self'");
    const files = [...docs.text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(
      ([, path]) => path as string,
    );
    expect(files.length).toBeGreaterThan(2);
    for (const path of files) {
      expect((await service.call(new URL(path, `${service.address}/docs`).pathname)).status).toBe(200);
    }
  });
});
