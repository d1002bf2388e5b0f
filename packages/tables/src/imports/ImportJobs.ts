import type { ImportJobResponse } from '@rowhouse/table-protocol';
import type { Table } from '../definition/Table.ts';

/**
 * The queue of imports. It calls `tables.imports.run` for each later, always with the same `runId` and the same file, so that an
 * interrupted import continues.
 */
export interface ImportJobs<User = unknown> {
  /** Resolves when the file is stored and the import is queued. */
  start(order: ImportOrder<User>): Promise<Pick<ImportJobResponse, 'import'> & Partial<ImportJobResponse>>;
  /**
   * Resolves when the undo of an import is queued: it calls `tables.imports.undo` later, always with the same `runId`. Without it, an
   * import is undone within the request.
   */
  undo?(
    order: Omit<ImportOrder<User>, 'path'>,
  ): Promise<Pick<ImportJobResponse, 'import'> & Partial<ImportJobResponse>>;
}

/** Plain JSON except `table` and `user`: store an identifier for each of them. */
export interface ImportOrder<User = unknown> {
  readonly table: Table;
  /** The file on this machine, which is removed when `start` has ended. Its columns are those of fields of the user. */
  readonly path: string;
  /** The options of the client; pass them to `tables.imports.run` unchanged. */
  readonly payload: unknown;
  /** Null on a table without authentication. */
  readonly user: User | null;
  /** IANA time zone of the request; pass it to `tables.imports.run` unchanged. */
  readonly timeZone: string;
}
