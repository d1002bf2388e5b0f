import {
  defaultTableConfig,
  type TableConfig,
  type TableConfigOverrides,
  tableConfig,
  tableConfigSchema,
} from '@rowhouse/tables';
import { type TSchema, Type } from 'typebox';
import { channels } from '../channels.ts';
import { defineSection } from '../defineSection.ts';
import { boolean, group, type Keys, list, type Node, type SchemaNode, text, whole } from '../keys.ts';

export const avatars = defineSection(
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

export const apiCalls = defineSection('apiCalls', {
  keepDays: whole(
    'Days after which logged API calls are deleted. A log by month is deleted by the month, when all of its calls are older.',
    { range: [1, 3650, 'days'], default: 30 },
  ),
  keepBodyDays: whole('Days after which headers and bodies of logged API calls are removed.', {
    range: [1, 3650, 'days'],
    defaultText: 'as long as the calls',
  }),
  secretNames: list(
    'Additional names of values that are masked in logged calls; case-insensitive.',
    Type.String({ minLength: 1, maxLength: 100 }),
    { maxItems: 200, expected: 'a list of names such as iban, x-shop-signature', default: [] },
  ),
  successStatuses: list(
    'Statuses of calls to this service that administrators are not notified of.',
    Type.Integer({ minimum: 100, maximum: 599 }),
    { minItems: 1, maxItems: 50, expected: 'a list of statuses such as 200, 201', default: [200] },
  ),
  failureWindow: whole('Seconds in which equal failed calls are counted and reported in one notification.', {
    range: [1, 3600, 'seconds'],
    default: 60,
  }),
  debug: boolean('Print API calls as they are logged, with secrets masked.', {
    env: 'API_DEBUG',
    default: false,
  }),
});

export const notifications = defineSection('notifications', {
  keepReadDays: whole('Days after which notifications that were read are deleted.', {
    range: [1, 3650, 'days'],
    default: 90,
  }),
});

export const exports = defineSection('exports', {
  keepHours: whole('Hours for which the file of an export can be downloaded.', {
    range: [1, 8760, 'hours'],
    default: 24,
  }),
  openPerUser: whole(
    'Limit of exports and background actions that a user has waiting or running. More are refused with status 429.',
    { range: [1, 10_000], default: 20 },
  ),
});

/**
 * The configuration of @rowhouse/tables. Each property of its schema with a description becomes a key; what is below it is
 * configured as JSON.
 */
export const tables = defineSection('tables', keysOf(tableConfigSchema, defaultTableConfig), {
  check(settings) {
    const { export: exports } = settings as TableConfigOverrides;
    const unknown = exports?.notifications?.filter((name) => !isChannel(name)) ?? [];

    return unknown.map(
      (name) =>
        `tables.export.notifications has ${JSON.stringify(name)}, which is not a channel of this service. ` +
        `Use ${channels.join(', ')}, or none.`,
    );
  },
  complete: (settings): TableConfig => tableConfig(settings as TableConfigOverrides),
});

const isChannel = (name: string) => channels.some((known) => known === name);

function keysOf(schema: TSchema, defaults: object): Keys {
  return Object.fromEntries(
    Object.entries((schema as SchemaNode).properties ?? {}).map(([name, inner]) => [
      name,
      nodeOf(inner, (defaults as Record<string, unknown>)[name]),
    ]),
  );
}

function nodeOf(schema: TSchema, byDefault: unknown): Node {
  const { type, description = '', properties = {} } = schema as SchemaNode;
  if (Object.values(properties).some((inner) => (inner as SchemaNode).description !== undefined)) {
    return group(keysOf(schema, byDefault as object));
  }
  const defaultText = type === 'object' ? { defaultText: 'see the tables guide' } : {};
  // Without `expected`, so that faults are reported at the invalid part.
  return { kind: 'key', schema, description, default: byDefault, ...defaultText };
}
