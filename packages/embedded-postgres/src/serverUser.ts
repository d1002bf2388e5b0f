import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './EmbeddedPostgresError.ts';
import type { SystemUser } from './SystemUser.ts';

const run = promisify(execFile);

/**
 * The user that the database server must run as, or null when it can run as the present one.
 * PostgreSQL refuses to run as root, so root hands it to the owner of an existing cluster, to the user `postgres`, or to
 * the user of the given name, which is created when neither exists.
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
      // Of a root by `su`, the path may lack the folders that useradd is in.
      { env: { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` } },
    );
  } catch (cause) {
    // Two processes that start at the same time may both try.
    if ((await findUser(name)) === null) throw new EmbeddedPostgresError(noUser(name), { cause });
  }
}
