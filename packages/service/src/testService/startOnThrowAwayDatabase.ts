import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { startEphemeralPostgres } from '@rowhouse/embedded-postgres';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { Client } from 'pg';
import { pino } from 'pino';
import { createService } from '../definition/createService.ts';
import type { ServiceDefinition } from '../definition/ServiceDefinition.ts';
import { configuredBy } from '../definition/ServiceDefinition.ts';
import type { Config } from '../kernel/config/Config.ts';
import { merge } from '../kernel/config/checkWritten.ts';
import { loggerOptions } from '../kernel/http/logger.ts';
import type { PasswordHashing } from '../modules/users/index.ts';
import { openProcess, type ProcessOptions, type RunningService } from '../process/openProcess.ts';
import { databaseVariables } from './testPooler.ts';

interface ThrowAwayOptions
  extends Pick<ProcessOptions, 'streamTimes' | 'reloadsPages' | 'createMailer' | 'prepare'> {
  /** Defaults to empty. */
  readonly definition?: ServiceDefinition;
  /** Folder of the built pages. Defaults to none. */
  readonly pagesFolder?: string;
  /** Environment variables. Those of the process are not read. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Values of the configuration, as in the file. */
  readonly values?: object;
  /** PostgreSQL server on which the database is created. */
  readonly server?: string;
  /** An existing database instead of a new one. */
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

/** Starts a service on a free port, with its own database and data folder. */
export async function startOnThrowAwayDatabase(options: ThrowAwayOptions): Promise<ThrowAwayService> {
  const { environment, values, server, database: given, pagesFolder, definition, ...rest } = options;
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
    const own = {
      ROWHOUSE_PORT: '0',
      ROWHOUSE_DATA_DIR: folder,
      ...databaseVariables(database.url, environment),
    };
    const config = createService(definition).readConfig({ ...own, ...environment }, folder, {
      values: merge(configuredBy(definition ?? {}), values) as object,
    });
    const service = await openProcess(config, definition, {
      ...rest,
      passwords: passwordsHashedOnce,
      logger: pino(loggerOptions(config), stream),
      serve: { pagesFolder: pagesFolder ?? join(folder, 'no-pages') },
      work: config.workers ? {} : null,
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

/** A temporary PostgreSQL database. */
interface ThrowAwayDatabase {
  readonly url: string;
  /** Closes its connections and drops it. */
  drop(): Promise<void>;
}

/** The default server. */
const serverVariable = 'TEST_POSTGRES_URL';

let embedded: Promise<string> | null = null;

/**
 * Creates an empty database on `server`; by default on TEST_POSTGRES_URL, otherwise on an embedded server, which is started
 * once per process. Existing databases are not touched.
 *
 * @throws Error if the server cannot be reached or its user may not create databases.
 */
async function createThrowAwayDatabase(server?: string): Promise<ThrowAwayDatabase> {
  const named = server ?? process.env[serverVariable];
  const url = new URL(named || (await embeddedServer()));
  const name = `rowhouse_test_${process.pid}_${randomBytes(5).toString('hex')}`;
  const maintenance = url.href;
  await run(maintenance, `create database ${name}`);
  url.pathname = `/${name}`;

  return { url: url.href, drop: () => run(maintenance, `drop database if exists ${name} with (force)`) };
}

function embeddedServer(): Promise<string> {
  embedded ??= startEphemeralPostgres().then(
    ({ url }) => url,
    (error) => {
      embedded = null;
      throw new Error(
        `The PostgreSQL server of the tests could not be started: ${(error as Error).message} ` +
          `Name one of your own with ${serverVariable}.`,
        { cause: error },
      );
    },
  );

  return embedded;
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(statement);
  } catch (cause) {
    const { host } = new URL(url);
    throw new Error(`The tests cannot use the PostgreSQL server at ${host}: ${(cause as Error).message}`, {
      cause,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

const hashes = new Map<string, Promise<string>>();
const comparisons = new Map<string, Promise<boolean>>();

/**
 * The sign-in library's hashes, each computed once per process: scrypt takes a tenth of a second, and tests sign in
 * hundreds of times with the same password. Equal passwords have the same hash here.
 */
const passwordsHashedOnce: PasswordHashing = {
  hash: (password) => once(hashes, password, () => hashPassword(password)),
  verify: ({ hash, password }) =>
    once(comparisons, `${hash} ${password}`, () => verifyPassword({ hash, password })),
};

function once<Value>(
  known: Map<string, Promise<Value>>,
  key: string,
  compute: () => Promise<Value>,
): Promise<Value> {
  const value = known.get(key) ?? compute();
  known.set(key, value);

  return value;
}
