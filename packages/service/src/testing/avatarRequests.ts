import type { ReceivedResponse, TestService } from './startTestService.ts';

/** A PNG of one pixel, and an SVG that is not square. */
export const squareImage = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
export const wideImage = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="red"/></svg>',
);

interface UploadOptions {
  readonly image?: Buffer;
  /** Name of the field. */
  readonly field?: string;
  readonly user?: number;
}

/** POST /api/core/avatars as multipart form. */
export async function uploadAvatar(
  { address }: TestService,
  headers: Record<string, string>,
  { image = squareImage, field = 'avatar', user }: UploadOptions = {},
): Promise<ReceivedResponse> {
  const form = new FormData();
  if (user !== undefined) form.set('user_id', String(user));
  form.set(field, new Blob([new Uint8Array(image)]), 'me.png');
  const response = await fetch(`${address}/api/core/avatars`, { method: 'POST', headers, body: form });
  const text = await response.text();

  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}
