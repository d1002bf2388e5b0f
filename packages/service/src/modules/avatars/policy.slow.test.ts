import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadAvatar } from '../../testing/avatarRequests.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';
import { grantPermissions } from '../users/access/storeAccess.ts';

type Headers = Record<string, string>;
type Action = 'store' | 'update' | 'show';

let service: TestService;
let owner: number;
let avatar: number;
const actors: Record<string, Headers> = {};
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_WORKERS: 'false' });
  owner = await service.addUser('owner@example.com');
  const other = await service.addUser('other@example.com');
  const inactive = await service.addUser('inactive@example.com', 'supervisor');
  await service.addUser('superior@example.com', 'supervisor');
  await service.addUser('administrator@example.com', 'administrator');
  const { db } = service.database;
  await grantPermissions(db, 'supervisor', ['core.impersonation.start']);
  service.users.forget();
  for (const name of ['owner', 'other', 'inactive', 'superior', 'administrator']) {
    actors[name] = await bearer(`${name}@example.com`);
  }
  actors['impersonator of the owner'] = await actingAs(owner);
  actors['impersonator of another user'] = await actingAs(other);
  actors.anonymous = {};
  ({ id: avatar } = await service.avatars.generate(owner));
  await db.updateTable('users').set({ is_active: false }).where('id', '=', inactive).execute();
  service.users.forget();
});
afterAll(() => service?.destroy());

async function bearer(email: string): Promise<Headers> {
  return { authorization: `Bearer ${(await service.signIn(email)).token}` };
}

/** In a separate session. */
async function actingAs(user: number): Promise<Headers> {
  const headers = await bearer('superior@example.com');
  const response = await service.call(`/api/core/impersonation/${user}`, { method: 'POST', headers });
  expect(response.status).toBe(200);
  return { authorization: `Bearer ${response.body.token}` };
}

const actions: Record<Action, (headers: Headers) => Promise<{ status: number; body: { type?: unknown } }>> = {
  store: (headers) => uploadAvatar(service, headers, { user: owner }),
  update: (headers) => service.call(`/api/core/avatars/${avatar}`, { method: 'PATCH', headers }),
  show: (headers) => service.call(`/api/core/avatars/${avatar}`, { headers }),
};

describe('The avatar of a user', () => {
  it.each<[string, Record<Action, number | string>]>([
    ['owner', { store: 200, update: 200, show: 200 }],
    ['superior', { store: 200, update: 200, show: 200 }],
    ['administrator', { store: 200, update: 200, show: 200 }],
    ['other', { store: 'avatars.forbidden', update: 'avatars.forbidden', show: 200 }],
    ['impersonator of the owner', { store: 'avatars.forbidden', update: 'avatars.forbidden', show: 200 }],
    ['impersonator of another user', { store: 'avatars.forbidden', update: 'avatars.forbidden', show: 200 }],
    [
      'inactive',
      { store: 'service.inactive_user', update: 'service.inactive_user', show: 'service.inactive_user' },
    ],
    [
      'anonymous',
      {
        store: 'service.unauthenticated',
        update: 'service.unauthenticated',
        show: 'service.unauthenticated',
      },
    ],
  ])('is for %s: %o', async (name, expected) => {
    for (const action of ['store', 'update', 'show'] as const) {
      const before = await service.avatars.find(avatar);
      const { status, body } = await actions[action](actors[name] ?? {});
      const expectedResult = expected[action];
      expect([action, status === 200 ? 200 : body.type]).toEqual([action, expectedResult]);
      if (expectedResult === 200) continue;
      expect(status).toBe(String(expectedResult).endsWith('unauthenticated') ? 401 : 403);
      expect(await service.avatars.find(avatar)).toEqual(before);
    }
  });

  it('belongs to the given user if a superior uploads it', async () => {
    const { body } = await uploadAvatar(service, actors.superior ?? {}, { user: owner });
    expect(body).toMatchObject({ id: avatar, user_id: owner });
  });

  it('can be changed by an API key of the owner', async () => {
    const created = await service.call('/api/core/api-keys', {
      method: 'POST',
      headers: actors.owner,
      body: { name: 'script', expiresInDays: null, permissions: null },
    });
    const response = await uploadAvatar(service, { 'x-api-key': String(created.body.key) });
    expect([response.status, response.body.user_id]).toEqual([200, owner]);
  });

  it('is not changed by a page of another origin', async () => {
    const { cookie } = await service.signIn('owner@example.com');
    const response = await uploadAvatar(service, { cookie, origin: 'https://evil.example' });
    expect([response.status, response.body.type]).toEqual([403, 'service.foreign_origin']);
  });
});
