import type { ExportFileFormat, ExportResponse } from '@rowhouse/table-protocol';
import type { Table } from '../definition/Table.ts';
import type { TableRequest } from '../request/TableRequest.ts';

/**
 * Takes orders for exports, and sees to it that `exportRows` writes each of them later: in a queue, on another
 * machine, or in the same process. The application has one, and gives it to the tables plugin.
 */
export interface ExportJobs<User = unknown> {
  /** Returns before a row is read. */
  start(order: ExportOrder<User>): Promise<ExportResponse>;
}

/** Plain JSON except `table` and `user`: store an identifier for each of those. */
export interface ExportOrder<User = unknown> {
  readonly table: Table;
  /** What the client sent, checked: give it to `exportRows` as it is. */
  readonly payload: unknown;
  /** What is asked for by it; equal for equal exports, but for `start` and `length`, which exports do not heed. */
  readonly request: TableRequest;
  readonly format: ExportFileFormat;
  /** Null on a table without authentication. */
  readonly user: User | null;
  /** IANA time zone of the request: give it to `exportRows` as it is. */
  readonly timeZone: string;
}
