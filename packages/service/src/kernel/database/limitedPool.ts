import { Turns } from '@rowhouse/problems';
import type { Pool, PoolClient } from 'pg';

/** Milliseconds in which a request gets a connection, or fails with 503. */
export const connectionTimeout = 5_000;

/** What Kysely's dialect needs of a pool. */
export type ConnectionPool = Pick<Pool, 'options'> & {
  connect(): Promise<PoolClient>;
  end(): Promise<void>;
};

/** Lends at most `size` connections of a pool at the same time, so that its other users find some. Ends with the pool. */
export function limitedPool(pool: Pool, size: number): ConnectionPool {
  const turns = new Turns({ atOnce: size, eachAtOnce: size });
  const enter = async () => {
    if (!turns.areTaken) return turns.enter(null);
    const waiting = new AbortController();
    // As the pool itself says it.
    const refusal = new Error('timeout exceeded when trying to connect');
    const timer = setTimeout(() => waiting.abort(refusal), connectionTimeout);
    try {
      return await turns.enter(null, waiting.signal);
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    options: pool.options,
    async connect() {
      const leave = await enter();
      try {
        return lent(await pool.connect(), leave);
      } catch (error) {
        leave();
        throw error;
      }
    },
    end: async () => undefined,
  };
}

/** The pool sets `release` whenever it gives the client away. */
function lent(client: PoolClient, leave: () => void): PoolClient {
  const release = client.release;
  client.release = (problem) => {
    leave();
    release.call(client, problem);
  };

  return client;
}
