import type { RawBuilder } from 'kysely';

/** What differs between the databases. Nothing outside asks which one it is. */
export interface Dialect {
  /** DDL; each statement may be run again. */
  install(users: UsersReference): readonly RawBuilder<unknown>[];
  /** Of all transactions, so that each statement sees what was committed before it; null where there is no choice. */
  readonly isolation: 'read committed' | null;
  /** Whether a SELECT can lock the rows that it reads; otherwise a transaction locks out other writers. */
  readonly locksRows: boolean;
  /** Makes a transaction the one that writes, where rows are not locked. */
  readonly beginWriting: RawBuilder<unknown> | null;
  /** What an INSERT of a user who has an avatar does: nothing, once the transaction that inserted it has ended. */
  readonly onKnownUser: 'on conflict' | 'on duplicate key';
  /** Whether an INSERT can answer the row's id by RETURNING; otherwise the driver tells it. */
  readonly returns: boolean;
}

/** The column of the host's table that `avatars.user_id` refers to. */
export interface UsersReference {
  /** Perhaps with its schema: `auth.users`. */
  readonly table: string;
  readonly id: string;
  /** SQL type of the column, as the host's DDL has it. */
  readonly type: string;
}
