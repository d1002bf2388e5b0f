import type { ActionJobResponse } from '@rowhouse/table-protocol';
import type { Table } from '../definition/Table.ts';
import type { TableRequest } from '../request/TableRequest.ts';

/**
 * The queue of actions with `background: true`. It calls `runAction` for each job later, always with the same `runId`, so
 * that an interrupted run continues and never starts twice.
 */
export interface ActionJobs<User = unknown> {
  /** Returns before any row is read. Without a `message`, the client gets the default: the action has started. */
  start(order: ActionOrder<User>): Promise<Pick<ActionJobResponse, 'job'> & Partial<ActionJobResponse>>;
}

/** Plain JSON except `table` and `user`: store an identifier for each of those. */
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
}
