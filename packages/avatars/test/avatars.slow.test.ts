import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CamelCasePlugin } from 'kysely';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { avatarSources } from '../src/Avatars.ts';
import { type Avatar, installAvatars, removeAvatars } from '../src/index.ts';
import { colourIn, square } from './images.ts';
import { type AvatarFixture, avatarFixture, consistent, inconsistencies } from './support.ts';

describe.each(dialects)('avatars on %s', (dialect) => {
  let fixture: AvatarFixture;
  beforeEach(async () => {
    fixture = await avatarFixture(dialect);
  });
  afterEach(() => fixture?.destroy());

  const check = () => inconsistencies(fixture.db, fixture.files.stored);

  it('draws initials for a user who has no other image', async () => {
    const { avatars, files } = fixture;
    const avatar = await avatars.generate(2);

    expect(avatar).toEqual({
      id: expect.any(Number),
      user_id: 2,
      file_id: expect.any(Number),
      url: `/api/core/avatars/${avatar.id}?v=${avatar.file_id}`,
      source: 'initials',
    });
    expect(await avatars.find(avatar.id)).toEqual(avatar);
    expect(await avatars.ofUser(2)).toEqual(avatar);
    expect(await avatars.ofUser('2')).toEqual(avatar);
    expect(await avatars.user(avatar)).toEqual({
      id: 2,
      name: 'Given2 Family2',
      email: 'user2@example.com',
    });
    const file = await avatars.file(avatar);
    expect(file).toMatchObject({ id: avatar.file_id, media_type: 'image/svg+xml' });
    expect(files.stored.get(file?.key ?? '')?.bytes.length).toBe(file?.size);
    expect(await check()).toEqual(consistent);
  });

  it('stores an upload again and deletes the file before', async () => {
    const { avatars, files } = fixture;
    const first = await avatars.generate(1);
    const second = await avatars.store(1, await square('#ff0000'));
    const third = await avatars.store(1, await square('#0000ff'));

    expect([second.id, third.id]).toEqual([first.id, first.id]);
    expect(new Set([first.file_id, second.file_id, third.file_id]).size).toBe(3);
    expect(third).toMatchObject({
      source: 'upload',
      url: `/api/core/avatars/${first.id}?v=${third.file_id}`,
    });
    expect(await avatars.ofUser(1)).toEqual(third);
    expect(files.stored.size).toBe(1);
    expect(await check()).toEqual(consistent);
    const [stored] = files.stored.values();
    expect(await sharp(stored?.bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect(await colourIn(stored?.bytes ?? Buffer.alloc(0))).toBe('0,0,256');
  });

  it('generates the default again, and keeps an upload when only missing avatars are generated', async () => {
    const { avatars } = fixture;
    const upload = await avatars.store(1, await square('#ff0000'));

    expect(await avatars.generate(1, { keep: avatarSources })).toEqual(upload);
    const again = await avatars.generate(1);
    expect(again).toMatchObject({ id: upload.id, source: 'initials' });
    expect(again.file_id).not.toBe(upload.file_id);
    expect(await check()).toEqual(consistent);
  });

  it('keeps an upload that arrives while the default is generated', async () => {
    let upload: Avatar | undefined;
    const service = createServer(async (_request, response) => {
      upload = await fixture.avatars.store(1, await square('#ff0000'));
      response.writeHead(404).end();
    });
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const { port } = service.address() as AddressInfo;
    const external = { baseUrl: `http://127.0.0.1:${port}`, timeout: 60_000 };
    const avatars = fixture.create({ external });

    expect(await avatars.generate(1, { keep: ['upload'] })).toEqual(upload);
    expect(await avatars.ofUser(1)).toMatchObject({ source: 'upload' });
    expect(await check()).toEqual(consistent);
    await new Promise((resolve) => service.close(resolve));
  });

  it('shows an avatar in each size and format, under a version of its own', async () => {
    const { avatars } = fixture;
    const avatar = await avatars.store(1, await square('#00ff00'));
    const versions = new Set<string>();

    for (const [options, expected] of [
      [{}, ['image/webp', 'webp', 256]],
      [{ size: 256 }, ['image/webp', 'webp', 256]],
      [{ size: 32 }, ['image/webp', 'webp', 32]],
      [{ size: 64, format: 'png' }, ['image/png', 'png', 64]],
      [{ format: 'png' }, ['image/png', 'png', 256]],
    ] as const) {
      const image = await avatars.image(avatar, options);
      const { format, width } = await sharp(image.bytes).metadata();
      expect([image.mediaType, format, width]).toEqual(expected);
      expect(image.version).toBe(avatars.version(avatar, options));
      versions.add(image.version);
    }
    expect(versions.size).toBe(4);

    const initials = await avatars.generate(1);
    expect((await avatars.image(initials, { size: 32 })).mediaType).toBe('image/svg+xml');
    expect(
      (await sharp((await avatars.image(initials, { size: 32, format: 'png' })).bytes).metadata()).width,
    ).toBe(32);
    expect(avatars.version(initials)).not.toBe(avatars.version(avatar));
    await expect(avatars.image(avatar, { size: 33 })).rejects.toMatchObject({
      code: 'avatars.invalid_request',
      fields: { size: ['size is 33, which is not offered. Use one of 32, 64, 128, 256.'] },
    });
  });

  it('reads a file once for concurrent requests', async () => {
    const { avatars, files } = fixture;
    const avatar = await avatars.store(1, await square('#00ff00'));
    const before = await Promise.all([avatars.image(avatar), avatars.image(avatar)]);
    files.faults.read = true;

    expect(await avatars.image(avatar)).toEqual(before[0]);
    await expect(avatars.image(avatar, { size: 32 })).rejects.toMatchObject({ code: 'avatars.unavailable' });
    files.faults.read = false;
    expect((await avatars.image(avatar, { size: 32 })).bytes.length).toBeGreaterThan(0);
  });

  it('shows initials in place of a file missing from the store, and the file again when it is restored', async () => {
    const { avatars, files, reported } = fixture;
    const avatar = await avatars.store(1, await square('#00ff00'));
    const stored = files.stored as Map<string, { bytes: Buffer; mediaType: string }>;
    const [[key, file] = []] = [...stored];
    stored.delete(key ?? '');

    const shown = await avatars.image(avatar);
    expect(shown.mediaType).toBe('image/svg+xml');
    expect(shown.version).not.toBe(avatars.version(avatar));
    expect(reported.map(String)).toEqual([
      expect.stringContaining(`avatar ${avatar.id} is missing from the store: ${key}`),
    ]);
    expect(await avatars.ofUser(1)).toEqual(avatar);

    if (key !== undefined && file !== undefined) stored.set(key, file);
    expect(await avatars.image(avatar)).toMatchObject({
      mediaType: 'image/webp',
      version: avatars.version(avatar),
    });
  });

  it('returns null for unknown users and avatars, with any id', async () => {
    const { avatars } = fixture;
    for (const id of [
      4,
      '4',
      '1abc',
      ' 1',
      '01',
      '',
      "1' or '1'='1",
      '99999999999999999999',
      'null',
      '1\0',
    ]) {
      await expect(avatars.generate(id), String(id)).rejects.toMatchObject({ code: 'avatars.not_found' });
      await expect(avatars.store(id, await square('#fff')), String(id)).rejects.toMatchObject({
        status: 404,
      });
      expect(await avatars.ofUser(id)).toBeNull();
    }
    for (const id of [0, -1, 1.5, Number.NaN, 2 ** 31, Number.POSITIVE_INFINITY, 77]) {
      expect(await avatars.find(id)).toBeNull();
    }
    expect(await check()).toEqual(consistent);
  });

  it('loses the avatar with its user, and the file with the next sweep', async () => {
    const { avatars, db, files } = fixture;
    await avatars.store(1, await square('#00ff00'));
    await avatars.store(2, await square('#00ff00'));
    await db.deleteFrom('users').where('id', '=', 1).execute();

    expect(await avatars.ofUser(1)).toBeNull();
    expect(await avatars.removeOrphans()).toBe(1);
    expect(await avatars.removeOrphans()).toBe(0);
    expect(files.stored.size).toBe(1);
    expect(await check()).toEqual(consistent);
  });

  it('can be installed repeatedly, and removed', async () => {
    const { avatars, db } = fixture;
    const avatar = await avatars.generate(1);
    await installAvatars(db);
    expect(await avatars.ofUser(1)).toEqual(avatar);
    await removeAvatars(db);
    await removeAvatars(db);
    await installAvatars(db);
    expect(await avatars.ofUser(1)).toBeNull();
  });

  it('works under a plugin that renames the columns of the host', async () => {
    const { create, db } = fixture;
    const avatars = create({ db: db.withPlugin(new CamelCasePlugin()) });
    const avatar = await avatars.store(1, await square('#00ff00'));

    expect(await avatars.find(avatar.id)).toEqual(avatar);
    expect((await avatars.file(avatar))?.media_type).toBe('image/webp');
    expect(await avatars.generateMissing()).toMatchObject({ total: 2, generated: 2, failed: 0 });
    expect(await check()).toEqual(consistent);
  });
});
