import {
  type ActionFailure,
  type JobView,
  jobRows,
  type TableJob,
  tableJobStatuses,
} from '@rowhouse/table-protocol';
import { countOf, isRecord, recordsOf, textOf, wordOf } from './shape.ts';

/** The job in a response, under `export` or `job`; null if there is none, or it is incomplete. */
export function jobInResponse(response: unknown): TableJob | null {
  return isRecord(response) ? (readJob(response.export) ?? readJob(response.job)) : null;
}

/** A job as the server describes it; null without an id, a path or a known status. */
export function readJob(value: unknown): TableJob | null {
  if (!isRecord(value)) return null;

  const id = typeof value.id === 'number' ? String(value.id) : textOf(value.id);
  const path = localPath(value.path);
  const status = wordOf(value.status, tableJobStatuses, null);
  const failures = readFailureList(value.failures);
  const rows = wordOf(value.rows, jobRows, null);
  const view = readJobView(value.view);
  if (id === '' || path === null || status === null) return null;

  return {
    id,
    kind: value.kind === 'action' ? 'action' : 'export',
    table: textOf(value.table),
    name: textOf(value.name),
    ...(rows && { rows }),
    ...(view && { view }),
    status,
    total: countOf(value.total, null),
    entries: countOf(value.entries, 0),
    failed: countOf(value.failed, 0),
    path,
    download: localPath(value.download),
    message: textOf(value.message, null),
    ...(failures.length > 0 && { failures }),
  };
}

function readJobView(value: unknown): JobView | null {
  const name = isRecord(value) ? textOf(value.name) : '';

  return name === '' ? null : { name, ...(isRecord(value) && value.changed === true && { changed: true }) };
}

/** A path or a web address; null for anything else, such as `javascript:`. */
function localPath(value: unknown): string | null {
  return typeof value === 'string' && /^(\/|https?:\/\/)/i.test(value) ? value : null;
}

/** Rows that an action failed on. */
export interface ActionFailures {
  /** Those that the response lists, which may be only the first ones. */
  readonly listed: readonly ActionFailure[];
  /** Number of all failed rows. */
  readonly count: number;
}

export function readFailures(response: unknown): ActionFailures {
  const { failed, failedCount } = isRecord(response) ? response : {};
  const listed = readFailureList(failed);

  return { listed, count: Math.max(listed.length, countOf(failedCount, 0)) };
}

/** Failed rows that have an identifier. */
function readFailureList(value: unknown): ActionFailure[] {
  return recordsOf(value).flatMap(({ dtRowId, name, message }) =>
    typeof dtRowId === 'string' || typeof dtRowId === 'number'
      ? [{ dtRowId, ...(typeof name === 'string' && name !== '' && { name }), message: textOf(message) }]
      : [],
  );
}
