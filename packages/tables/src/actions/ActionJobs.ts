import type { ActionJobResponse } from '@rowhouse/table-protocol';
import type { Table } from '../definition/Table.ts';
import type { TableRequest } from '../request/TableRequest.ts';

/**
 * Takes orders for actions with `background: true`, and sees to it that `runAction` carries each of them out later,
 * always with the same `runId`: what is killed on the way is then gone on with, and never begun twice.
 */
export interface ActionJobs<User = unknown> {
  /** Answers at once, before a row is read. Without a `message` of its own the client is told that the action has begun. */
  start(order: ActionOrder<User>): Promise<Pick<ActionJobResponse, 'job'> & Partial<ActionJobResponse>>;
}

/** Plain JSON, but for `table` and `user`: keep what identifies those two. */
export interface ActionOrder<User = unknown> {
  readonly table: Table;
  /** Under which the definition has the action. */
  readonly action: string;
  /** For people: the label of the action's button. */
  readonly name: string;
  /** What the client sent, checked: give it to `runAction` as it is. */
  readonly payload: unknown;
  readonly request: TableRequest;
  /** Null on a table without authentication. */
  readonly user: User | null;
  /** IANA time zone of the request: give it to `runAction` as it is. */
  readonly timeZone: string;
}
