import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Held for as long as this process uses a folder. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes the folder for this process; null when another one has it.
 *
 * The lock is that of SQLite on a file, which the operating system drops when the process ends in whatever
 * way: unlike a pid file it is never stale, cannot be taken twice in a race, and holds across containers. The
 * pid file beside it only serves messages.
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

/** Who holds the folder, as far as is known; for messages. */
export async function lockHolder(folder: string): Promise<number | null> {
  const pid = Number(await readFile(join(folder, 'service.pid'), 'utf8').catch(() => ''));
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}
