import { execFile, spawn } from 'node:child_process';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './EmbeddedPostgresError.ts';
import type { SystemUser } from './systemUser.ts';

const run = promisify(execFile);

/**
 * Locale that defines which characters are letters, for trigrams and full-text search: with `C`, only ASCII letters
 * count. Order and case come from the server's built-in locale.
 */
async function characterLocale(): Promise<string> {
  const installed = await run('locale', ['-a']).then(
    ({ stdout }) => new Set(stdout.split('\n').map((line) => line.trim())),
    () => new Set<string>(),
  );
  return ['C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'en_US.utf8'].find((name) => installed.has(name)) ?? 'C';
}

interface ClusterOptions {
  readonly clusterFolder: string;
  readonly binaries: Binaries;
  readonly user: SystemUser | null;
  readonly password: string;
}

/** Creates a cluster in the folder if there is none; refuses one of another major version. */
export async function initialiseCluster(options: ClusterOptions): Promise<void> {
  const { clusterFolder, binaries } = options;
  const found = await clusterVersion(clusterFolder);
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
  return (await clusterVersion(clusterFolder)) !== null;
}

/** Major version of the cluster; null if there is none. */
function clusterVersion(clusterFolder: string): Promise<string | null> {
  return readFile(join(clusterFolder, 'PG_VERSION'), 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
}

/** Creates the cluster in a temporary folder and renames it, so that a killed start leaves no partial cluster. */
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
      // Built into the server: the same order on every machine, also after upgrades of system libraries.
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
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(-2000);
    });
    child.once('error', (cause) =>
      reject(new EmbeddedPostgresError(`initdb could not be run: ${cause.message}`, { cause })),
    );
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new EmbeddedPostgresError(initdbFailure(code, stderr.trim())));
    });
  });
}

function initdbFailure(code: number | null, stderr: string): string {
  if (stderr.includes('could not look up effective user ID')) {
    return (
      `PostgreSQL does not run as a user without a name, and the user id ${process.getuid?.()} has none on this machine. ` +
      'Start as a user that /etc/passwd lists, or use a PostgreSQL server of your own.'
    );
  }
  return `The database could not be created (initdb ended with ${code}): ${stderr}`;
}

/** Initial settings in the cluster's postgresql.conf, where operators may change them. */
function clusterSettings(): Record<string, string> {
  const megabytes = Math.floor(totalmem() / 1024 / 1024);
  return {
    shared_buffers: `${clamp(Math.floor(megabytes / 16), 32, 512)}MB`,
    effective_cache_size: `${clamp(Math.floor(megabytes / 2), 256, 16_384)}MB`,
    work_mem: '16MB',
    maintenance_work_mem: `${clamp(Math.floor(megabytes / 16), 64, 512)}MB`,
    max_connections: '60',
    // Without replicas, bulk loads into new tables need no row-by-row log.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '1GB',
    // For solid-state disks and short queries.
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/**
 * Environment of the server's programs: only what they need. PG* variables would change their behaviour, and secrets
 * must not reach them.
 */
export function serverEnvironment(): Record<string, string> {
  const environment: Record<string, string> = { LC_ALL: 'C', TZ: 'UTC' };
  for (const name of ['PATH', 'SystemRoot', 'TEMP', 'TMPDIR']) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
