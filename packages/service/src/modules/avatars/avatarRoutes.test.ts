import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { squareImage, uploadAvatar, wideImage } from '../../testing/avatarRequests.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';

const maxBytes = 2_000_000;

let service: TestService;
let headers: Record<string, string>;
beforeAll(async () => {
  // The limit of other bodies is far below that of images, and must not affect them.
  service = await startTestService({
    ROWHOUSE_WORKERS: 'false',
    ROWHOUSE_BODY_LIMIT: '1024',
    ROWHOUSE_AVATARS_MAX_BYTES: `${maxBytes}`,
  });
  await service.addUser('ann@example.com');
  headers = { authorization: `Bearer ${(await service.signIn('ann@example.com')).token}` };
});
afterAll(() => service?.destroy());

/** The image, padded to `size` with bytes that decoders ignore. */
const padded = (size: number) => Buffer.concat([squareImage, Buffer.alloc(size - squareImage.length)]);

describe('An upload', () => {
  it('is accepted at the maximum size, and refused one byte above', async () => {
    expect((await uploadAvatar(service, headers, { image: padded(maxBytes) })).status).toBe(200);
    const response = await uploadAvatar(service, headers, { image: padded(maxBytes + 1) });
    expect(response.status).toBe(413);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(response.body).toEqual({
      type: 'avatars.too_large',
      title: 'File too large',
      status: 413,
      detail: expect.any(String),
      instance: '/api/core/avatars',
      message: expect.stringContaining('2000000'),
      errors: { avatar: [expect.any(String)] },
    });
  });

  it.each<[string, Parameters<typeof uploadAvatar>[2], string]>([
    ['that is no square', { image: wideImage }, 'avatars.invalid_image'],
    ['that is no image', { image: Buffer.from('hello') }, 'avatars.invalid_image'],
    ['that is empty', { image: Buffer.alloc(0) }, 'avatars.invalid_image'],
    ['in another field', { field: 'picture' }, 'avatars.invalid_request'],
  ])('refuses %s under its field', async (_what, options, type) => {
    const response = await uploadAvatar(service, headers, options);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect([response.status, response.body]).toEqual([
      422,
      expect.objectContaining({ type, errors: { avatar: [expect.any(String)] } }),
    ]);
  });

  it('is refused as JSON, with the accepted media type', async () => {
    const response = await service.call('/api/core/avatars', {
      method: 'POST',
      headers,
      body: { avatar: 1 },
    });
    expect([response.status, response.body]).toEqual([
      415,
      expect.objectContaining({
        type: 'avatars.unsupported_media_type',
        message: expect.stringContaining('multipart/form-data'),
      }),
    ]);
  });

  it('does not make other routes accept forms', async () => {
    const body = new FormData();
    body.set('name', 'Ann');
    const response = await fetch(`${service.address}/api/core/me`, { method: 'PATCH', headers, body });
    expect(response.status).toBe(415);
  });
});

describe('The image', () => {
  it('may be cached by its reader only, while its address is current', async () => {
    const { body } = await uploadAvatar(service, headers);
    const url = String(body.url);
    const shown = await service.call(url, { headers });
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      etag: expect.stringMatching(/^".+"$/),
    });
    const etag = String(shown.headers.get('etag'));
    const again = await service.call(url, { headers: { ...headers, 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);

    await uploadAvatar(service, headers);
    const changed = await service.call(url, { headers: { ...headers, 'if-none-match': etag } });
    expect([changed.status, changed.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
  });

  it('is refused in an unknown size, with the list of sizes', async () => {
    const { body } = await uploadAvatar(service, headers);
    const response = await service.call(`${body.url}&size=33`, { headers });
    expect([response.status, response.body.errors]).toEqual([
      422,
      { size: [expect.stringContaining('32, 64')] },
    ]);
  });

  it('responds 404 if it does not exist', async () => {
    const response = await service.call('/api/core/avatars/999999', { headers });
    expect([response.status, response.body.type]).toEqual([404, 'avatars.not_found']);
  });
});

it('documents uploads and responses in OpenAPI', async () => {
  const { body } = await service.call('/api/openapi.json', { headers });
  const paths = body.paths as Record<string, Record<string, Record<string, unknown>>>;
  const { post } = paths['/api/core/avatars'] ?? {};
  const { get, patch } = paths['/api/core/avatars/{avatar}'] ?? {};
  expect([post, patch, get].map((route) => route?.operationId)).toEqual([
    'core.avatars.store',
    'core.avatars.update',
    'core.avatars.show',
  ]);
  expect(post?.requestBody).toMatchObject({
    content: {
      'multipart/form-data': { schema: { properties: { avatar: { type: 'string', format: 'binary' } } } },
    },
  });
  for (const status of ['200', '401', '403', '413', '415', '422']) {
    expect(Object.keys(post?.responses as object)).toContain(status);
  }
  expect(get?.responses).toMatchObject({ 200: { content: { 'image/webp': {} } } });
});
