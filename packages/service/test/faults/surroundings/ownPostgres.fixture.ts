import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { prepareBinaries } from '../../../../embedded-postgres/src/binaries.ts';
import { initialiseCluster } from '../../../../embedded-postgres/src/initialiseCluster.ts';
import { freePort, launchServer } from '../../../../embedded-postgres/src/launchServer.ts';
import { stopPostmaster } from '../../../../embedded-postgres/src/postmaster.ts';
import { serverUser } from '../../../../embedded-postgres/src/systemUser.ts';

/** A PostgreSQL server that can be stopped and restarted with its data. */
export interface OwnPostgres {
  readonly password: string;
  /** Creates a database, and returns its address. */
  create(database: string): Promise<string>;
  /** A fast shutdown: open transactions are rolled back, connections are closed. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops the server, and removes its data. */
  destroy(): Promise<void>;
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-faults-postgres-'));
  await chmod(folder, 0o711);
  const clusterFolder = join(folder, 'postgres');
  const user = await serverUser(clusterFolder);
  const binaries = await prepareBinaries(user, folder);
  const password = randomBytes(12).toString('hex');
  await initialiseCluster({ clusterFolder, binaries, user, password });
  const port = await freePort();
  const logFile = join(folder, 'postgres.log');
  const settings = { max_connections: '150' };
  const launch = () => launchServer({ clusterFolder, binaries, user, port, logFile, settings });
  const address = (database: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  let child = await launch();
  const stop = async () => {
    if (child.pid !== undefined && child.exitCode === null) await stopPostmaster(child.pid);
  };

  return {
    password,
    create: async (database) => {
      const client = new Client({ connectionString: address('postgres') });
      await client.connect();
      await client.query(`create database ${database}`);
      await client.end();

      return address(database);
    },
    stop,
    start: async () => {
      child = await launch();
    },
    destroy: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
