import { Client } from 'pg';
import { StartError } from '../../base/errors.ts';
import { detectPooler } from './detectPooler.ts';
import { destinationOf } from './primaryHost.ts';

interface DirectConnection {
  /** Connects to the server itself, or to a pooler in session mode. */
  readonly directUrl: string;
  /** Whether `url` connects to a pooler in transaction mode. */
  readonly pooled: boolean;
}

/**
 * Finds the URL that provides sessions, which LISTEN and the job queues need.
 *
 * @throws StartError if a pooler in transaction mode is the only way, or if both lead to different databases.
 */
export async function findDirect(url: string, direct: string | undefined): Promise<DirectConnection> {
  const pooled = (await detectPooler(url)) === 'transaction';
  if (direct === undefined) {
    if (!pooled) return { directUrl: url, pooled };
    throw new StartError(
      'DATABASE_URL leads to a connection pooler in transaction mode, such as PgBouncer. Events (LISTEN) and the job ' +
        'queues need connections of their own: set DATABASE_DIRECT_URL to the address of the PostgreSQL server itself, ' +
        'such as postgresql://user:password@host:5432/database.',
    );
  }
  if ((await detectPooler(direct)) === 'transaction') {
    throw new StartError(
      'DATABASE_DIRECT_URL leads to a connection pooler in transaction mode, too. Set it to the address of the ' +
        'PostgreSQL server itself.',
    );
  }
  const [own, other] = await Promise.all([identityOf(url), identityOf(direct)]);
  if (own !== other) {
    throw new StartError(
      `DATABASE_DIRECT_URL leads to another database (${other}) than DATABASE_URL (${own}). Name the same database ` +
        'of the same server in both.',
    );
  }

  return { directUrl: direct, pooled };
}

/** Name and number of the database, and the number of its cluster. */
async function identityOf(url: string): Promise<string> {
  const client = new Client({ ...destinationOf(url), connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ identity: string }>(
      `select format('%s, number %s of the cluster %s', datname, oid, system_identifier) as identity
         from pg_database, pg_control_system() where datname = current_database()`,
    );

    return rows[0]?.identity ?? '';
  } finally {
    await client.end();
  }
}
