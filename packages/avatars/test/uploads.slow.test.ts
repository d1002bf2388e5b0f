import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { square } from './images.ts';
import { appWith, boundary, form, imagePart, upload } from './routes.ts';
import { type AvatarFixture, avatarFixture, consistent, inconsistencies } from './support.ts';

describe('uploads', () => {
  let fixture: AvatarFixture;
  let app: FastifyInstance;
  let image: Buffer;
  beforeAll(async () => {
    fixture = await avatarFixture('sqlite');
    app = appWith(fixture.create({ limits: { bytes: 20_000 } }));
    image = await square('#ff0000');
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  beforeEach(async () => {
    await fixture.avatars.generate(1);
  });
  afterAll(async () => {
    await app?.close();
    await fixture?.destroy();
  });

  const text = { name: 'note', value: 'hello' };

  it.each([
    { what: 'no file', parts: [text], field: 'avatar', says: /missing/ },
    { what: 'no part at all', parts: [], field: 'avatar', says: /missing/ },
    {
      what: 'a file in another field',
      parts: [{ name: 'photo', value: 'x', filename: 'a.png' }],
      field: 'avatar',
      says: /"photo".*field avatar/,
    },
    {
      what: 'a text in the field avatar',
      parts: [{ name: 'avatar', value: 'me.png' }],
      field: 'avatar',
      says: /is text/,
    },
    {
      what: 'an endless user_id',
      parts: [{ name: 'user_id', value: '1'.repeat(10_000) }],
      field: 'user_id',
      says: /not the id/,
    },
    {
      what: 'a user_id in JSON',
      parts: [{ name: 'user_id', value: '{"a":1}', type: 'application/json' }],
      field: 'user_id',
      says: /not the id/,
    },
    {
      what: 'too many fields',
      parts: Array.from({ length: 30 }, () => text),
      field: 'avatar',
      says: /too many fields/,
    },
  ])('refuses $what with 422 and a remedy', async ({ parts, field, says }) => {
    const response = await upload(app, 'owner', form(...parts));

    expect(response.statusCode).toBe(422);
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(response.json()).toMatchObject({
      type: 'avatars.invalid_request',
      errors: { [field]: [expect.stringMatching(says)] },
    });
    await expectNothingChanged();
  });

  it('refuses two files in either order', async () => {
    for (const parts of [
      [imagePart(image), imagePart(image)],
      [imagePart(image), { ...imagePart(image), name: 'other' }],
      [{ ...imagePart(image), name: 'other' }, imagePart(image)],
    ]) {
      const response = await upload(app, 'owner', form(...parts));
      expect([response.statusCode, response.json().type]).toEqual([422, 'avatars.invalid_request']);
    }
    await expectNothingChanged();
  });

  it('refuses a file that is not an image, or not square, with 422 in the field', async () => {
    for (const value of [Buffer.from('GIF89a, or not'), Buffer.from('hello'), Buffer.alloc(0)]) {
      const response = await upload(app, 'owner', form(imagePart(value)));
      expect(response.statusCode).toBe(422);
      expect(response.json()).toMatchObject({
        type: 'avatars.invalid_image',
        errors: { avatar: [expect.any(String)] },
      });
    }
    await expectNothingChanged();
  });

  it('accepts a file of the maximum size and refuses one byte more with 413', async () => {
    const most = Buffer.concat([image, Buffer.alloc(20_000 - image.length)]);
    expect((await upload(app, 'other', form(imagePart(most)))).statusCode).not.toBe(413);
    for (const bytes of [Buffer.alloc(20_001), Buffer.alloc(3_000_000)]) {
      const response = await upload(app, 'owner', form(imagePart(bytes), text));
      expect(response.statusCode).toBe(413);
      expect(response.json()).toMatchObject({
        type: 'avatars.too_large',
        errors: { avatar: [expect.stringContaining('20000')] },
      });
    }
    await expectNothingChanged();
  });

  it.each([
    { what: 'JSON', type: 'application/json', body: '{"avatar":"x"}' },
    { what: 'text', type: 'text/plain', body: 'avatar' },
    { what: 'the image alone', type: 'image/png', body: 'x' },
    { what: 'an URL-encoded form', type: 'application/x-www-form-urlencoded', body: 'avatar=x' },
    { what: 'a nameless type', type: 'nonsense', body: 'x' },
  ])('refuses $what with 415', async ({ type, body }) => {
    const response = await upload(app, 'owner', Buffer.from(body), { 'content-type': type });

    expect([response.statusCode, response.json().type]).toEqual([415, 'avatars.unsupported_media_type']);
    expect(response.json().message).toContain('multipart/form-data');
  });

  it('refuses a request without a body with 415', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/core/avatars',
      headers: { 'x-actor': 'owner' },
    });
    expect([response.statusCode, response.json().type]).toEqual([415, 'avatars.unsupported_media_type']);
  });

  it.each([
    { what: 'without a boundary', type: 'multipart/form-data', body: () => form(imagePart(image)) },
    { what: 'that end in the middle', body: () => form(imagePart(image)).subarray(0, 150) },
    { what: 'that end in the head of a part', body: () => form(imagePart(image)).subarray(0, 60) },
    {
      what: 'with a field of the prototype',
      body: () => form({ name: '__proto__', value: 'x' }, imagePart(image)),
    },
    {
      what: 'with a file in a field of the prototype',
      body: () => form({ ...imagePart(image), name: 'constructor' }),
    },
  ])('refuses $what with 400', async ({ type, body }) => {
    const response = await upload(app, 'owner', body(), type === undefined ? {} : { 'content-type': type });

    expect([response.statusCode, response.json().type]).toEqual([400, 'avatars.malformed_upload']);
    await expectNothingChanged();
  });

  it('refuses a boundary other than the announced one', async () => {
    const type = 'multipart/form-data; boundary=another';
    const response = await upload(app, 'owner', form(imagePart(image)), { 'content-type': type });
    expect([400, 422]).toContain(response.statusCode);
    await expectNothingChanged();
  });

  it('leaves nothing when an upload stops halfway, and serves further requests', async () => {
    const whole = form(imagePart(Buffer.alloc(15_000)));
    for (const length of [20, 200, 8_000]) {
      const socket = await sendHead('owner', whole.length);
      socket.write(whole.subarray(0, length));
      await new Promise((resolve) => setImmediate(resolve));
      socket.destroy();
    }
    await expect.poll(() => openConnections()).toBe(0);
    await expectNothingChanged();
    expect((await upload(app, 'other', form(imagePart(image)))).statusCode).toBe(200);
  });

  it('refuses more than ten uploads of a user with 429 before reading them, without delaying other users', async () => {
    const whole = form(imagePart(image));
    const refused: string[] = [];
    const sockets: Socket[] = [];
    for (let count = 0; count < 13; count++) {
      const socket = await sendHead('owner', whole.length);
      socket.on('data', (bytes) => refused.push(String(bytes)));
      socket.write(whole.subarray(0, -50));
      sockets.push(socket);
    }
    await expect.poll(() => refused.length).toBe(3);
    for (const response of refused) {
      expect(response).toMatch(/^HTTP\/1.1 429 /);
      expect(response).toMatch(/\r\nretry-after: \d+\r\n/i);
      expect(response).toContain('"type":"avatars.too_many_uploads"');
    }
    expect((await upload(app, 'other', form(imagePart(image)))).statusCode).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await upload(app, 'owner', form(imagePart(image)))).statusCode).toBe(200);
  });

  it('responds before reading the body if the sender may not upload', async () => {
    for (const [actor, status] of [
      ['anonymous', 401],
      ['inactive', 403],
      ['impersonating', 403],
    ] as const) {
      const response = await send(actor, form(imagePart(Buffer.alloc(3_000_000))));
      expect(response.status).toBe(status);
      await response.body?.cancel();
    }
    await expectNothingChanged();
  });

  it('are read where the application itself reads forms, too', async () => {
    const host = fastify();
    await host.register(multipart);
    appWith(fixture.avatars, {}, host);
    expect((await upload(host, 'other', form(imagePart(image)))).statusCode).toBe(200);
    expect(
      (await upload(host, 'owner', Buffer.from('{}'), { 'content-type': 'application/json' })).statusCode,
    ).toBe(415);
    await host.close();
  });

  it('explains an upload that the application has already read', async () => {
    const host = fastify();
    await host.register(multipart, { attachFieldsToBody: true });
    appWith(fixture.avatars, {}, host);
    const response = await upload(host, 'other', form(imagePart(image)));
    expect([response.statusCode, response.json().message]).toEqual([
      500,
      expect.stringContaining('attachFieldsToBody'),
    ]);
    await host.close();
  });

  it('are not what other routes of the application read', async () => {
    const host = appWith(fixture.avatars);
    host.post('/other', async () => 'read');
    await host.ready();
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    expect(
      (await host.inject({ method: 'POST', url: '/other', headers, payload: form(text) })).statusCode,
    ).toBe(415);
    const json = { method: 'POST', url: '/other', payload: { a: 1 } } as const;
    expect((await host.inject(json)).statusCode).toBe(200);
    await host.close();
  });

  function send(actor: string, body: Buffer): Promise<Response> {
    const { port } = app.server.address() as AddressInfo;
    const headers = { 'x-actor': actor, 'content-type': `multipart/form-data; boundary=${boundary}` };

    return fetch(`http://127.0.0.1:${port}/api/core/avatars`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    });
  }

  /** The beginning of an upload whose body is yet to come. */
  async function sendHead(actor: string, length: number): Promise<Socket> {
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const head = `POST /api/core/avatars HTTP/1.1\r\nhost: localhost\r\nx-actor: ${actor}\r\ncontent-length: ${length}\r\n`;
    socket.write(`${head}content-type: multipart/form-data; boundary=${boundary}\r\n\r\n`);

    return socket;
  }

  function openConnections(): Promise<number> {
    return new Promise((resolve, reject) =>
      app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  }

  async function expectNothingChanged(): Promise<void> {
    expect(await fixture.avatars.ofUser(1)).toMatchObject({ source: 'initials' });
    expect(await inconsistencies(fixture.db, fixture.files.stored)).toEqual(consistent);
  }
});
