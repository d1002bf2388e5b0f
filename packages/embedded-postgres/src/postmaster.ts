import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** Contents of postmaster.pid, which a running server writes into its data folder. */
interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** `starting`, `stopping`, `ready` or `standby`. */
  readonly status: string;
}

/** Reads postmaster.pid; null if there is none. The process may have ended. */
export async function readPostmaster(clusterFolder: string): Promise<Postmaster | null> {
  const text = await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() };
}

/** The server that runs on the folder; null if there is none, or if its pid now belongs to another process. */
export async function runningPostmaster(clusterFolder: string): Promise<Postmaster | null> {
  const postmaster = await readPostmaster(clusterFolder);
  if (postmaster === null || !isAlive(postmaster.pid)) return null;
  return (await worksIn(postmaster.pid, clusterFolder)) ? postmaster : null;
}

/** Removes the pid file of a server that has ended; PostgreSQL does not if its pid was reused. */
export async function removeStalePidFile(clusterFolder: string): Promise<void> {
  if ((await runningPostmaster(clusterFolder)) === null) {
    await rm(join(clusterFolder, 'postmaster.pid'), { force: true });
  }
}

/**
 * Stops a server by a fast shutdown (rolls back open transactions, writes all data); after `patience` milliseconds by an
 * immediate one, which needs recovery at the next start.
 */
export async function stopPostmaster(pid: number, patience = 20_000): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', patience],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, wait] of steps) {
    if (!send(pid, signal)) return;
    const until = performance.now() + wait;
    while (performance.now() < until) {
      if (!isAlive(pid)) return;
      await sleep(20);
    }
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** A server's working folder is its data folder. Without /proc, the pid file is trusted. */
async function worksIn(pid: number, clusterFolder: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(clusterFolder));
  } catch (error) {
    // A process of another user is not our server: that runs as this user, or was started by root.
    return (error as NodeJS.ErrnoException).code !== 'EACCES';
  }
}

/**
 * Waits until no other client is connected, so that a command does not stop a server that another command has
 * borrowed. `onWait` is called once, if it has to wait.
 */
export async function untilAlone(url: string, onWait: () => void): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (let isFirst = true; (await otherClients(client)) > 0; isFirst = false) {
      if (isFirst) onWait();
      await sleep(200);
    }
  } finally {
    await client.end();
  }
}

async function otherClients(client: Client): Promise<number> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.others ?? 0;
}
