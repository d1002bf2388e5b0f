import type { ActionFailure, TableJob } from '@rowhouse/table-protocol';
import { actionResponse, fallback, object, tableJob } from '@rowhouse/table-protocol/internal';
import type { NoticeDetails } from '../table/notices.ts';
import { read, readOrNull } from './readShape.ts';
import { isRecord } from './shape.ts';

/** The job in a response, under `export`, `job` or `import`; null if there is none, or it is incomplete. */
export function jobInResponse(response: unknown): TableJob | null {
  if (!isRecord(response)) return null;

  return readJob(response.export) ?? readJob(response.job) ?? readJob(response.import);
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

/** The failed rows of a message. */
export function failureDetails(
  { listed, count }: ActionFailures,
  nameOf: (failure: ActionFailure) => string,
): Pick<NoticeDetails, 'failures' | 'unlistedFailures'> {
  return {
    failures: listed.map((failure) => ({
      id: failure.dtRowId,
      row: nameOf(failure),
      message: failure.message,
    })),
    unlistedFailures: count - listed.length,
  };
}
