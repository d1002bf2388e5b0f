import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type ExternalServiceStandIn, startExternalService } from '@rowhouse/avatars/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { squareImage, uploadAvatar } from '../../testing/avatarRequests.ts';
import { startCommand } from '../../testing/runCommand.ts';
import { startTestService, type TestService, testPassword } from '../../testing/startTestService.ts';
import { sweepAvatars } from './index.ts';

let external: ExternalServiceStandIn;
let service: TestService;
let boss: Record<string, string>;
beforeAll(async () => {
  external = await startExternalService();
  service = await startTestService({
    ROWHOUSE_SIGN_UP: 'true',
    ROWHOUSE_AVATARS_EXTERNAL_URL: external.baseUrl,
    ROWHOUSE_AVATARS_EXTERNAL_TIMEOUT: '30000',
  });
  await service.addUser('boss@example.com', 'administrator');
  boss = await signIn('boss@example.com');
});
afterAll(async () => {
  await service?.destroy();
});

async function signIn(email: string): Promise<Record<string, string>> {
  return { authorization: `Bearer ${(await service.signIn(email)).token}` };
}

const avatarOf = (email: string) =>
  service.database.db
    .selectFrom('avatars')
    .innerJoin('users', 'users.id', 'avatars.user_id')
    .innerJoin('avatar_files', 'avatar_files.id', 'avatars.file_id')
    .select(['avatars.id', 'users.id as user', 'source', 'url', 'file_id', 'key', 'media_type'])
    .where('email', '=', email)
    .executeTakeFirst();

async function untilAvatar(email: string, differentFrom = 0) {
  await expect
    .poll(async () => (await avatarOf(email))?.file_id ?? 0, { interval: 20 })
    .not.toBeOneOf([0, differentFrom]);
  return (await avatarOf(email)) as NonNullable<Awaited<ReturnType<typeof avatarOf>>>;
}

const lookups = (email: string) => {
  const key = createHash('sha256').update(email).digest('hex');
  return external.requests.filter((path) => path.startsWith(`/${key}`)).length;
};

describe('A new user', () => {
  it('has initials, however the account was created', async () => {
    const body = { name: 'Grace Hopper', password: testPassword, language: null, isActive: true, roleId: 3 };
    const post = (path: string, email: string) =>
      service.call(path, { method: 'POST', headers: boss, body: { ...body, email } });
    expect((await post('/api/users', 'by.form@example.com')).status).toBe(201);
    const signedUp = await service.call('/api/auth/sign-up/email', {
      method: 'POST',
      body: { name: 'Grace Hopper', password: testPassword, email: 'by.sign.up@example.com' },
    });
    expect(signedUp.status).toBe(200);
    const command = startCommand(
      { DATABASE_URL: service.database.url, ROWHOUSE_DATA_DIR: service.dataDir },
      {
        args: ['user:create', '--email', 'by.command@example.com', '--name', 'Grace Hopper'],
        folder: service.dataDir,
      },
    );
    expect(await once(command, 'close')).toEqual([0, null]);
    for (const email of [
      'by.form@example.com',
      'by.sign.up@example.com',
      'by.command@example.com',
      'admin@example.com',
    ]) {
      const avatar = await untilAvatar(email);
      expect([email, avatar.source, avatar.media_type]).toEqual([email, 'initials', 'image/svg+xml']);
      expect((await service.files.read(avatar.key))?.toString()).toContain('<svg');
    }
    const me = await service.call('/api/core/me', { headers: await signIn('by.sign.up@example.com') });
    const { id, url } = await untilAvatar('by.sign.up@example.com');
    expect((me.body.user as { avatar: object }).avatar).toEqual({ id, url });
    const shown = await service.call(url, { headers: boss });
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('GH')]);
  });

  it('has the image that the external service has for the e-mail address', async () => {
    external.add('known@example.com', squareImage, 'image/png');
    await service.addUser('known@example.com');
    const avatar = await untilAvatar('known@example.com');
    expect([avatar.source, avatar.media_type]).toEqual(['external', 'image/webp']);
    expect(lookups('known@example.com')).toBe(1);
  });

  it('gets another job from the sweep if the first was lost', async () => {
    const { db } = service.database;
    const insert = (email: string, created_at: Date) =>
      db.insertInto('users').values({ name: 'Lost Soul', email, created_at }).execute();
    await insert('lost@example.com', new Date(Date.now() - 3_600_000));
    await insert('of.old@example.com', new Date(Date.now() - 48 * 3_600_000));
    await sweepAvatars({ db, ...service });
    expect((await untilAvatar('lost@example.com')).source).toBe('initials');
    // Older users are left to the command: no job was sent.
    expect(await avatarOf('of.old@example.com')).toBeUndefined();
  });
});

