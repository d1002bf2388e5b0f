import { createHash } from 'node:crypto';
import { access, chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from './dataFolder.ts';
import { EmbeddedPostgresError } from './EmbeddedPostgresError.ts';
import { isReachable, type SystemUser, serverUser } from './systemUser.ts';

/** Location of the cluster, and the user of its server. */
export interface ClusterLocation {
  /** Folder of the lock, the server's log and the cluster. */
  readonly parent: string;
  readonly clusterFolder: string;
  /** Null for the current user. */
  readonly user: SystemUser | null;
}

interface LocationOptions {
  readonly dataDir: string;
  readonly systemFolder: string;
  readonly systemUser: string;
  /** Location chosen by an earlier start. */
  readonly knownParent?: string;
}

/**
 * Chooses the location of the cluster: the data folder, or, if root starts the server and the server's user cannot reach
 * it (a project under /root), a folder in `systemFolder` named by a hash of the data folder. An existing cluster stays.
 */
export async function locateCluster(options: LocationOptions): Promise<ClusterLocation> {
  const { dataDir, knownParent, systemUser } = options;
  createFolder(dataDir);
  const parent =
    knownParent !== undefined && (await exists(join(knownParent, 'postgres'))) ? knownParent : dataDir;
  const clusterFolder = join(parent, 'postgres');
  const user = await serverUser(clusterFolder, systemUser);
  if (await isReachable(parent, user, 'enter')) return { parent, clusterFolder, user };
  if (await exists(clusterFolder)) {
    throw new EmbeddedPostgresError(
      `The database folder ${clusterFolder} cannot be reached by the user that its server runs as (uid ${user?.uid}), ` +
        'because PostgreSQL refuses to run as root. Allow that user to pass through the parent folders, move the ' +
        'data folder elsewhere, or start as an ordinary user.',
    );
  }
  return locateOutside(options);
}

async function locateOutside({
  dataDir,
  systemFolder,
  systemUser,
}: LocationOptions): Promise<ClusterLocation> {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const parent = join(systemFolder, `data-${name}`);
  await mkdir(parent, { recursive: true, mode: 0o711 });
  await chmod(parent, 0o711);
  const clusterFolder = join(parent, 'postgres');
  const user = await serverUser(clusterFolder, systemUser);
  if (await isReachable(parent, user, 'enter')) return { parent, clusterFolder, user };
  throw new EmbeddedPostgresError(
    `Neither ${dataDir} nor ${parent} can be reached by the user that the database server has to run as ` +
      `(uid ${user?.uid}), because PostgreSQL refuses to run as root. Use a folder that it can reach, start as an ordinary ` +
      'user, or use a PostgreSQL server of your own.',
  );
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
