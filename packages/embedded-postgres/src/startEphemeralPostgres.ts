import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareBinaries } from './binaries.ts';
import { initialiseCluster } from './initialiseCluster.ts';
import { freePort, launchServer } from './launchServer.ts';
import { isAlive, runningPostmaster, stopPostmaster } from './postmaster.ts';
import { serverUser } from './systemUser.ts';

/** A temporary PostgreSQL server, for tests and benchmarks. */
export interface EphemeralPostgres {
  /** Connection URL of the maintenance database `postgres`. */
  readonly url: string;
  /** Stops the server and deletes its folder. */
  stop(): Promise<void>;
}

const prefix = 'rowhouse-ephemeral-';

/** Nothing has to survive a crash. */
const settings: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};

/** Starts a server on a temporary folder, without durability. */
export async function startEphemeralPostgres(): Promise<EphemeralPostgres> {
  await removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  await chmod(folder, 0o711);
  const clusterFolder = join(folder, 'postgres');
  const user = await serverUser(clusterFolder);
  const binaries = await prepareBinaries(user, folder);
  const password = randomBytes(12).toString('hex');
  await initialiseCluster({ clusterFolder, binaries, user, password });
  const port = await freePort();
  const logFile = join(folder, 'postgres.log');
  const child = await launchServer({
    clusterFolder,
    binaries,
    user,
    port,
    logFile,
    settings,
  });
  child.unref();
  const endWithProcess = () => {
    child.kill('SIGQUIT');
  };
  process.once('exit', endWithProcess);
  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      process.off('exit', endWithProcess);
      if (child.pid !== undefined) await stopPostmaster(child.pid);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Stops servers of killed processes and deletes their folders. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const owner = Number.parseInt(name.slice(prefix.length), 10);
    if (!Number.isInteger(owner) || isAlive(owner)) continue;
    const folder = join(tmpdir(), name);
    const server = await runningPostmaster(join(folder, 'postgres'));
    // Fails for folders of another user, which stay.
    await (server === null ? Promise.resolve() : stopPostmaster(server.pid)).catch(() => undefined);
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
