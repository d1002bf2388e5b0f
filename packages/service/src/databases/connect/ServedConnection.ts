import type { Kysely } from 'kysely';
import type { Address } from '../address.ts';

export interface ConnectServedOptions {
  readonly address: Address;
  /** Whether statements that write are let through. */
  readonly writable: boolean;
  /** Connections at most. SQLite has one. */
  readonly poolSize: number;
  /** Seconds after which the server ends a statement, where it can; 0: never. */
  readonly statementSeconds: number;
  /** Told about connections that end while they are idle. */
  readonly onIdleError: (error: Error) => void;
}

/**
 * Opens connections to a served database. Nothing is sent before the first query. Unless `writable` is set, the server
 * refuses every statement that writes; a connection that cannot be made so is refused itself.
 *
 * @throws StartError where the driver is not installed.
 */
export type ConnectServed = (options: ConnectServedOptions) => Promise<Kysely<unknown>>;
