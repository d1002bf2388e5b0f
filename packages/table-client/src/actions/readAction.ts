import type { ActionFailure, TableJob } from '@rowhouse/table-protocol';
import { actionResponse, fallback, object, tableJob } from '@rowhouse/table-protocol/internal';
import { read, readOrNull } from '../responses/readShape.ts';
import { isRecord } from '../responses/shape.ts';

/** The job in a response, under `export` or `job`; null if there is none, or it is incomplete. */
export function jobInResponse(response: unknown): TableJob | null {
  return isRecord(response) ? (readJob(response.export) ?? readJob(response.job)) : null;
}

/** A job as the server describes it; null without an id, a path or a known status. */
export function readJob(value: unknown): TableJob | null {
  return readOrNull<TableJob>(tableJob, value);
}

/** Rows that an action failed on. */
export interface ActionFailures {
  /** Those that the response lists, which may be only the first ones. */
  readonly listed: readonly ActionFailure[];
  /** Number of all failed rows. */
  readonly count: number;
}

const { failed, failedCount } = actionResponse.properties;
/** The response of an action, or of any other route that a button calls. */
const failures = fallback(object({ failed, failedCount }), {});

export function readFailures(response: unknown): ActionFailures {
  const { failed: listed, failedCount: count } = read(failures, response);

  return { listed, count: Math.max(listed.length, count) };
}
