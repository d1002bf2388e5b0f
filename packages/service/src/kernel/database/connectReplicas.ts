import { openReplicas, type ReplicaState, type StandbyReplicas } from '@rowhouse/tables-postgres';
import { StartError } from '../../base/errors.ts';
import type { Config } from '../config/Config.ts';
import { type Connection, connect, withSearchPath } from './Database.ts';
import { detectPooler } from './detectPooler.ts';
import type { StatementLimits } from './PooledPostgresDialect.ts';

interface ConnectReplicasOptions {
  readonly config: Pick<Config, 'databaseReplicas' | 'databaseReplicaLag' | 'databaseSchema'>;
  /** Connection URL of the primary. */
  readonly url: string;
  /** Whether it connects to a pooler in transaction mode. */
  readonly pooled: boolean;
  /** Connections per replica, in addition to one for checks. */
  readonly poolSize: number;
  readonly limits?: StatementLimits;
  readonly log: (level: 'info' | 'warn', message: string) => void;
}

export interface ConnectedReplicas {
  readonly replicas: StandbyReplicas;
  close(): Promise<void>;
}

/**
 * Connects the standbys of `databaseReplicas`; null without any. A standby that is unavailable, lags too far
 * behind, or became the primary, is not used until it has recovered.
 *
 * @throws StartError if one is of another cluster.
 */
export async function connectReplicas(options: ConnectReplicasOptions): Promise<ConnectedReplicas | null> {
  const { config, poolSize, limits, log } = options;
  const { databaseReplicas: urls, databaseReplicaLag: maxLag } = config;
  if (urls.length === 0) return null;
  const connections: Connection[] = [];
  const open = (url: string, size: number, pooled: boolean, withLimits = false) => {
    const connection = connect({
      url,
      poolSize: size,
      pooled,
      ...(withLimits && limits && { limits }),
      onIdleError: (error) => log('warn', `An idle connection to a replica ended: ${error.message}`),
    });
    connections.push(connection);

    return connection.db;
  };
  const close = async () => {
    await Promise.all(connections.map((connection) => connection.close()));
  };
  try {
    // A separate connection: positions are read while other connections wait for slow queries.
    const primary = open(options.url, 1, options.pooled);
    const members = await Promise.all(
      urls.map(async (address) => {
        const url = withSearchPath(address, config.databaseSchema);
        const pooled = await detectPooler(url).then(
          (endpoint) => endpoint === 'transaction',
          () => options.pooled,
        );

        return {
          name: new URL(address).host,
          db: open(url, poolSize, pooled, true),
          checks: open(url, 1, pooled),
        };
      }),
    );
    const replicas = await openReplicas({
      primary,
      replicas: members,
      maxLag,
      onChange: (state) => log(state.fault === null ? 'info' : 'warn', describe(state, maxLag)),
    });
    const closeAll = async () => {
      replicas.close();
      await close();
    };
    const wrong = replicas.states().find(({ fault }) => fault === 'other_cluster');
    if (wrong !== undefined) {
      replicas.close();
      throw new StartError(`DATABASE_REPLICAS: ${describe(wrong, maxLag)}`);
    }

    return { replicas, close: closeAll };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The fault of a replica, and its remedy. */
function describe({ name, fault, lag, error }: ReplicaState, maxLag: number): string {
  switch (fault) {
    case null:
      return `The replica ${name} is read.`;
    case 'primary':
      return `The replica ${name} is not read: it accepts writes, so it is not a standby. Name standbys in DATABASE_REPLICAS.`;
    case 'other_cluster':
      return `${name} is a standby of another server than that of DATABASE_URL. Correct its address.`;
    case 'behind':
      return (
        `The replica ${name} is ${lag === null ? 'behind' : `${Math.round(lag)} seconds behind`}, more than ` +
        `${maxLag} (ROWHOUSE_DATABASE_REPLICA_LAG), and not read until it has caught up.`
      );
    case 'unavailable':
      return `The replica ${name} is not read: ${error instanceof Error ? error.message : 'unavailable'}. It is tried again every second.`;
  }
}
