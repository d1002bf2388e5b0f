import { Client, type ClientBase } from 'pg';
import { destinationOf } from './primaryHost.ts';

/**
 * What a connection URL connects to:
 *
 * - `server`: PostgreSQL itself.
 * - `session`: a pooler whose connections keep their own session.
 * - `transaction`: a pooler that runs each transaction on any of its connections, as PgBouncer with
 *   `pool_mode = transaction`.
 */
export type Endpoint = 'server' | 'session' | 'transaction';

const attempts = 5;

/**
 * A pooler tells its clients another process id than PostgreSQL has. In transaction mode two clients that are connected at the
 * same time are served by the same process, one after the other, which is otherwise impossible. On a busy pooler each may
 * get another one, but then one client is served by several.
 */
export async function detectPooler(url: string): Promise<Endpoint> {
  const first = await open(url);
  try {
    if (await isServer(first)) return 'server';
    const server = await processOf(first);
    const second = await open(url);
    try {
      const seen = new Set([server]);
      for (let attempt = 0; attempt < attempts; attempt++) {
        if (seen.has(await processOf(second))) return 'transaction';
        if (!seen.has(await processOf(first))) return 'transaction';
      }

      return 'session';
    } finally {
      await second.end();
    }
  } finally {
    await first.end();
  }
}

async function open(url: string): Promise<Client> {
  const client = new Client({ ...destinationOf(url), connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();

  return client;
}

/** Whether a connection is one of PostgreSQL itself, not of a pooler. */
export async function isServer(client: ClientBase): Promise<boolean> {
  return (await processOf(client)) === (client as unknown as { readonly processID: number }).processID;
}

async function processOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');

  return rows[0]?.pid ?? 0;
}
