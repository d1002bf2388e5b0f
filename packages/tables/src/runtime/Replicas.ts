import type { DatabaseHandle } from './TableRuntime.ts';

/**
 * The last position of the database that a client has written or read. A read with a bookmark returns nothing older,
 * and advances it to the position that it has read. Give the position to the client with the response, and open the
 * next bookmark with it.
 */
export interface Bookmark {
  /** Null if nothing is known; any replica may be read. */
  readonly position: string | null;
  /** Whether a read has advanced it: `position` then covers everything in the response. */
  readonly isRead: boolean;
  /** True after a write at an unknown position: only the primary is guaranteed to show it. */
  readonly needsPrimary: boolean;
  requirePrimary(): void;
  /** Keeps the later position. */
  advance(position: string | null): void;
  /** Advances it to the position of a read. */
  read(position: string | null): void;
}

/** A server that reads instead of the primary. */
export interface ReadServer {
  readonly name: string;
  /** The same instance for each read. */
  readonly db: DatabaseHandle;
}

/** Runs all reads of one request on one server; null is the primary. */
export type ServerWork<T> = (server: ReadServer | null, signal: AbortSignal | undefined) => Promise<T>;

export interface RoutedRead {
  readonly signal?: AbortSignal | undefined;
  readonly bookmark?: Bookmark | undefined;
}

/** Decides which server handles a read. `openReplicas` of `@rowhouse/tables-postgres` does so for standbys. */
export interface Replicas {
  /**
   * On a replica that has replayed the position of the bookmark, otherwise on the primary. If the replica fails, the read is
   * repeated on the primary; errors caused by the request are thrown.
   */
  read<T>(work: ServerWork<T>, options?: RoutedRead): Promise<T>;
  /**
   * On a replica that has replayed everything committed before the call, otherwise on the primary. Written output of an
   * export cannot be revoked, so a failing replica throws `tables.database_unavailable`.
   */
  export<T>(work: ServerWork<T>, options: RoutedRead & { readonly fromPrimary: boolean }): Promise<T>;
  /** A position at or after everything that was committed before the call. */
  written(): Promise<string>;
  /** @throws RangeError if the text is not a position. */
  openBookmark(position?: string | null): Bookmark;
}
