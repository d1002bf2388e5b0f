import { type TSchema, Type } from 'typebox';
import { apiCallsSchema } from './apiCallSettings.ts';
import { avatarsSchema } from './avatarSettings.ts';
import { filesSchema } from './fileSettings.ts';
import { mailSchema } from './mailSettings.ts';
import { queuesSchema } from './queueSettings.ts';
import { tablesSchema } from './tableSettings.ts';

const languagePattern = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$';

const seconds = (most: number) =>
  Type.Integer({ minimum: 0, maximum: most, description: `a whole number of seconds from 0 to ${most}` });

/** A key's schema; the description says what is expected, and ends the message about a value that is not. */
const keys: Record<string, TSchema> = {
  environment: Type.Enum(['development', 'production'], { description: 'development or production' }),
  host: Type.String({ minLength: 1, description: 'an address to listen on, such as 127.0.0.1 or 0.0.0.0' }),
  port: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    description: 'a whole number from 0 (any free port) to 65535',
  }),
  baseUrl: Type.String({
    pattern: '^https?://[^/?#]+(/[^?#]*)?$',
    description: 'an address such as https://tables.example.com',
  }),
  dataDir: Type.String({ minLength: 1, description: 'the path of a folder' }),
  databaseUrl: Type.String({
    pattern: '^postgres(ql)?://.+',
    description: 'an address such as postgresql://user:password@host:5432/database',
  }),
  databaseSchema: Type.String({
    // Never quoted: it is part of the search path of every connection.
    pattern: '^(?!pg_|public$|information_schema$|jobs$)[a-z_][a-z0-9_]{0,62}$',
    description:
      'a name of lower-case letters, digits and underscores other than public and jobs, such as rowhouse',
  }),
  databasePoolSize: Type.Integer({ minimum: 2, maximum: 500, description: 'a whole number from 2 to 500' }),
  databaseLimits: Type.Object(
    {
      statementSeconds: Type.Optional(seconds(86_400)),
      lockSeconds: Type.Optional(seconds(3_600)),
    },
    {
      additionalProperties: false,
      description: 'the limits of statements of requests: statementSeconds, lockSeconds',
    },
  ),
  stopDelay: seconds(600),
  secret: Type.String({
    minLength: 32,
    description: 'at least 32 random characters, for example from "openssl rand -base64 32"',
  }),
  logLevel: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    description: 'fatal, error, warn, info, debug, trace or silent',
  }),
  language: Type.String({ pattern: languagePattern, description: 'a language tag such as en or pt-BR' }),
  languages: Type.Array(Type.String({ pattern: languagePattern }), {
    minItems: 1,
    description: 'a list of language tags such as en, de',
  }),
  signUp: Type.Boolean({ description: 'true or false' }),
  trustProxy: Type.Union([Type.Boolean(), Type.Integer({ minimum: 0, maximum: 10 })], {
    description: 'true, false or a number of proxies from 0 to 10',
  }),
  bodyLimit: Type.Integer({
    minimum: 1024,
    maximum: 1024 ** 3,
    description: 'a number of bytes from 1024 to 1073741824',
  }),
  files: filesSchema,
  avatars: avatarsSchema,
  apiCalls: apiCallsSchema,
  mail: mailSchema,
  notifications: Type.Object(
    {
      keepReadDays: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 3650, description: 'a whole number of days from 1 to 3650' }),
      ),
    },
    { additionalProperties: false, description: 'the settings of notifications: keepReadDays' },
  ),
  queues: queuesSchema,
  workers: Type.Boolean({ description: 'true or false' }),
  exports: Type.Object(
    {
      keepHours: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 8760, description: 'a whole number of hours from 1 to 8760' }),
      ),
      openPerUser: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 10_000, description: 'a whole number from 1 to 10000' }),
      ),
    },
    { additionalProperties: false, description: 'the settings of exports: keepHours, openPerUser' },
  ),
  tables: tablesSchema,
};

/** Everything that may be configured; no key is required. */
export const configSchema = Type.Object(
  Object.fromEntries(Object.entries(keys).map(([name, schema]) => [name, Type.Optional(schema)])),
  { additionalProperties: false },
);

/** Keys whose values are never shown. */
export const secretKeys: ReadonlySet<string> = new Set([
  'secret',
  'databaseUrl',
  // The sections too: one that is no object is reported as a whole.
  'files',
  // An address is refused where it has credentials.
  'files.endpoint',
  'avatars.external.baseUrl',
  'files.accessKeyId',
  'files.secretAccessKey',
  'mail',
  'mail.smtp',
  'mail.smtp.url',
  'mail.smtp.user',
  'mail.smtp.password',
]);
