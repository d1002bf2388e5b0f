import { randomBytes } from 'node:crypto';
import { startEphemeralPostgres } from '@rowhouse/embedded-postgres';
import { Client } from 'pg';

/** A PostgreSQL database of a test's own. */
export interface ThrowAwayDatabase {
  readonly url: string;
  /** Ends its connections and removes it. */
  drop(): Promise<void>;
}

/** Names the server for tests that name none themselves. */
const serverVariable = 'TEST_POSTGRES_URL';

let embedded: Promise<string> | null = null;

/**
 * Creates an empty database on the server at `server`, by default the one that TEST_POSTGRES_URL names, otherwise
 * an embedded one that is started once per process and ends with it. No existing database is touched.
 *
 * @throws Error when the server cannot be reached, or its user may not create databases.
 */
export async function createThrowAwayDatabase(server?: string): Promise<ThrowAwayDatabase> {
  const named = server ?? process.env[serverVariable];
  const url = new URL(named || (await embeddedServer()));
  const name = `rowhouse_test_${process.pid}_${randomBytes(5).toString('hex')}`;
  const maintenance = url.href;
  await run(maintenance, `create database ${name}`);
  url.pathname = `/${name}`;

  return { url: url.href, drop: () => run(maintenance, `drop database if exists ${name} with (force)`) };
}

function embeddedServer(): Promise<string> {
  embedded ??= startEphemeralPostgres().then(
    ({ url }) => url,
    (error) => {
      embedded = null;
      throw new Error(
        `The PostgreSQL server of the tests could not be started: ${(error as Error).message} ` +
          `Name one of your own with ${serverVariable}.`,
        { cause: error },
      );
    },
  );

  return embedded;
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(statement);
  } catch (cause) {
    const { host } = new URL(url);
    throw new Error(`The tests cannot use the PostgreSQL server at ${host}: ${(cause as Error).message}`, {
      cause,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}
