import { startEphemeralPostgres } from '@rowhouse/embedded-postgres';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import Cursor from 'pg-cursor';

/** Rows that contenders written by hand read at a time. */
export const blockSize = 1000;

/** Disposing it stops an embedded server. */
export interface Postgres extends AsyncDisposable {
  readonly url: string;
  /** For example `15.20`. */
  readonly version: string;
}

/** The database of the address, created if it is missing; without an address, an embedded server. */
export async function openPostgres(address: string | null): Promise<Postgres> {
  const embedded = address === null ? await startEphemeralPostgres() : null;
  const url = address ?? embedded?.url ?? '';
  try {
    if (!embedded) await createIfMissing(url);
    const version = await withClient(url, async (client) => {
      const { rows } = await client.query<{ server_version: string }>('show server_version');
      return rows[0]?.server_version.split(' ')[0] ?? '';
    });

    return { url, version, [Symbol.asyncDispose]: async () => embedded?.stop() };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function createIfMissing(address: string): Promise<void> {
  const name = decodeURIComponent(new URL(address).pathname.slice(1));
  await withClient(urlOf(address, 'postgres'), async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  });
}

/** The address of another database of the server. */
export function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;

  return url.href;
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

/** The rows of a query as lists, a thousand at a time, by the driver's own cursor; the next are requested while these are processed. */
export async function* readBlocks(connectionString: string, query: string): AsyncGenerator<unknown[][]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('set cursor_tuple_fraction = 1');
    const cursor = client.query(new Cursor<unknown[]>(query, [], { rowMode: 'array' }));
    for (let next = cursor.read(blockSize); ; ) {
      const block = await next;
      if (block.length === 0) return;
      next = cursor.read(blockSize);
      yield block;
    }
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
