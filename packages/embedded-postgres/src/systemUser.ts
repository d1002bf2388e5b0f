import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './EmbeddedPostgresError.ts';

/** Operating-system user of the database server. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

const run = promisify(execFile);

/**
 * The user that the database server must run as; null for the current one. PostgreSQL refuses to run as root, so root
 * uses the owner of an existing cluster, the user `postgres`, or the user `name`, which is created if neither exists.
 */
export async function serverUser(clusterFolder: string, name = 'postgres'): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(clusterFolder).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const known = (await findUser('postgres')) ?? (await findUser(name));
  if (known !== null) return known;
  await createUser(name);
  const created = await findUser(name);
  if (created === null) throw new EmbeddedPostgresError(noUser(name));
  return created;
}

function noUser(name: string): string {
  return (
    'PostgreSQL refuses to run as root, and no other user could be found or created for it. Start as an ordinary user, ' +
    `create a user with "useradd --system ${name}", or use a PostgreSQL server of your own.`
  );
}

async function findUser(name: string): Promise<SystemUser | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

async function createUser(name: string): Promise<void> {
  try {
    await run(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name],
      // After `su`, PATH may lack the folders of useradd.
      { env: { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` } },
    );
  } catch (cause) {
    // Two processes that start at the same time may both try.
    if ((await findUser(name)) === null) throw new EmbeddedPostgresError(noUser(name), { cause });
  }
}

/**
 * Whether the user can enter a folder, or read it. Tested in a process of that user, because parent folders, access
 * lists and mount options matter, too.
 */
export async function isReachable(
  folder: string,
  user: SystemUser | null,
  access: 'enter' | 'read',
): Promise<boolean> {
  if (user === null) return true;
  try {
    const test = access === 'read' ? 'cd "$1" && test -r .' : 'cd "$1"';
    await run('/bin/sh', ['-c', test, 'sh', folder], { uid: user.uid, gid: user.gid, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}
