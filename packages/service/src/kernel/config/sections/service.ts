import { isAbsolute, relative, resolve } from 'node:path';
import type { TableConfig } from '@rowhouse/tables';
import { Type } from 'typebox';
import { defineSection } from '../defineSection.ts';
import { boolean, choice, group, key, list, text, whole } from '../keys.ts';

const languagePattern = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$';

/** The top-level keys. */
export const service = defineSection(
  '',
  {
    environment: choice('`development` or `production`.', ['development', 'production'], {
      env: 'NODE_ENV',
      default: 'development',
    }),
    host: text('Address to listen on.', {
      default: '127.0.0.1',
      expected: 'an address to listen on, such as 127.0.0.1 or 0.0.0.0',
    }),
    port: whole('Port to listen on; 0 selects a free port. `PORT` is read, too.', {
      range: [0, 65_535],
      alias: 'PORT',
      default: 3000,
    }),
    baseUrl: text('Address under which browsers reach the service, without a path.', {
      pattern: '^https?://[^/?#]+/*$',
      expected:
        'an address without a path, such as https://tables.example.com: give the service a host name of its own',
      defaultText: '`http://{host}:{port}`',
    }),
    dataDir: text('Folder for all files of the service.', {
      default: './data',
      expected: 'the path of a folder',
    }),
    databaseUrl: text(
      'Address of a PostgreSQL server; of several hosts, as `host1:5432,host2:5432`, the one that accepts writes.',
      {
        env: 'DATABASE_URL',
        secret: true,
        pattern: '^postgres(ql)?://.+',
        expected: 'an address such as postgresql://user:password@host:5432/database',
        defaultText: 'the embedded server',
      },
    ),
    databaseDirectUrl: text(
      'Address of the same database without the connection pooler, if `DATABASE_URL` leads to one in transaction mode, such as PgBouncer.',
      {
        env: 'DATABASE_DIRECT_URL',
        secret: true,
        pattern: '^postgres(ql)?://.+',
        expected: 'an address such as postgresql://user:password@host:5432/database',
        defaultText: '`DATABASE_URL`',
      },
    ),
    databaseReplicas: list(
      'Addresses of standbys of that server, separated by commas, which read tables and exports.',
      Type.String({ pattern: '^postgres(ql)?://.+' }),
      {
        env: 'DATABASE_REPLICAS',
        secret: true,
        default: [],
        maxItems: 16,
        expected: 'a list of addresses such as postgresql://user:password@standby:5432/database',
        defaultText: 'none',
      },
    ),
    databaseReplicaLag: whole('Seconds behind the server after which a standby is not read.', {
      range: [1, 3_600, 'seconds'],
      default: 10,
    }),
    databaseSchema: text("Schema of the service's own tables.", {
      // Must not need quotes: it is part of the search path of every connection.
      pattern: '^(?!pg_|public$|information_schema$|jobs$)[a-z_][a-z0-9_]{0,62}$',
      expected:
        'a name of lower-case letters, digits and underscores other than public and jobs, such as rowhouse',
      default: 'rowhouse',
    }),
    databasePoolSize: whole(
      'Limit of database connections for the requests of a process: two thirds for their queries, one third for sign-in and sessions.',
      { range: [2, 500], default: 10 },
    ),
    schemaCheckSeconds: whole(
      'Seconds after which the schemas of served databases are compared with their tables; 0: only at the start.',
      { range: [0, 86_400, 'seconds'], default: 60 },
    ),
    databaseLimits: group({
      statementSeconds: whole('Seconds after which PostgreSQL ends a statement of a request; 0: never.', {
        range: [0, 86_400, 'seconds'],
        default: 60,
      }),
      lockSeconds: whole(
        'Seconds after which PostgreSQL ends a statement of a request that waits for a lock; 0: never.',
        { range: [0, 3_600, 'seconds'], default: 3 },
      ),
    }),
    secret: text('Signs sessions. Required in production with DATABASE_URL.', {
      secret: true,
      minLength: 32,
      expected: 'at least 32 random characters, for example from "openssl rand -base64 32"',
      defaultText: 'generated',
    }),
    logLevel: choice(
      '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      { default: 'info' },
    ),
    stopDelay: whole(
      'Seconds after SIGTERM in which `/ready` responds 503 and requests are still accepted.',
      { range: [0, 600, 'seconds'], defaultText: '5 in production, otherwise 0' },
    ),
    language: text('Language if neither the user nor the browser prefers a known one.', {
      pattern: languagePattern,
      expected: 'a language tag such as en or pt-BR',
      defaultText: 'the first of `languages`, otherwise `en`',
    }),
    languages: list(
      'Languages that users may choose, separated by commas.',
      Type.String({ pattern: languagePattern }),
      { minItems: 1, expected: 'a list of language tags such as en, de', defaultText: '`language`' },
    ),
    signUp: boolean('Whether visitors may create an account.', { default: false }),
    trustProxy: key(
      'Number of proxies in front of the service whose X-Forwarded-* headers are trusted; `true` means 1.',
      Type.Union([Type.Boolean(), Type.Integer({ minimum: 0, maximum: 10 })]),
      { default: false, expected: 'true, false or a number of proxies from 0 to 10' },
    ),
    bodyLimit: whole('Largest request body in bytes.', {
      range: [1024, 1024 ** 3, 'bytes'],
      default: 1024 ** 2,
    }),
    workers: boolean('Whether `serve` also runs the jobs of the queues, instead of `rowhouse work`.', {
      default: true,
    }),
  },
  {
    check({ environment, databaseUrl, databaseDirectUrl, databaseReplicas = [], secret }) {
      const other = /[?&]target_session_attrs=(?!read-write(?:&|$)|primary(?:&|$))([^&]*)/.exec(
        databaseUrl ?? '',
      );
      if (other !== null) {
        return [
          `DATABASE_URL has target_session_attrs=${other[1]}, but the service needs a server that accepts writes. Use ` +
            'target_session_attrs=read-write, and name standbys in DATABASE_REPLICAS.',
        ];
      }
      if (databaseReplicas.length > 0 && databaseUrl === undefined) {
        return [
          'DATABASE_REPLICAS names standbys, but DATABASE_URL is not set. Name their server in DATABASE_URL, or remove ' +
            'DATABASE_REPLICAS: the embedded server has no standbys.',
        ];
      }
      if (databaseDirectUrl !== undefined && databaseUrl === undefined) {
        return [
          'DATABASE_DIRECT_URL is set, but DATABASE_URL is not. Name the database in DATABASE_URL, and in DATABASE_DIRECT_URL ' +
            'only if that leads to a connection pooler.',
        ];
      }
      if (environment !== 'production' || databaseUrl === undefined || secret !== undefined) return [];
      // Each process would generate its own secret and refuse the sessions of the others.
      return [
        'ROWHOUSE_SECRET is not set, but every process of a production service on DATABASE_URL needs the same one. ' +
          'Set it to at least 32 random characters, for example from "openssl rand -base64 32".',
      ];
    },

    reads: ['tables'],
    checkTogether({ dataDir, tables }: { dataDir: string; tables: TableConfig }) {
      // Old files in the export folder are deleted, so it must belong to the service.
      const { path } = tables.export;
      const inside = relative(dataDir, resolve(dataDir, path));
      if (inside !== '' && !inside.startsWith('..') && !isAbsolute(inside)) return [];
      return [
        `tables.export.path (ROWHOUSE_TABLES_EXPORT_PATH) is "${path}", but must name a folder inside the data folder, ` +
          'such as exports.',
      ];
    },

    complete({ languages = [], ...settings }, folder) {
      const { environment, host, port, dataDir } = settings;
      const {
        baseUrl = `http://${reachable(host)}:${port}`,
        language = languages[0] ?? 'en',
        // A load balancer has to notice it; nothing else needs the delay.
        stopDelay = environment === 'production' ? 5 : 0,
      } = settings;
      return {
        ...settings,
        stopDelay,
        language,
        languages: [...new Set([language, ...languages])] as readonly string[],
        baseUrl: baseUrl.replace(/\/+$/, ''),
        dataDir: resolve(folder, dataDir),
      };
    },
  },
);

/** Browsers cannot open a wildcard address. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
