import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartError } from '../../StartError.ts';
import type { SystemUser } from './SystemUser.ts';

const run = promisify(execFile);

/** Tried in this order; the second is created when none exists. */
const candidates = ['postgres', 'rowhouse'] as const;

/**
 * The user that the database server must run as, or null when it can run as the present one.
 * PostgreSQL refuses to run as root, so root hands it to the owner of an existing cluster, to a
 * user named `postgres` or `rowhouse`, or to a new system user `rowhouse`.
 */
export async function serverUser(clusterFolder: string): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(clusterFolder).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of candidates) {
    const user = await findUser(name);
    if (user !== null) return user;
  }
  await createUser('rowhouse');
  const created = await findUser('rowhouse');
  if (created === null) throw new StartError(noUser);
  return created;
}

const noUser =
  'PostgreSQL refuses to run as root, and no other user could be found or created for it. ' +
  'Start the service as an ordinary user, create a user with "useradd --system rowhouse", ' +
  'or name a PostgreSQL server of your own with DATABASE_URL.';

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
      // Of a root by `su`, the path may lack the folders that useradd is in.
      { env: { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` } },
    );
  } catch (cause) {
    // Two services starting at once may both try.
    if ((await findUser(name)) === null) throw new StartError(noUser, { cause });
  }
}
