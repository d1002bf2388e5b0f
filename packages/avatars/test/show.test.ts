import fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Avatar } from '../src/index.ts';
import { square } from './images.ts';
import { appWith } from './routes.ts';
import { type AvatarFixture, avatarFixture } from './support.ts';

describe('the image of an avatar', () => {
  let fixture: AvatarFixture;
  let app: FastifyInstance;
  let avatar: Avatar;
  let path: string;
  beforeAll(async () => {
    fixture = await avatarFixture('sqlite');
    app = appWith(fixture.avatars);
  });
  beforeEach(async () => {
    // Every upload starts a process. One is enough until a test replaces it.
    const now = await fixture.avatars.ofUser(1);
    if (now === null || now.file_id !== avatar?.file_id) await uploadAnother();
  });
  afterAll(async () => {
    await app?.close();
    await fixture?.destroy();
  });

  /** One that no earlier test has had read. */
  async function uploadAnother(): Promise<void> {
    avatar = await fixture.avatars.store(1, await square('#ff0000'));
    path = `/api/core/avatars/${avatar.id}`;
  }

  it('is sent so that nothing in it can run and no other site shows it', async () => {
    const response = await show(avatar.url);

    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(response.rawPayload.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': `inline; filename="avatar-${avatar.id}.webp"`,
      'cache-control': 'private, max-age=31536000, immutable',
      etag: `"${fixture.avatars.version(avatar)}"`,
    });
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256 });
  });

  it('may be kept for a year under its present version only', async () => {
    const cacheControl = async (url: string) => (await show(url)).headers['cache-control'];

    expect(await cacheControl(path)).toBe('private, no-cache');
    expect(await cacheControl(`${path}?v=${avatar.file_id - 1}`)).toBe('private, no-cache');
    expect(await cacheControl(`${path}?v=${avatar.file_id}&v=${avatar.file_id}`)).toBe('private, no-cache');
    const before = avatar.url;
    const { url } = await fixture.avatars.generate(1);
    expect(await cacheControl(before)).toBe('private, no-cache');
    expect(await cacheControl(url)).toBe('private, max-age=31536000, immutable');
  });

  it('is neither read nor sent again to clients that have it', async () => {
    const etag = String((await show(path)).headers.etag);
    fixture.files.faults.read = true;
    try {
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const response = await show(avatar.url, { 'if-none-match': known });
        expect([response.statusCode, response.body, response.headers.etag]).toEqual([304, '', etag]);
        expect(response.headers['cache-control']).toBe('private, max-age=31536000, immutable');
        expect(response.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
        expect(response.headers['content-type']).toBeUndefined();
      }
    } finally {
      fixture.files.faults.read = false;
    }
    expect((await show(`${path}?size=32`, { 'if-none-match': etag })).statusCode).toBe(200);
    await fixture.avatars.generate(1);
    expect((await show(path, { 'if-none-match': etag })).statusCode).toBe(200);
  });

  it('is described to HEAD as to GET', async () => {
    const [get, head] = await Promise.all([show(path), show(path, {}, 'HEAD')]);
    expect(head.body).toBe('');
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control', 'content-disposition']) {
      expect(head.headers[name], name).toBe(get.headers[name]);
    }
    const known = { 'if-none-match': String(get.headers.etag) };
    expect((await show(path, known, 'HEAD')).statusCode).toBe(304);
  });

  it('is available in the configured sizes, and as PNG', async () => {
    for (const size of [32, 64, 128, 256]) {
      const response = await show(`${path}?size=${size}&format=png`);
      expect(await sharp(response.rawPayload).metadata()).toMatchObject({
        format: 'png',
        width: size,
        height: size,
      });
      expect(response.headers['content-disposition']).toContain('.png"');
    }
    expect((await show(`${path}?size=&format=&v=`)).statusCode).toBe(200);
  });

  it.each([
    ['size=33', 'size', /^size is 33, .* one of 32, 64, 128, 256\.$/],
    ['size=0', 'size', /"0"/],
    ['size=-32', 'size', /"-32"/],
    ['size=32.5', 'size', /"32.5"/],
    ['size=1e3', 'size', /"1e3"/],
    ['size=9999999', 'size', /"9999999"/],
    ['size=32&size=64', 'size', /\["32","64"\]/],
    ['format=gif', 'format', /"gif".* Use png, or leave it out\.$/],
    ['format=PNG', 'format', /"PNG"/],
    ['format=png&format=png', 'format', /\[/],
  ])('is refused by 422 for ?%s', async (query, field, says) => {
    const response = await show(`${path}?${query}`);
    expect([response.statusCode, response.json().type]).toEqual([422, 'avatars.invalid_request']);
    expect(response.json().errors).toEqual({ [field]: [expect.stringMatching(says)] });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it.each(['0', '999', 'abc', '-1', '1.0', '1e1', '99999999999', '%00', '1%20', '..%2f1'])(
    'responds 404 under the id %s',
    async (id) => {
      for (const method of ['GET', 'PATCH'] as const) {
        const response = await show(`/api/core/avatars/${id}`, {}, method);
        expect([response.statusCode, response.json().type]).toEqual([404, 'avatars.not_found']);
      }
    },
  );

  it('sends Retry-After while the store is unavailable', async () => {
    await uploadAnother();
    fixture.files.faults.read = true;
    const response = await show(path).finally(() => {
      fixture.files.faults.read = false;
    });
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
    expect(response.body).not.toContain('Simulated failure');
  });

  it('is a temporary placeholder while its file is lost', async () => {
    await uploadAnother();
    const stored = fixture.files.stored as Map<string, unknown>;
    const kept = [...stored];
    stored.clear();
    const response = await show(avatar.url);
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(response.headers['cache-control']).toBe('private, no-cache');
    expect(response.headers.etag).not.toBe(`"${fixture.avatars.version(avatar)}"`);
    for (const [key, file] of kept) stored.set(key, file);
    expect((await show(avatar.url)).headers['content-type']).toBe('image/webp');
  });

  it('uses the route names, path, config and hooks of the application', async () => {
    const seen: unknown[] = [];
    const host = fastify();
    host.addHook('onRoute', ({ method, url, config }) => {
      seen.push([method, url, config]);
    });
    const config = {
      show: { access: 'signed-in' },
      update: { access: 'signed-in' },
      store: { rank: 2 },
    } as object;
    const hooked: string[] = [];
    const onRequest = async ({ url }: { url: string }) => void hooked.push(url);
    await host.register(
      async (scope) => {
        appWith(fixture.avatars, { path: '/pictures', config, onRequest }, scope);
      },
      { prefix: '/v1' },
    );
    await host.ready();

    expect(seen).toHaveLength(4);
    expect(seen).toEqual(
      expect.arrayContaining([
        ['POST', '/v1/pictures', expect.objectContaining({ name: 'core.avatars.store', rank: 2 })],
        [
          'PATCH',
          '/v1/pictures/:avatar',
          expect.objectContaining({ name: 'core.avatars.update', access: 'signed-in' }),
        ],
        [
          'GET',
          '/v1/pictures/:avatar',
          expect.objectContaining({ name: 'core.avatars.show', access: 'signed-in' }),
        ],
        [
          'HEAD',
          '/v1/pictures/:avatar',
          expect.objectContaining({ name: 'core.avatars.show', access: 'signed-in' }),
        ],
      ]),
    );
    const url = `/v1/pictures/${avatar.id}`;
    expect((await host.inject({ url, headers: { 'x-actor': 'owner' } })).statusCode).toBe(200);
    await host.inject({ url: '/elsewhere' });
    expect(hooked).toEqual([url]);
    await host.close();
  });

  function show(
    url: string,
    headers: Record<string, string> = {},
    method: 'GET' | 'HEAD' | 'PATCH' = 'GET',
  ): Promise<LightMyRequestResponse> {
    return app.inject({ method, url, headers: { 'x-actor': 'superior', ...headers } });
  }
});