describe('A renamed user', () => {
  it('gets new initials, if the avatar was initials', async () => {
    await service.addUser('renamed@example.com');
    const before = await untilAvatar('renamed@example.com');
    const headers = await signIn('renamed@example.com');
    const body = { name: 'Xenia Yung' };
    expect((await service.call('/api/core/me', { method: 'PATCH', headers, body })).status).toBe(200);
    const after = await untilAvatar('renamed@example.com', before.file_id);
    expect((await service.files.read(after.key))?.toString()).toContain('XY');
    await expect.poll(() => service.files.exists(before.key)).toBe(false);

    const byForm = { name: 'Zoe Quill' };
    await service.call(`/api/users/${after.user}`, { method: 'PATCH', headers: boss, body: byForm });
    const last = await untilAvatar('renamed@example.com', after.file_id);
    expect((await service.files.read(last.key))?.toString()).toContain('ZQ');
  });

  it('keeps an uploaded or external image', async () => {
    await service.addUser('uploaded@example.com');
    await untilAvatar('uploaded@example.com');
    expect((await uploadAvatar(service, await signIn('uploaded@example.com'))).status).toBe(200);
    const upload = await untilAvatar('uploaded@example.com');
    const known = await untilAvatar('known@example.com');
    for (const { user } of [upload, known]) {
      const body = { name: 'Another Name' };
      const response = await service.call(`/api/users/${user}`, { method: 'PATCH', headers: boss, body });
      expect(response.status).toBe(200);
    }
    await untilJobsAreDone();
    expect(await avatarOf('uploaded@example.com')).toEqual(upload);
    expect(await avatarOf('known@example.com')).toEqual(known);
  });

  it('is looked up by the new e-mail address', async () => {
    const { user, file_id } = await untilAvatar('known@example.com');
    const body = { email: 'unknown@example.com' };
    await service.call(`/api/users/${user}`, { method: 'PATCH', headers: boss, body });
    expect((await untilAvatar('unknown@example.com', file_id)).source).toBe('initials');
    expect(lookups('unknown@example.com')).toBe(1);
  });
});

it('shows the avatar of each user in the users table', async () => {
  const { db } = service.database;
  const users = await db.selectFrom('users').select('email').execute();
  const body = { meta: { start: 0, length: 30 } };
  const response = await service.call('/api/users/tableData', { method: 'POST', headers: boss, body });
  const rows = response.body.data as { email: string; avatar: object | null }[];
  expect(rows.map(({ email }) => email).sort()).toEqual(users.map(({ email }) => email).sort());
  for (const { email, avatar } of rows) {
    const stored = await avatarOf(email);
    expect(avatar).toEqual(stored === undefined ? null : { id: stored.id, url: stored.url });
  }
});

it('removes the avatar of a deleted user with its file', async () => {
  const { id, user, key, url } = await untilAvatar('renamed@example.com');
  await service.database.db.deleteFrom('users').where('id', '=', user).execute();
  expect((await service.call(url, { headers: boss })).status).toBe(404);
  expect(await service.avatars.find(id)).toBeNull();
  await sweepAvatars({ db: service.database.db, ...service });
  expect(await service.files.exists(key)).toBe(false);
});

it('does not wait for the external service at a sign-up', async () => {
  external.mode = 'silent';
  const email = 'patient@example.com';
  const response = await service.call('/api/auth/sign-up/email', {
    method: 'POST',
    body: { name: 'Ann Patient', password: testPassword, email },
  });
  expect(response.status).toBe(200);
  // The service received the request, and does not respond until the test stops it.
  await expect.poll(() => lookups(email)).toBe(1);
  expect(await avatarOf(email)).toBeUndefined();
  const { token } = await service.signIn(email);
  const me = await service.call('/api/core/me', { headers: { authorization: `Bearer ${token}` } });
  expect((me.body.user as { avatar: unknown }).avatar).toBeNull();
  await external.stop();
  expect((await untilAvatar(email)).source).toBe('initials');
});

async function untilJobsAreDone(): Promise<void> {
  const open = sql<{ count: string }>`
    select count(*) from jobs.job where name = 'avatars' and state in ('created', 'retry', 'active')`;
  await expect.poll(async () => (await open.execute(service.database.db)).rows[0]?.count).toBe('0');
}
