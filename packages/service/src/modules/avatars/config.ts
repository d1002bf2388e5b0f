import { defineSection, type SectionValue } from '../../kernel/config/defineSection.ts';
import { group, text, whole } from '../../kernel/config/keys.ts';

declare module '../../kernel/config/Config.ts' {
  interface ModuleConfig {
    readonly avatars: SectionValue<typeof avatarsConfig>;
  }
}

export const avatarsConfig = defineSection(
  'avatars',
  {
    maxBytes: whole('Largest avatar that may be uploaded, in bytes.', {
      range: [1024, 64 * 1024 ** 2, 'bytes'],
      default: 5 * 1024 ** 2,
    }),
    external: group({
      baseUrl: text('Service that provides images by the SHA-256 of the e-mail address.', {
        env: 'ROWHOUSE_AVATARS_EXTERNAL_URL',
        // Secret, since a refused address may contain credentials.
        secret: true,
        pattern: '^https?://[^/?#@\\s]+(/[^?#\\s]*)?$',
        expected: 'an address such as https://avatars.example.com/avatar, without credentials',
        defaultText: 'no service',
      }),
      timeout: whole('Time limit of its complete response, in milliseconds.', {
        range: [100, 30_000, 'milliseconds'],
        default: 3000,
      }),
    }),
  },
  {
    check({ external }) {
      if (external?.timeout === undefined || external.baseUrl !== undefined) return [];
      return [
        'avatars.external.timeout (ROWHOUSE_AVATARS_EXTERNAL_TIMEOUT) is set, but no service is configured. Set ' +
          'ROWHOUSE_AVATARS_EXTERNAL_URL to its address, or remove the timeout.',
      ];
    },

    complete: ({ maxBytes, external: { baseUrl, timeout } }) => ({
      maxBytes,
      external: { baseUrl: baseUrl?.replace(/\/+$/, '') ?? null, timeout },
    }),
  },
);
