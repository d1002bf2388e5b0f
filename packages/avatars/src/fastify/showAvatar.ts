import { type EnglishText, say, type Text } from '@rowhouse/problems';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Avatar, Avatars, ImageOptions } from '../Avatars.ts';
import { AvatarError } from '../errors.ts';

const suffixes: Readonly<Record<string, string>> = {
  'image/webp': 'webp',
  'image/png': 'png',
  'image/svg+xml': 'svg',
};

/** Sends an avatar's image, or 304. Its headers forbid scripts in it and embedding by other sites. */
export async function showAvatar(
  avatars: Avatars,
  avatar: Avatar,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const options = readImageOptions(request.query);
  const version = avatars.version(avatar, options);
  const isKnown = matchesVersion(request.headers['if-none-match'], version);
  const image = isKnown ? null : await avatars.image(avatar, options);
  const { v } = request.query as { v?: unknown };
  // The URL of the current version never changes its image; a stand-in for a lost file has another version.
  const isLasting = v === String(avatar.file_id) && (image === null || image.version === version);

  void reply
    .header('etag', `"${image?.version ?? version}"`)
    .header('cache-control', isLasting ? 'private, max-age=31536000, immutable' : 'private, no-cache')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin');
  if (image === null) return reply.code(304).send();

  return reply
    .type(image.mediaType)
    .header(
      'content-disposition',
      `inline; filename="avatar-${avatar.id}.${suffixes[image.mediaType] ?? 'bin'}"`,
    )
    .send(image.bytes);
}

/**
 * Whether an `If-None-Match` header includes the version. Tags are compared weakly (RFC 9110); `*` matches any.
 */
export function matchesVersion(ifNoneMatch: string | undefined, version: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;

  return [...ifNoneMatch.matchAll(/(?:W\/)?"([^"]*)"/g)].some(([, tag]) => tag === version);
}

/**
 * Parses `size` and `format`; `Avatars.image` checks the size against the configured ones. Throws
 * `avatars.invalid_request`.
 */
function readImageOptions(query: unknown): ImageOptions {
  const { size, format } = query as Record<string, unknown>;

  return {
    ...(isGiven(size) && { size: readSize(size) }),
    ...(isGiven(format) && { format: readFormat(format) }),
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== '';
}

function readSize(value: unknown): number {
  if (typeof value === 'string' && /^[1-9]\d{0,4}$/.test(value)) return Number(value);
  throw invalid('size', say`size is ${spelt(value)}. Give one number of pixels.`);
}

function readFormat(value: unknown): 'png' {
  if (value === 'png') return value;
  throw invalid('format', say`format is ${spelt(value)}, which is not offered. Use png, or leave it out.`);
}

function spelt(value: unknown): string {
  return JSON.stringify(value).slice(0, 60);
}

function invalid(field: string, message: EnglishText | Text): AvatarError {
  return new AvatarError('avatars.invalid_request', message, { fields: { [field]: [message] } });
}
