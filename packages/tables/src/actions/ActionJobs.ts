import type { ActionJobResponse } from '@rowhouse/table-protocol';
import type { Table } from '../definition/Table.ts';
import type { TableRequest } from '../request/TableRequest.ts';

/**
 * The queue of actions with `background: true`. It calls `runAction` for each job later, always with the same `runId`, so
 * that an interrupted run continues and never starts twice.
 */
export interface ActionJobs<User = unknown> {
  /** Returns when the rows are listed, before any of them is handled. Without a `message`, the client gets the default: the action has started. */
  start(order: ActionOrder<User>): Promise<Pick<ActionJobResponse, 'job'> & Partial<ActionJobResponse>>;
}

/** The rows of an order, as they were when it was made. */
export interface ListedRows {
  readonly total: number;
  /** Removes the list: no job will run for it. */
  discard(): Promise<void>;
}

/** Plain JSON except `table`, `user` and `listRows`: store an identifier for each of the first two. */
export interface ActionOrder<User = unknown> {
  readonly table: Table;
  /** Name of the action in the definition. */
  readonly action: string;
  /** For people: the label of the action's button. */
  readonly name: string;
  /** The client's validated payload; pass it to `runAction` unchanged. */
  readonly payload: unknown;
  readonly request: TableRequest;
  /** Null on a table without authentication. */
  readonly user: User | null;
  /** IANA time zone of the request; pass it to `runAction` unchanged. */
  readonly timeZone: string;
  /**
   * Lists the rows that match now. Await it before the job can be run, outside of transactions, and pass the same `runId`
   * (at most 64 characters) to `runAction`: then the action is for the rows that the user has confirmed, whenever it
   * runs. Rejects with `tables.rows_changed` if they are not as many.
   */
  listRows(runId: string): Promise<ListedRows>;
}
