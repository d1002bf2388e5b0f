import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { prepareBinaries } from './binaries.ts';
import {
  type ClusterState,
  type FolderLock,
  lockFolder,
  lockHolder,
  newPassword,
  readClusterState,
  writeClusterState,
} from './dataFolder.ts';
import { EmbeddedPostgresError } from './EmbeddedPostgresError.ts';
import { hasCluster, initialiseCluster } from './initialiseCluster.ts';
import { freePort, launchServer } from './launchServer.ts';
import { type ClusterLocation, locateCluster } from './locateCluster.ts';
import { removeStalePidFile, runningPostmaster, stopPostmaster } from './postmaster.ts';
import { type DatabaseLog, superviseServer } from './superviseServer.ts';

/** A PostgreSQL server that runs for this process. */
export interface EmbeddedPostgres {
  /** Connection URL of the database, with the password; stays the same after restarts. */
  readonly url: string;
  readonly clusterFolder: string;
  /** True if another process started the server and will stop it. */
  readonly borrowed: boolean;
  /** Process id of the server; null while it is being restarted. */
  pid(): number | null;
  state(): 'running' | 'restarting' | 'stopped';
  /** Stops the server and unlocks the folder; does nothing to a borrowed server. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Folder of the cluster, its lock, log and password; created if missing. */
  readonly dataDir: string;
  /** Name of the database in `url`; created if missing. Letters, digits and underscores. */
  readonly database: string;
  /**
   * `own`: this process runs the server; other processes are refused.
   * `share`: borrows the server of another process, or runs one if there is none.
   */
  readonly use: 'own' | 'share';
  readonly log: DatabaseLog;
  /** Where root places files that the server's user could not reach in `dataDir`. Defaults to `/var/lib/{database}`. */
  readonly systemFolder?: string;
  /** User that root runs the server as if there is no user `postgres`; created if missing. Defaults to `postgres`. */
  readonly systemUser?: string;
}

/**
 * Starts the embedded PostgreSQL server of a data folder, creating its cluster at the first start.
 *
 * @throws EmbeddedPostgresError if the server cannot be started.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const { systemFolder = `/var/lib/${options.database}`, systemUser = 'postgres' } = options;
  const known = await readClusterState(dataDir);
  const location = await locateCluster({ dataDir, systemFolder, systemUser, knownParent: known?.parent });
  const lock = await lockFolder(location.parent);
  if (lock === null) {
    if (options.use === 'share') return borrow(dataDir, location, options.database);
    throw await folderInUse(dataDir, location);
  }
  try {
    return await start(options, { dataDir, systemFolder, known, location, lock });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

interface StartContext {
  readonly dataDir: string;
  readonly systemFolder: string;
  readonly known: ClusterState | null;
  readonly location: ClusterLocation;
  readonly lock: FolderLock;
}

async function start(options: EmbeddedOptions, context: StartContext): Promise<EmbeddedPostgres> {
  const { dataDir, known, location, lock } = context;
  const { parent, clusterFolder, user } = location;
  const copies = user === null ? dataDir : context.systemFolder;
  const binaries = await prepareBinaries(user, copies);
  await stopOrphanedServer(clusterFolder, options.log);

  const password = known?.password ?? newPassword();
  if (known === null && (await hasCluster(clusterFolder))) {
    throw new EmbeddedPostgresError(
      `${clusterFolder} contains a database, but ${join(dataDir, 'postgres.json')} with its password is missing. ` +
        'Restore that file, or move the database folder elsewhere to start with an empty one.',
    );
  }
  // Before the cluster exists, so that a start killed in between leaves none without a password.
  if (known === null) await writeClusterState(dataDir, { port: 0, password, parent });
  await initialiseCluster({ clusterFolder, binaries, user, password });
  const logFile = join(parent, 'postgres.log');
  const launch = { clusterFolder: await realpath(clusterFolder), binaries, user, logFile };
  const { child, port } = await launchOnFreePort(launch, known?.port);
  if (port !== known?.port || parent !== known.parent)
    await writeClusterState(dataDir, { port, password, parent });
  const server = superviseServer(child, { ...launch, port }, options.log);
  const url = await ensureDatabase({ port, password }, options.database).catch(async (error) => {
    await server.stop();
    throw error;
  });
  return {
    url,
    clusterFolder,
    borrowed: false,
    pid: server.pid,
    state: server.state,
    stop: async () => {
      await server.stop();
      await lock.release();
    },
  };
}

/** Stops the server of a killed process, so that this process can supervise its own. */
async function stopOrphanedServer(clusterFolder: string, log: DatabaseLog): Promise<void> {
  const orphan = await runningPostmaster(clusterFolder);
  if (orphan !== null) {
    log(
      'info',
      `An earlier process left a database server running (pid ${orphan.pid}); this process takes it over.`,
    );
    await stopPostmaster(orphan.pid);
  }
  await removeStalePidFile(clusterFolder);
}

async function launchOnFreePort(
  launch: Omit<Parameters<typeof launchServer>[0], 'port'>,
  remembered?: number,
) {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(attempt === 1 ? remembered : undefined);
    try {
      return { child: await launchServer({ ...launch, port }), port };
    } catch (error) {
      // Another process took the port in the meantime.
      if (attempt === 3 || !/TCP\/IP socket|Address already in use/i.test((error as Error).message))
        throw error;
    }
  }
}

/** The server that another process runs on the folder; waits while it is starting. */
async function borrow(
  dataDir: string,
  location: ClusterLocation,
  database: string,
): Promise<EmbeddedPostgres> {
  const { clusterFolder } = location;
  for (let attempt = 0; attempt < 300; attempt++) {
    const running = await runningPostmaster(clusterFolder);
    const state = await readClusterState(dataDir);
    if (running?.status === 'ready' && state?.port === running.port) {
      const url = await ensureDatabase(state, database);
      return {
        url,
        clusterFolder,
        borrowed: true,
        pid: () => running.pid,
        state: () => 'running',
        stop: async () => undefined,
      };
    }
    await sleep(100);
  }
  throw await folderInUse(dataDir, location);
}

async function folderInUse(dataDir: string, location: ClusterLocation): Promise<EmbeddedPostgresError> {
  const holder = await lockHolder(location.parent);
  const who = holder === null ? 'another process' : `another process (pid ${holder})`;
  const stop = holder === null ? 'Stop it' : `Stop it (kill ${holder})`;
  return new EmbeddedPostgresError(
    `The data folder ${dataDir} is in use by ${who}. ${stop}, or use a folder of its own. ` +
      'Several processes on one database need a PostgreSQL server of their own.',
  );
}

/** Creates the database if it is missing. Returns its URL. */
async function ensureDatabase(
  { port, password }: { readonly port: number; readonly password: string },
  name: string,
): Promise<string> {
  const address = (database: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  const client = new Client({ connectionString: address('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      await client.query(`create database ${name}`).catch((error: { code?: string }) => {
        // Another command that started at the same time has created it.
        if (error.code !== '42P04') throw error;
      });
    }
  } finally {
    await client.end();
  }
  return address(name);
}
