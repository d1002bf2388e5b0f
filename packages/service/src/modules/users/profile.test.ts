import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cookiesOf,
  startTestService,
  type TestService,
  testPassword,
} from '../../testing/startTestService.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ ROWHOUSE_LANGUAGES: 'en,de' });
});
afterAll(() => service?.destroy());

async function person(email: string) {
  await service.addUser(email);
  return { authorization: `Bearer ${(await service.signIn(email)).token}` };
}

const update = (body: unknown, headers: Record<string, string>) =>
  service.call('/api/core/me', { method: 'PATCH', body, headers });

describe('The profile of the user', () => {
  it('has the languages that may be chosen', async () => {
    const headers = await person('ada@example.com');
    expect((await service.call('/api/core/me', { headers })).body.languages).toEqual(['en', 'de']);
  });

  it('has a name and a language that every user may change', async () => {
    const headers = await person('pia@example.com');
    const response = await update({ name: ' Pia Peters ', language: 'de' }, headers);
    expect(response.status).toBe(200);
    expect(response.body.user).toMatchObject({
      name: 'Pia Peters',
      language: 'de',
      email: 'pia@example.com',
    });
    // The initials of the new name may be drawn in the meantime.
    const user = response.body.user as { readonly avatar: object };
    const avatar = { ...user.avatar, url: expect.stringMatching(/\?v=\d+$/) };
    expect((await service.call('/api/core/me', { headers })).body).toEqual({
      ...response.body,
      user: { ...user, avatar },
    });
    expect(response.body.formats).toEqual({ date: 'd.m.Y', datetime: 'd.m.Y H:i:s' });
    expect((await update({ name: 'Pia' }, headers)).body.user).toMatchObject({ name: 'Pia', language: 'de' });
    expect((await update({ language: null }, headers)).body.user).toMatchObject({
      name: 'Pia',
      language: 'en',
    });
    expect((await service.call('/api/core/me', { headers })).body.user).toMatchObject({ language: 'en' });
  });

  it('keeps a name that another process has just changed', async () => {
    const headers = await person('nia@example.com');
    await service.call('/api/core/me', { headers });
    await service.database.db
      .updateTable('users')
      .set({ name: 'Nia New' })
      .where('email', '=', 'nia@example.com')
      .execute();
    expect((await update({ language: 'de' }, headers)).body.user).toMatchObject({
      name: 'Nia New',
      language: 'de',
    });
    expect((await service.call('/api/core/me', { headers })).body.user).toMatchObject({ name: 'Nia New' });
  });

  it('has a time zone, which is that of the browser until one is chosen', async () => {
    const headers = await person('zoe@example.com');
    const { cookie } = await service.signIn('zoe@example.com');
    const zones = async (given: Record<string, string>) => {
      const { user } = (await service.call('/api/core/me', { headers: given })).body;
      const { timeZone, ownTimeZone } = user as { timeZone: string; ownTimeZone: string | null };
      return [timeZone, ownTimeZone];
    };
    const browserIn = (zone: string) => zones({ cookie: `${cookie}; rowhouse_time_zone=${zone}` });
    expect(await zones({ cookie })).toEqual(['UTC', null]);
    expect(await browserIn('Asia/Tokyo')).toEqual(['Asia/Tokyo', null]);
    // The last zone is for mails and for browsers that send none; programs get the default.
    expect(await zones({ cookie })).toEqual(['Asia/Tokyo', null]);
    expect(await browserIn('Nowhere/At_all')).toEqual(['Asia/Tokyo', null]);
    expect(await zones(headers)).toEqual(['UTC', null]);
    expect((await update({ timeZone: 'america/new_york' }, headers)).body.user).toMatchObject({
      timeZone: 'America/New_York',
      ownTimeZone: 'America/New_York',
    });
    expect(await browserIn('Asia/Tokyo')).toEqual(['America/New_York', 'America/New_York']);
    expect(await zones(headers)).toEqual(['America/New_York', 'America/New_York']);
    expect((await update({ timeZone: null }, headers)).status).toBe(200);
    expect(await browserIn('Europe/Paris')).toEqual(['Europe/Paris', null]);
  });

  it.each(['+02:00', 'Europe/Nowhere', '', 'x'.repeat(200)])('refuses the time zone %j', async (timeZone) => {
    const headers = await person(`zone-${timeZone.length}@example.com`);
    const response = await update({ timeZone }, headers);
    expect([response.status, Object.keys(response.body.errors as object)]).toEqual([422, ['timeZone']]);
  });

  it('has no other field that can be changed, and no empty name', async () => {
    const headers = await person('eve@example.com');
    const response = await update({ name: '  ', language: 'fr', roleId: 1, isActive: true }, headers);
    expect(response.status).toBe(422);
    expect(response.body.errors).toEqual({
      roleId: ['is not known; remove it, or use one of name, language, timeZone'],
      isActive: ['is not known; remove it, or use one of name, language, timeZone'],
      name: ['is required'],
    });
    expect((await update({ language: 'fr' }, headers)).body.errors).toEqual({
      language: ['must be one of en, de, or null, not "fr"'],
    });
    expect((await update({ name: 'x'.repeat(201) }, headers)).body.errors).toEqual({
      name: ['must have at most 200 characters, and has 201'],
    });
    expect((await update(undefined, headers)).status).toBe(422);
  });

  it('requires a sign-in', async () => {
    expect((await update({ name: 'x' }, {})).status).toBe(401);
  });
});

describe('The password of the user', () => {
  const changePassword = (headers: Record<string, string>, currentPassword: string, newPassword: string) =>
    service.call('/api/auth/change-password', {
      method: 'POST',
      // Other sessions end regardless of the request.
      body: { currentPassword, newPassword, revokeOtherSessions: false },
      headers,
    });

  it('is changed with the current one, and other sessions end', async () => {
    const other = await person('paul@example.com');
    const { cookie } = await service.signIn('paul@example.com');
    const wrong = await changePassword({ cookie }, 'not the present one', 'another long password');
    expect(wrong.status).toBe(400);
    expect(wrong.body).toMatchObject({
      message: 'Invalid password.',
      errors: { currentPassword: ['is wrong'] },
    });
    const changed = await changePassword({ cookie }, testPassword, 'another long password');
    expect(changed.status).toBe(200);
    expect((await service.call('/api/core/me', { headers: other })).status).toBe(401);
    const headers = { cookie: cookiesOf(changed) };
    expect((await service.call('/api/core/me', { headers })).status).toBe(200);
    await expect(service.signIn('paul@example.com')).rejects.toThrow('401');
  });
});
