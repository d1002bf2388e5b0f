import { type TSchema, Type } from 'typebox';
import type { AvatarsConfig } from './Config.ts';

/** What the operator writes. */
export interface AvatarSettings {
  readonly maxBytes?: number;
  readonly external?: { readonly baseUrl?: string; readonly timeout?: number };
}

export const avatarsSchema: TSchema = Type.Object(
  {
    maxBytes: Type.Optional(
      Type.Integer({
        minimum: 1024,
        maximum: 64 * 1024 ** 2,
        description: 'a number of bytes from 1024 to 67108864',
      }),
    ),
    external: Type.Optional(
      Type.Object(
        {
          baseUrl: Type.Optional(
            Type.String({
              pattern: '^https?://[^/?#@\\s]+(/[^?#\\s]*)?$',
              description: 'an address such as https://avatars.example.com/avatar, without credentials',
            }),
          ),
          timeout: Type.Optional(
            Type.Integer({
              minimum: 100,
              maximum: 30_000,
              description: 'a whole number of milliseconds from 100 to 30000',
            }),
          ),
        },
        {
          additionalProperties: false,
          description: 'the settings of a service that has images: baseUrl and timeout',
        },
      ),
    ),
  },
  { additionalProperties: false, description: 'the settings of avatars: maxBytes and external' },
);

/** Faults that a schema of single keys cannot tell. */
export function avatarFaults({ external }: AvatarSettings = {}): string[] {
  if (external?.timeout === undefined || external.baseUrl !== undefined) return [];
  return [
    'avatars.external.timeout (ROWHOUSE_AVATARS_EXTERNAL_TIMEOUT) is set, but nobody is asked. Name the service with ' +
      'ROWHOUSE_AVATARS_EXTERNAL_URL, or remove the timeout.',
  ];
}

export function completeAvatars({
  maxBytes = 5 * 1024 ** 2,
  external: { baseUrl, timeout = 3000 } = {},
}: AvatarSettings = {}): AvatarsConfig {
  return { maxBytes, external: { baseUrl: baseUrl?.replace(/\/+$/, '') ?? null, timeout } };
}
