import { isAbsolute, relative, resolve } from 'node:path';
import { Value } from 'typebox/value';
import { StartError } from '../StartError.ts';
import { type AvatarSettings, avatarFaults, completeAvatars } from './avatarSettings.ts';
import type { Config } from './Config.ts';
import { checkConfig } from './checkConfig.ts';
import { configSchema } from './configSchema.ts';
import { completeFiles, type FileSettings, fileFaults } from './fileSettings.ts';
import { completeMail, type MailSettings, mailFaults } from './mailSettings.ts';
import { completeQueues, type QueueSettings, queueFaults } from './queueSettings.ts';
import { readConfigFile } from './readConfigFile.ts';
import { readVariables } from './readVariables.ts';
import { completeTables, type TableSettings, tableConfigSchema } from './tableSettings.ts';

type Section =
  | 'databaseLimits'
  | 'files'
  | 'avatars'
  | 'apiCalls'
  | 'tables'
  | 'mail'
  | 'notifications'
  | 'queues'
  | 'exports';
type Written = Partial<Omit<Config, Section>> & {
  readonly databaseLimits?: Partial<Config['databaseLimits']>;
  readonly files?: FileSettings;
  readonly avatars?: AvatarSettings;
  readonly apiCalls?: Partial<Config['apiCalls']>;
  readonly tables?: TableSettings;
  readonly mail?: MailSettings;
  readonly notifications?: Partial<Config['notifications']>;
  readonly queues?: QueueSettings;
  readonly exports?: Partial<Config['exports']>;
};

/**
 * Reads the configuration. Throws one StartError that names every fault: where it was written, the value
 * (never a secret one) and what is expected.
 */
export function loadConfig(environment: NodeJS.ProcessEnv, workingFolder: string): Config {
  const file = readConfigFile(environment, workingFolder);
  const read = readVariables(environment);
  const written = structuredClone(file?.content ?? {});
  for (const [key, value] of read.values) assign(written, key.split('.'), value);
  const faults = [...read.faults, ...checkConfig(configSchema, written, read.sources, file?.path)];
  const config = Value.Check(configSchema, written) ? withDefaults(written as Written, workingFolder) : null;
  if (config !== null) {
    faults.push(...secretFaults(config), ...incompleteTables(config, read.sources, file?.path));
    const { files, avatars, mail } = written as Written;
    faults.push(...fileFaults(files), ...avatarFaults(avatars), ...mailFaults(mail));
    faults.push(...queueFaults(config), ...folderFaults(config));
  }
  if (config === null || faults.length > 0) {
    throw new StartError(
      `The configuration has faults:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
  }
  return config;
}

function withDefaults(written: Written, workingFolder: string): Config {
  const host = written.host ?? '127.0.0.1';
  const port = written.port ?? 3000;
  const language = written.language ?? written.languages?.[0] ?? 'en';
  return {
    environment: 'development',
    databaseSchema: 'rowhouse',
    databasePoolSize: 10,
    logLevel: 'info',
    signUp: false,
    trustProxy: false,
    bodyLimit: 1024 * 1024,
    workers: true,
    // A load balancer has to see it; nobody else waits.
    stopDelay: written.environment === 'production' ? 5 : 0,
    ...written,
    databaseLimits: { statementSeconds: 60, lockSeconds: 3, ...written.databaseLimits },
    files: completeFiles(written.files),
    avatars: completeAvatars(written.avatars),
    apiCalls: {
      keepDays: 30,
      secretNames: [],
      successStatuses: [200],
      failureWindow: 60,
      debug: false,
      ...written.apiCalls,
    },
    tables: completeTables(written.tables),
    mail: completeMail(written.mail),
    notifications: { keepReadDays: 90, ...written.notifications },
    queues: completeQueues(written.queues),
    exports: { keepHours: 24, openPerUser: 20, ...written.exports },
    host,
    port,
    language,
    languages: [...new Set([language, ...(written.languages ?? [])])],
    baseUrl: (written.baseUrl ?? `http://${reachable(host)}:${port}`).replace(/\/+$/, ''),
    dataDir: resolve(workingFolder, written.dataDir ?? 'data'),
  };
}

/** Each process would make a secret of its own, and refuse the sessions of the others. */
function secretFaults(config: Config): string[] {
  if (
    config.environment === 'production' &&
    config.databaseUrl !== undefined &&
    config.secret === undefined
  ) {
    return [
      'ROWHOUSE_SECRET is not set, but every process of a production service on DATABASE_URL needs the same one. ' +
        'Set it to at least 32 random characters, for example from "openssl rand -base64 32".',
    ];
  }
  return [];
}

/** The folder of exports is emptied of what nobody needs any more, and must be the service's own. */
function folderFaults({ dataDir, tables }: Config): string[] {
  const { path } = tables.export;
  const way = relative(dataDir, resolve(dataDir, path));
  if (way !== '' && !way.startsWith('..') && !isAbsolute(way)) return [];
  return [
    `tables.export.path (ROWHOUSE_TABLES_EXPORT_PATH) is "${path}", but must name a folder inside the data folder, such as ` +
      'exports.',
  ];
}

/** What only shows in the completed configuration: a new button without an icon, for example. */
function incompleteTables(
  config: Config,
  sources: ReadonlyMap<string, string>,
  file: string | undefined,
): string[] {
  const schema = { type: 'object', properties: { tables: tableConfigSchema } };
  return checkConfig(schema, { tables: config.tables }, sources, file);
}

/** A wildcard address can be listened on but not visited. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function assign(target: Record<string, unknown>, [name, ...rest]: string[], value: unknown): void {
  if (name === undefined) return;
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner = target[name];
  const object = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
  target[name] = object;
  assign(object, rest, value);
}
