import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Avatar } from '../Avatar.ts';
import type { Avatars } from '../Avatars.ts';
import { matchesVersion } from './matchesVersion.ts';
import { readImageOptions } from './readImageOptions.ts';

const suffixes: Readonly<Record<string, string>> = {
  'image/webp': 'webp',
  'image/png': 'png',
  'image/svg+xml': 'svg',
};

/** Sends the image of an avatar, or 304 to a client that has it. Nothing in it can run, and no other site embeds it. */
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
  // An address with the current version never shows another image; a stand-in for a lost file has its own version.
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
