import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedPostgresError } from './EmbeddedPostgresError.ts';

/**
 * Creates a data folder that only its owner can use. As root it can be passed through, but not listed, because the
 * server runs as another user; files in it have their own modes.
 *
 * @throws EmbeddedPostgresError if the folder cannot be created.
 */
export function createFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The data folder ${folder} cannot be created (${(cause as NodeJS.ErrnoException).code}). Use a folder that can be written.`,
      { cause },
    );
  }
}

/** What is needed to find and open the cluster; stored in the data folder, readable by its owner only. */
export interface ClusterState {
  readonly port: number;
  readonly password: string;
  /** Parent folder of the cluster: the data folder, or one that the server's user can reach. */
  readonly parent: string;
}

export async function readClusterState(dataDir: string): Promise<ClusterState | null> {
  const file = stateFile(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new EmbeddedPostgresError(
      `${file} cannot be read (${error.code}). The data folder belongs to another user: start as that user, or use ` +
        'another folder.',
      { cause: error },
    );
  });
  if (text === null) return null;
  try {
    return JSON.parse(text) as ClusterState;
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `${file} is not valid JSON. Restore it from a backup: it contains the database's password.`,
      {
        cause,
      },
    );
  }
}

/** Writes a temporary file and renames it, so that a killed process leaves the old or the new state. */
export async function writeClusterState(dataDir: string, state: ClusterState): Promise<void> {
  const file = stateFile(dataDir);
  const partial = `${file}.${process.pid}.partial`;
  await writeFile(partial, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  // The owner of the folder may start the server next and has to read the file.
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(dataDir);
    await chown(partial, uid, gid);
  }
  await rename(partial, file);
}

export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

function stateFile(dataDir: string): string {
  return join(dataDir, 'postgres.json');
}

/** Lock on a folder. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Locks the folder for this process; null if another process has locked it.
 *
 * SQLite locks a file, and the operating system releases the lock when the process ends, however it ends. Unlike a pid
 * file it is never stale, has no race, and works across containers. The pid file is for messages only.
 */
export async function lockFolder(folder: string): Promise<FolderLock | null> {
  const database = new DatabaseSync(join(folder, 'service.lock'), { timeout: 0 });
  try {
    database.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    database.close();
    const busy = (error as { errcode?: number }).errcode === 5;
    if (busy) return null;
    throw error;
  }
  const pidFile = join(folder, 'service.pid');
  await writeFile(pidFile, `${process.pid}\n`, { mode: 0o600 });
  let held = true;
  return {
    release: async () => {
      if (!held) return;
      held = false;
      await rm(pidFile, { force: true });
      database.close();
    },
  };
}

/** Pid of the process that has locked the folder, for messages; null if unknown. */
export async function lockHolder(folder: string): Promise<number | null> {
  const pid = Number(await readFile(join(folder, 'service.pid'), 'utf8').catch(() => ''));
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}
