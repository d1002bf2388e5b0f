import type { Kysely } from 'kysely';
import type { Address } from '../address.ts';

export interface ConnectDatabaseOptions {
  readonly address: Address;
  /** Whether connections may write. */
  readonly writable: boolean;
  /** Maximum number of connections. SQLite uses one. */
  readonly poolSize: number;
  /** Seconds after which the server cancels a statement, if supported; 0: never. */
  readonly statementSeconds: number;
  /** Called when an idle connection ends. */
  readonly onIdleError: (error: Error) => void;
}

/**
 * Creates a connection pool; connects at the first query. Unless `writable` is set, connections are read-only: the server
 * refuses statements that write, and a connection that cannot be made read-only fails.
 *
 * @throws StartError if the driver is not installed.
 */
export type ConnectDatabase = (options: ConnectDatabaseOptions) => Promise<Kysely<unknown>>;
