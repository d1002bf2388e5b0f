import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { ConnectionPool } from './limitedPool.ts';

/** Milliseconds that connections in use get at the end of a process, when requests and jobs have been completed or abandoned. */
export const endingTime = 1_000;

/**
 * A pool whose `end` does not wait for work that hangs, such as a hook inside a transaction: it closes the connections that are
 * still in use, and the server rolls back.
 */
export function endingPool(pool: Pool): ConnectionPool {
  const clients = new Set<PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));

  return {
    options: pool.options,
    connect: () => pool.connect(),
    async end() {
      await Promise.race([pool.end(), setTimeout(endingTime, undefined, { ref: false })]);
      for (const client of clients)
        void (client as unknown as { end(): Promise<void> }).end().catch(() => undefined);
    },
  };
}
