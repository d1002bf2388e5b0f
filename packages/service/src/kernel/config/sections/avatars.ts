import { defineSection } from '../defineSection.ts';
import { group, text, whole } from '../keys.ts';

export const avatars = defineSection(
  'avatars',
  {
    maxBytes: whole('Largest avatar that may be uploaded, in bytes.', {
      range: [1024, 64 * 1024 ** 2, 'bytes'],
      default: 5 * 1024 ** 2,
    }),
    external: group({
      baseUrl: text('Service that is asked for an image by the SHA-256 of the e-mail address.', {
        env: 'ROWHOUSE_AVATARS_EXTERNAL_URL',
        // An address is refused where it has credentials.
        secret: true,
        pattern: '^https?://[^/?#@\\s]+(/[^?#\\s]*)?$',
        expected: 'an address such as https://avatars.example.com/avatar, without credentials',
        defaultText: 'nobody is asked',
      }),
      timeout: whole('Milliseconds that its whole answer may take.', {
        range: [100, 30_000, 'milliseconds'],
        default: 3000,
      }),
    }),
  },
  {
    check({ external }) {
      if (external?.timeout === undefined || external.baseUrl !== undefined) return [];
      return [
        'avatars.external.timeout (ROWHOUSE_AVATARS_EXTERNAL_TIMEOUT) is set, but nobody is asked. Name the service with ' +
          'ROWHOUSE_AVATARS_EXTERNAL_URL, or remove the timeout.',
      ];
    },

    complete: ({ maxBytes, external: { baseUrl, timeout } }) => ({
      maxBytes,
      external: { baseUrl: baseUrl?.replace(/\/+$/, '') ?? null, timeout },
    }),
  },
);
