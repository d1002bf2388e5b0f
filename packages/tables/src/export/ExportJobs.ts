import type { ExportResponse } from '@rowhouse/table-protocol';
import type { ExportFileFormat } from '@rowhouse/table-protocol/internal';
import type { Table } from '../definition/Table.ts';
import type { TableRequest } from '../request/TableRequest.ts';

/**
 * The queue of exports: each requested export is written later by `exportRows`, on another machine or in the same
 * process. An application has one queue, and passes it to the tables plugin.
 */
export interface ExportJobs<User = unknown> {
  /** Returns before any row is read. */
  start(order: ExportOrder<User>): Promise<ExportResponse>;
}

/** Plain JSON except `table` and `user`: store an identifier for each of those. */
export interface ExportOrder<User = unknown> {
  readonly table: Table;
  /** The validated request of the client; pass it to `exportRows` unchanged. */
  readonly payload: unknown;
  /**
   * The parts of the request that determine the file: equal for equal exports. Without `start` and `length`, which
   * exports ignore.
   */
  readonly request: TableRequest;
  readonly format: ExportFileFormat;
  /** Null on a table without authentication. */
  readonly user: User | null;
  /** IANA time zone of the request; pass it to `exportRows` unchanged. */
  readonly timeZone: string;
}
