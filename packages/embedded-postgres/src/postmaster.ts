import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a running server writes into its data folder. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** `starting`, `stopping`, `ready` or `standby`. */
  readonly status: string;
}

/** Reads postmaster.pid; null when there is none. It says nothing about whether the process lives. */
export async function readPostmaster(clusterFolder: string): Promise<Postmaster | null> {
  const text = await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() };
}

/** The server that runs on the folder, or null. A pid that now belongs to something else counts as none. */
export async function runningPostmaster(clusterFolder: string): Promise<Postmaster | null> {
  const postmaster = await readPostmaster(clusterFolder);
  if (postmaster === null || !isAlive(postmaster.pid)) return null;
  return (await worksIn(postmaster.pid, clusterFolder)) ? postmaster : null;
}

/** Removes a pid file whose server is gone; PostgreSQL itself refuses when the pid has been given to another process. */
export async function removeStalePidFile(clusterFolder: string): Promise<void> {
  if ((await runningPostmaster(clusterFolder)) === null) {
    await rm(join(clusterFolder, 'postmaster.pid'), { force: true });
  }
}

/**
 * Ends a server: fast shutdown (open transactions are rolled back, data is written), and when that takes
 * longer than `patience` milliseconds an immediate one, which recovers from its log at the next start.
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

/** A server's working folder is its data folder. Where that cannot be read (no /proc), the pid file is believed. */
async function worksIn(pid: number, clusterFolder: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(clusterFolder));
  } catch (error) {
    // A process of another user is not a server of ours, which runs as us or was started by root.
    return (error as NodeJS.ErrnoException).code !== 'EACCES';
  }
}
