import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { avatarSources } from '../src/Avatars.ts';
import type { Avatar } from '../src/index.ts';
import { square } from './images.ts';
import { appWith, form, imagePart, upload } from './routes.ts';
import { type AvatarFixture, avatarFixture } from './support.ts';

/** The response to each caller who stores, updates or shows the avatar of user 1. */
const matrix = {
  owner: [200, 200, 200],
  superior: [200, 200, 200],
  other: [403, 403, 200],
  impersonating: [403, 403, 200],
  'impersonating a superior': [403, 403, 200],
  inactive: [403, 403, 403],
  'inactive superior': [403, 403, 403],
  anonymous: [401, 401, 401],
} as const;

describe.each(dialects)('the policy on %s', (dialect) => {
  let fixture: AvatarFixture;
  let app: FastifyInstance;
  let image: Buffer;
  beforeAll(async () => {
    fixture = await avatarFixture(dialect);
    app = appWith(fixture.avatars);
    image = await square('#ff0000');
  });
  afterAll(async () => {
    await app?.close();
    await fixture?.destroy();
  });

  for (const [actor, [stores, updates, shows]] of Object.entries(matrix)) {
    it(`returns ${stores} to ${actor} who stores`, async () => {
      const before = await fixture.avatars.generate(1);
      const response = await upload(app, actor, form(imagePart(image), { name: 'user_id', value: '1' }));
      await expectResponse(response, stores, before);
    });

    it(`returns ${updates} to ${actor} who updates`, async () => {
      const before = await uploaded();
      const url = `/api/core/avatars/${before.id}`;
      await expectResponse(
        await app.inject({ method: 'PATCH', url, headers: { 'x-actor': actor } }),
        updates,
        before,
      );
    });

    it(`returns ${shows} to ${actor} who requests it`, async () => {
      const { url } = await fixture.avatars.generate(1, { keep: avatarSources });
      const response = await app.inject({ method: 'GET', url, headers: { 'x-actor': actor } });
      expect(response.statusCode).toBe(shows);
      expect(response.headers['content-type']).toMatch(
        shows === 200 ? /^image\// : /^application\/problem\+json/,
      );
    });
  }

  it('stores an upload for the caller by default, and for other users only if the caller is a superior', async () => {
    const own = await upload(app, 'other', form(imagePart(image)));
    expect(own.json()).toMatchObject({ user_id: 3 });
    const named = await upload(app, 'other', form({ name: 'user_id', value: '3' }, imagePart(image)));
    expect(named.json()).toMatchObject({ id: own.json().id, user_id: 3 });
    const none = await upload(app, 'other', form({ name: 'user_id', value: '' }, imagePart(image)));
    expect(none.json()).toMatchObject({ id: own.json().id, user_id: 3 });

    const unknown = form(imagePart(image), { name: 'user_id', value: '99' });
    expect((await upload(app, 'superior', unknown)).json()).toMatchObject({
      type: 'avatars.not_found',
      status: 404,
    });
    // Who may not change it learns nothing of who is there.
    expect((await upload(app, 'other', unknown)).statusCode).toBe(403);
  });

  /** An upload of user 1: the one before, where nothing has replaced it. */
  async function uploaded(): Promise<Avatar> {
    const now = await fixture.avatars.ofUser(1);

    return now?.source === 'upload' ? now : fixture.avatars.store(1, image);
  }

  async function expectResponse(
    { statusCode, json }: Awaited<ReturnType<typeof upload>>,
    expected: number,
    before: Avatar,
  ): Promise<void> {
    expect(statusCode).toBe(expected);
    const now = await fixture.avatars.ofUser(1);
    if (expected === 200) {
      const { id, user_id, file_id, url } = now as Avatar;
      expect(json()).toEqual({ id, user_id, file_id, url });
      expect(file_id).not.toBe(before.file_id);
      return;
    }
    expect(json()).toMatchObject({
      type: expected === 401 ? 'avatars.unauthenticated' : 'avatars.forbidden',
      status: expected,
      message: expect.stringMatching(/\.$/),
    });
    expect(now).toEqual(before);
  }
});
