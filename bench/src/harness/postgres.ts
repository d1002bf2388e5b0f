import { startEphemeralPostgres } from '@rowhouse/embedded-postgres';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

export interface Postgres {
  readonly url: string;
  /** For example `15.20`. */
  readonly version: string;
  close(): Promise<void>;
}

/** The database of the address, created if it is missing; without an address, an embedded server that `close` removes. */
export async function openPostgres(address: string | null): Promise<Postgres> {
  const embedded = address === null ? await startEphemeralPostgres() : null;
  const url = address ?? embedded?.url ?? '';
  try {
    if (!embedded) await createIfMissing(url);
    const version = await withClient(url, async (client) => {
      const { rows } = await client.query<{ server_version: string }>('show server_version');
      return rows[0]?.server_version.split(' ')[0] ?? '';
    });

    return { url, version, close: async () => embedded?.stop() };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function createIfMissing(address: string): Promise<void> {
  const server = new URL(address);
  const name = decodeURIComponent(server.pathname.slice(1));
  server.pathname = '/postgres';
  await withClient(server.href, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  });
}

export async function withClient<Result>(
  connectionString: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Kysely on a pool of its own. An embedded server may stop before the pool's connections are closed. */
export function openKysely<Database>(connectionString: string, max: number, options = ''): Kysely<Database> {
  const pool = new pg.Pool({ connectionString, max, options });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));

  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
