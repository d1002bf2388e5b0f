import {
  type EmbeddedOptions,
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
  untilAlone,
} from '@rowhouse/embedded-postgres';
import type { Config } from '../config/Config.ts';
import { StartError } from '../StartError.ts';
import { checkReachable } from './checkReachable.ts';
import { type Connection, connect } from './connect.ts';
import { withSearchPath } from './searchPath.ts';

export interface OpenDatabase extends Connection {
  /** Its address with the search path, for connections of another kind; with the password. */
  readonly url: string;
  /** The server of this data folder; null on a server of the operator's. */
  readonly embedded: EmbeddedPostgres | null;
}

export interface OpenOptions {
  readonly config: Pick<Config, 'databaseUrl' | 'databaseSchema' | 'databasePoolSize' | 'dataDir'>;
  /** `own` for the service, `share` for a command that may run beside it. */
  readonly use: 'own' | 'share';
  readonly log: (level: 'info' | 'warn' | 'error', message: string) => void;
  readonly systemFolder?: string;
}

/** Connects to the configured database, starting the embedded one when none is configured. */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { config, use, log, systemFolder } = options;
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbedded({ dataDir: config.dataDir, use, log, systemFolder })
      : null;
  const { databaseSchema: schema } = config;
  const url = withSearchPath(config.databaseUrl ?? (embedded as EmbeddedPostgres).url, schema);
  const connection = connect({
    url,
    poolSize: config.databasePoolSize,
    onIdleError: (error) => log('warn', `An idle database connection ended: ${error.message}`),
  });
  if (config.databaseUrl !== undefined) {
    await checkReachable(connection.db, { url: config.databaseUrl, schema }).catch(async (error) => {
      await connection.close();
      throw error;
    });
  }
  return {
    ...connection,
    url,
    embedded,
    close: async () => {
      await connection.close();
      if (use === 'share' && embedded !== null && !embedded.borrowed) {
        const text = 'Another command uses the database that this one started: waiting for it to end.';
        await untilAlone(embedded.url, () => log('warn', text)).catch(() => undefined);
      }
      await embedded?.stop();
    },
  };
}

/** Its messages name no variables, since it is a library. */
async function startEmbedded(
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
