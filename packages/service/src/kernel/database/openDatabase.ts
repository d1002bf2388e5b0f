import {
  type EmbeddedOptions,
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from '@rowhouse/embedded-postgres';
import { untilAlone } from '@rowhouse/embedded-postgres/internal';
import { StartError } from '../../base/errors.ts';
import type { Config } from '../config/Config.ts';
import { type Connection, checkSearchPath, connect, poolerRemedy, withSearchPath } from './Database.ts';
import { connectionRemedy, isDatabaseUnavailable, lacksConnections } from './databaseErrors.ts';
import { findDirect } from './findDirect.ts';
import { urlsOfHosts } from './primaryHost.ts';

export interface OpenDatabase extends Connection {
  /** Connection URL with search path and password, for further connections. */
  readonly url: string;
  /** The same without a pooler: for LISTEN and the job queues. */
  readonly directUrl: string;
  /** Whether `url` connects to a pooler in transaction mode. */
  readonly pooled: boolean;
  /** The embedded server; null with `databaseUrl`. */
  readonly embedded: EmbeddedPostgres | null;
}

interface OpenOptions {
  readonly config: Pick<
    Config,
    'databaseUrl' | 'databaseDirectUrl' | 'databaseSchema' | 'databasePoolSize' | 'dataDir'
  >;
  /** `own` for the service, `share` for a command that may run at the same time. */
  readonly use: 'own' | 'share';
  readonly log: (level: 'info' | 'warn' | 'error', message: string) => void;
  readonly systemFolder?: string;
}

/** Connects to the configured database; without one, starts the embedded server. */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { config, use, log, systemFolder } = options;
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbedded({ dataDir: config.dataDir, use, log, systemFolder })
      : null;
  const { databaseSchema: schema } = config;
  const url = withSearchPath(config.databaseUrl ?? (embedded as EmbeddedPostgres).url, schema);
  const { directUrl, pooled } =
    embedded === null ? await checkUrls(config, url) : { directUrl: url, pooled: false };
  const connection = connect({
    url,
    poolSize: config.databasePoolSize,
    pooled,
    onIdleError: (error) => log('warn', `An idle database connection ended: ${error.message}`),
  });

  return {
    ...connection,
    url,
    directUrl,
    pooled,
    embedded,
    close: async () => {
      await connection.close();
      if (use === 'share' && embedded !== null && !embedded.borrowed) {
        const text = 'Another command uses the database that this one started; waiting for it to finish.';
        await untilAlone(embedded.url, () => log('warn', text)).catch(() => undefined);
      }
      await embedded?.stop();
    },
  };
}

/** @throws StartError if the configured URLs cannot be used. */
async function checkUrls(
  { databaseUrl = '', databaseDirectUrl: direct, databaseSchema: schema }: OpenOptions['config'],
  url: string,
): Promise<{ readonly directUrl: string; readonly pooled: boolean }> {
  await checkReachable('DATABASE_URL', databaseUrl, schema);
  if (direct !== undefined) await checkReachable('DATABASE_DIRECT_URL', direct, schema);

  return findDirect(url, direct && withSearchPath(direct, schema));
}

/** The embedded server of a data folder. Adds the environment variables to the library's messages. */
export async function startEmbedded(
  options: Pick<EmbeddedOptions, 'dataDir' | 'use' | 'log' | 'systemFolder'>,
): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ ...options, database: 'rowhouse', systemUser: 'rowhouse' });
  } catch (cause) {
    if (!(cause instanceof EmbeddedPostgresError)) throw cause;
    throw new StartError(
      `${cause.message} ROWHOUSE_DATA_DIR names the data folder, and DATABASE_URL a PostgreSQL server of your own.`,
      { cause },
    );
  }
}

/** @throws StartError that explains why the variable's URL cannot be used, without the password. */
async function checkReachable(variable: string, url: string, schema: string): Promise<void> {
  const { db, close } = connect({
    url: withSearchPath(url, schema),
    poolSize: 1,
    onIdleError: () => undefined,
  });
  try {
    await checkSearchPath(db, schema);
  } catch (cause) {
    if (cause instanceof StartError) throw new StartError(cause.message.replace(/^DATABASE_URL/, variable));
    const urls = urlsOfHosts(url).map((one) => new URL(one));
    const { username = '', pathname = '' } = urls[0] ?? {};
    const host = urls.map((one) => one.host).join(', ');
    const reason =
      (cause as { code?: string }).code === '08P01'
        ? `${(cause as Error).message}. ${poolerRemedy(schema)}`
        : reasonOf(cause, host, username, pathname.slice(1));
    if (reason === null) throw cause;
    throw new StartError(`${variable}: ${reason}`, { cause });
  } finally {
    await close();
  }
}

function reasonOf(error: unknown, host: string, user: string, database: string): string | null {
  const code = (error as { code?: string }).code ?? '';
  if (code === '28000') {
    return `the server ${host} rejects the user "${user}": ${(error as Error).message}. Create the user, or allow it in pg_hba.conf.`;
  }
  if (code === '28P01') {
    return `the server ${host} does not accept the password of the user "${user}". Correct it in the address.`;
  }
  if (code === '3D000') {
    return `there is no database "${database}" on ${host}. Create it with "createdb ${database}", or correct the address.`;
  }
  if (lacksConnections(error)) {
    return `the server ${host} accepts no more connections: ${(error as Error).message}. ${connectionRemedy}`;
  }
  if (isDatabaseUnavailable(error)) {
    return `no PostgreSQL server responds at ${host} (${code || (error as Error).message}). Start it, or correct the address.`;
  }
  return null;
}
