import fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import type { AvatarActor, AvatarsPluginOptions } from '../src/fastify/index.ts';
import { avatars as avatarRoutes } from '../src/fastify/index.ts';
import type { Avatars } from '../src/index.ts';

/** The caller, by the header `x-actor`; a request without it is anonymous. */
export const actors = {
  owner: { id: 1 },
  superior: { id: 2, isSuperior: true },
  other: { id: 3 },
  impersonating: { id: 1, isImpersonated: true },
  'impersonating a superior': { id: 2, isSuperior: true, isImpersonated: true },
  inactive: { id: 1, isActive: false },
  'inactive superior': { id: 2, isSuperior: true, isActive: false },
} as const satisfies Record<string, Partial<AvatarActor>>;

/** A bare application with the routes of the avatars, and nothing besides. */
export function appWith(
  avatars: Avatars,
  options: Partial<AvatarsPluginOptions> = {},
  app: FastifyInstance = fastify(),
): FastifyInstance {
  app.register(avatarRoutes, {
    avatars,
    actor: ({ headers }) => {
      const known: Record<string, Partial<AvatarActor>> = actors;
      const actor = known[String(headers['x-actor'])];

      return actor ? { id: 0, isSuperior: false, isImpersonated: false, isActive: true, ...actor } : null;
    },
    ...options,
  });

  return app;
}

export interface FormPart {
  readonly name: string;
  readonly value: string | Buffer;
  /** Makes it a file. */
  readonly filename?: string;
  readonly type?: string;
}

export const boundary = 'a-boundary-of-tests';

/** A multipart form, byte by byte. */
export function form(...parts: readonly FormPart[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ name, value, filename, type }) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"` +
          `${filename === undefined ? '' : `; filename="${filename}"`}\r\n` +
          `${type === undefined ? '' : `content-type: ${type}\r\n`}\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}

export function imagePart(value: Buffer): FormPart {
  return { name: 'avatar', value, filename: 'me.png', type: 'image/png' };
}

/** Sends an upload as the given user. */
export function upload(
  app: FastifyInstance,
  actor: string,
  payload: Buffer,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: '/api/core/avatars',
    headers: { 'x-actor': actor, 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    payload,
  });
}
