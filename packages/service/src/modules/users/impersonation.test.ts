import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookiesOf, startTestService, type TestService } from '../../testing/startTestService.ts';
import { grantPermissions } from './access/storeAccess.ts';

let service: TestService;
let admin: number;
let clerk: number;
beforeAll(async () => {
  service = await startTestService();
  admin = await service.addUser('boss@example.com', 'administrator');
  clerk = await service.addUser('clerk@example.com');
  await service.addUser('lead@example.com', 'supervisor');
});
afterAll(() => service?.destroy());

const start = (user: number, headers: Record<string, string>) =>
  service.call(`/api/core/impersonation/${user}`, { method: 'POST', headers });
const stop = (headers: Record<string, string>) =>
  service.call('/api/core/impersonation', { method: 'DELETE', headers });
const me = async (headers: Record<string, string>) =>
  (await service.call('/api/core/me', { headers })).body.user;

describe('Impersonating a user', () => {
  it('starts and ends by cookie, and names the impersonator', async () => {
    const own = (await service.signIn('boss@example.com')).cookie;
    const started = await start(clerk, { cookie: own });
    expect(started.status).toBe(200);
    const cookie = cookiesOf(started);
    expect(await me({ cookie })).toMatchObject({ id: clerk, isImpersonated: true, impersonatedBy: admin });
    const session = await service.database.db
      .selectFrom('sessions')
      .select(['user_id', 'impersonated_by'])
      .where('impersonated_by', 'is not', null)
      .executeTakeFirst();
    expect(session).toEqual({ user_id: clerk, impersonated_by: admin });
    const stopped = await stop({ cookie });
    expect(stopped.status).toBe(200);
    expect(await me({ cookie: cookiesOf(stopped) })).toMatchObject({ id: admin, isImpersonated: false });
    const log = service.log.join('');
    expect(log).toContain(`"userId":${admin},"impersonated":${clerk},"msg":"Impersonation started"`);
    expect(log).toContain(`"userId":${clerk},"impersonatedBy":${admin},"msg":"Impersonation ended"`);
    expect(log).toMatch(
      new RegExp(`"userId":${clerk},"impersonatedBy":${admin},"res".*"msg":"request completed"`),
    );
  });

  it('starts and ends by bearer token', async () => {
    const { token } = await service.signIn('boss@example.com');
    const started = await start(clerk, { authorization: `Bearer ${token}` });
    const headers = { authorization: `Bearer ${started.body.token}` };
    expect(await me(headers)).toMatchObject({ id: clerk, impersonatedBy: admin });
    expect((await stop(headers)).status).toBe(200);
    expect((await service.call('/api/core/me', { headers })).status).toBe(401);
    expect(await me({ authorization: `Bearer ${token}` })).toMatchObject({ id: admin });
  });

  it("does not give access to the user's password, sessions and API keys", async () => {
    const { token } = await service.signIn('boss@example.com');
    const started = await start(clerk, { authorization: `Bearer ${token}` });
    const headers = { authorization: `Bearer ${started.body.token}` };
    for (const [path, body] of [
      ['auth/change-password', { currentPassword: 'x', newPassword: 'y' }],
      ['core/api-keys', { name: 'x', expiresInDays: null, permissions: null }],
      ['auth/revoke-sessions', undefined],
    ] as const) {
      const response = await service.call(`/api/${path}`, { method: 'POST', body, headers });
      expect(response.status).toBe(403);
      expect(response.body.message).toMatch(/^While you impersonate a user/);
    }
  });

  it('requires the permission, and excludes administrators', async () => {
    const { token } = await service.signIn('lead@example.com');
    const headers = { authorization: `Bearer ${token}` };
    const refused = await start(clerk, headers);
    expect(refused.status).toBe(403);
    expect(refused.body.message).toBe(
      'Your role (Supervisor) does not have the permission core.impersonation.start. Ask an administrator for it.',
    );
    expect(await grantPermissions(service.database.db, 'supervisor', ['core.impersonation.start'])).toBe(1);
    service.users.forget();
    expect((await start(admin, headers)).body.message).toBe(
      'Only administrators may impersonate an administrator.',
    );
    expect((await start(clerk, headers)).status).toBe(200);
  });

  it('is refused if it makes no sense', async () => {
    const { token } = await service.signIn('boss@example.com');
    const headers = { authorization: `Bearer ${token}` };
    expect((await start(admin, headers)).status).toBe(409);
    expect((await start(999_999, headers)).status).toBe(404);
    expect((await start('ada' as unknown as number, headers)).status).toBe(422);
    expect((await stop(headers)).status).toBe(409);
    const started = await start(clerk, headers);
    const nested = await start(clerk, { authorization: `Bearer ${started.body.token}` });
    expect(nested.status).toBe(403);
  });
});
