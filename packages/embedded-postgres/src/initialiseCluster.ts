import { execFile, spawn } from 'node:child_process';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './EmbeddedPostgresError.ts';
import type { Binaries } from './prepareBinaries.ts';
import type { SystemUser } from './SystemUser.ts';
import { serverEnvironment } from './serverEnvironment.ts';
import { clusterSettings } from './settings.ts';

const run = promisify(execFile);

/**
 * The operating system's locale that says which characters are letters. Order and case come from the server's
 * built-in locale, but trigrams and full-text search still ask this one: with `C`, only ASCII letters count.
 */
async function characterLocale(): Promise<string> {
  const installed = await run('locale', ['-a']).then(
    ({ stdout }) => new Set(stdout.split('\n').map((line) => line.trim())),
    () => new Set<string>(),
  );
  return ['C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'en_US.utf8'].find((name) => installed.has(name)) ?? 'C';
}

export interface ClusterOptions {
  readonly clusterFolder: string;
  readonly binaries: Binaries;
  readonly user: SystemUser | null;
  readonly password: string;
}

/** Creates the database cluster in the folder unless there is one. */
export async function initialiseCluster(options: ClusterOptions): Promise<void> {
  const { clusterFolder, binaries } = options;
  const found = await writtenBy(clusterFolder);
  if (found !== null) {
    if (Number.parseInt(found, 10) !== binaries.major) {
      throw new EmbeddedPostgresError(
        `The data in ${clusterFolder} was written by PostgreSQL ${found}, but PostgreSQL ${binaries.major} is ` +
          'installed. Dump it with the programs of the version that wrote it (pg_dump), and load the dump into a new folder.',
      );
    }
    return;
  }
  await createCluster(options);
}

export async function hasCluster(clusterFolder: string): Promise<boolean> {
  return (await writtenBy(clusterFolder)) !== null;
}

/** The major version that wrote the cluster; null when there is none. */
function writtenBy(clusterFolder: string): Promise<string | null> {
  return readFile(join(clusterFolder, 'PG_VERSION'), 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
}

/** Works in a folder beside the goal and renames it, so that a killed start leaves no half cluster. */
async function createCluster({ clusterFolder, binaries, user, password }: ClusterOptions): Promise<void> {
  const partial = `${clusterFolder}.partial`;
  const passwordFile = `${partial}.password`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user !== null) {
    await chown(partial, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  try {
    await initdb(binaries.initdb, user, [
      `--pgdata=${partial}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Built into the server: the same order on every machine and after every upgrade of system libraries.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${await characterLocale()}`,
      '--no-instructions',
      ...Object.entries(clusterSettings()).map(([name, value]) => `--set=${name}=${value}`),
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(partial, clusterFolder);
}

function initdb(program: string, user: SystemUser | null, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...user,
      cwd: process.platform === 'win32' ? undefined : '/',
      env: serverEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaints = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaints = (complaints + chunk.toString('utf8')).slice(-2000);
    });
    child.once('error', (cause) =>
      reject(new EmbeddedPostgresError(`initdb could not be run: ${cause.message}`, { cause })),
    );
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new EmbeddedPostgresError(initdbFailure(code, complaints.trim())));
    });
  });
}

function initdbFailure(code: number | null, complaints: string): string {
  if (complaints.includes('could not look up effective user ID')) {
    return (
      `PostgreSQL does not run as a user without a name, and the user id ${process.getuid?.()} has none on this machine. ` +
      'Start as a user that /etc/passwd lists, or use a PostgreSQL server of your own.'
    );
  }
  return `The database could not be created (initdb ended with ${code}): ${complaints}`;
}
