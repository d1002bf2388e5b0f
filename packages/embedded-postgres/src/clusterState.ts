import { randomBytes } from 'node:crypto';
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './EmbeddedPostgresError.ts';

/** What has to be known to find and open the cluster again; kept in the data folder, readable by its owner only. */
export interface ClusterState {
  readonly port: number;
  readonly password: string;
  /** Folder that holds the cluster: the data folder itself, or one that the server's user can reach. */
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

/** Writes beside and renames, so that a killed process leaves the old or the new text. */
export async function writeClusterState(dataDir: string, state: ClusterState): Promise<void> {
  const file = stateFile(dataDir);
  const partial = `${file}.${process.pid}.partial`;
  await writeFile(partial, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  // Root must not take the file away from the user who owns the folder and may start the server next.
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
