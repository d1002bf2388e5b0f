import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { configuredBy, createService } from '../createService.ts';
import type { Config } from '../kernel/config/Config.ts';
import { merge } from '../kernel/config/checkWritten.ts';
import { loadConfig } from '../kernel/config/loadConfig.ts';
import { loggerOptions } from '../kernel/http/logger.ts';
import { type RunningService, type ServiceOptions, startService } from '../startService.ts';
import { createThrowAwayDatabase, type ThrowAwayDatabase } from './throwAwayDatabase.ts';

interface ThrowAwayOptions
  extends Pick<ServiceOptions, 'definition' | 'pagesFolder' | 'streamTimes' | 'createMailer' | 'prepare'> {
  /** Environment variables. Those of the process are not read. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Values of the configuration, as in the file. */
  readonly values?: object;
  /** PostgreSQL server on which the database is created. */
  readonly server?: string;
  /** In place of one that is created. */
  readonly database?: ThrowAwayDatabase;
}

interface ThrowAwayService {
  readonly service: RunningService;
  readonly config: Config;
  /** Every line of the log so far. */
  readonly log: readonly string[];
  /** Stops the service, and removes its database and its data folder. */
  destroy(): Promise<void>;
}

/** Starts a service on a free port, with a database and a data folder of its own. */
export async function startOnThrowAwayDatabase(options: ThrowAwayOptions): Promise<ThrowAwayService> {
  const { environment, values, server, database: given, pagesFolder, ...rest } = options;
  const database = given ?? (await createThrowAwayDatabase(server));
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-service-'));
  const remove = async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  const log: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      log.push(String(chunk));
      done();
    },
  });
  try {
    const own = { ROWHOUSE_PORT: '0', ROWHOUSE_DATA_DIR: folder, DATABASE_URL: database.url };
    const config = loadConfig({ ...own, ...environment }, folder, createService(rest.definition).sections, {
      values: merge(configuredBy(rest.definition ?? {}), values) as object,
    }) as unknown as Config;
    const service = await startService({
      ...rest,
      config,
      logger: pino(loggerOptions(config), stream),
      pagesFolder: pagesFolder ?? join(folder, 'no-pages'),
    });

    return {
      service,
      config,
      log,
      destroy: async () => {
        await service.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove().catch(() => undefined);
    throw error;
  }
}
