import { constants } from 'node:fs';
import { access, chmod, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './EmbeddedPostgresError.ts';
import { isReachable } from './isReachable.ts';
import { locateBinaries } from './locateBinaries.ts';
import { missingLinks, restoreLinks } from './restoreLinks.ts';
import type { SystemUser } from './SystemUser.ts';

/** Programs that can be run by the server's user. */
export interface Binaries {
  readonly folder: string;
  readonly initdb: string;
  readonly postgres: string;
  /** Major version, for example 18. */
  readonly major: number;
}

/**
 * Makes the installed PostgreSQL programs runnable: executable, with their library links, and in a folder
 * that the server's user can read. Where the installed ones cannot be made so (a project below /root, a
 * read-only node_modules) they are copied once into `copyFolder`.
 */
export async function prepareBinaries(user: SystemUser | null, copyFolder: string): Promise<Binaries> {
  const installed = locateBinaries();
  const major = Number.parseInt(installed.version, 10);
  if (
    (await isReachable(join(installed.folder, 'bin'), user, 'read')) &&
    (await makeRunnable(installed.folder))
  ) {
    return describe(installed.folder, major);
  }
  const copy = join(copyFolder, `postgresql-${installed.version}`);
  const exists = await access(join(copy, 'bin', 'postgres')).then(
    () => true,
    () => false,
  );
  if (!exists) await copyBinaries(installed.folder, copy);
  if (!(await isReachable(join(copy, 'bin'), user, 'read'))) {
    throw new EmbeddedPostgresError(
      `The PostgreSQL programs in ${copy} cannot be read by the user that the server runs as (uid ${user?.uid}). ` +
        'Make that folder and its parents readable for it, or use a PostgreSQL server of your own.',
    );
  }
  return describe(copy, major);
}

function describe(folder: string, major: number): Binaries {
  return {
    folder,
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
    major,
  };
}

/** Answers false when something is missing and the folder cannot be written. */
async function makeRunnable(folder: string): Promise<boolean> {
  try {
    for (const program of ['initdb', 'pg_ctl', 'postgres']) {
      const file = join(folder, 'bin', program);
      await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
    }
    if ((await missingLinks(folder)).length > 0) await restoreLinks(folder);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
    // Windows programs carry a suffix and need neither modes nor links.
    if (code === 'ENOENT' && process.platform === 'win32') return true;
    throw error;
  }
}

/** Copies beside the goal and renames, so that a killed copy is never taken for a whole one. */
async function copyBinaries(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o755 });
  const partial = await mkdtemp(`${to}.partial-`);
  try {
    const native = join(partial, 'native');
    await cp(from, native, { recursive: true, verbatimSymlinks: true });
    await chmod(native, 0o755);
    await makeRunnable(native);
    await rename(native, to).catch((error: NodeJS.ErrnoException) => {
      // Another process finished the same copy first.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}
