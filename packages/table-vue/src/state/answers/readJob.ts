import { type TableJob, tableJobStatuses } from '@rowhouse/table-protocol';
import { readFailureList } from './readFailures.ts';
import { countOf, isRecord, textOf, wordOf } from './shape.ts';

/** The job that an answer tells of, under `export` or `job`; null when it tells of none that can be followed. */
export function jobInAnswer(answer: unknown): TableJob | null {
  return isRecord(answer) ? (readJob(answer.export) ?? readJob(answer.job)) : null;
}

/** A job as the server describes it; null when it lacks what it takes to follow it. */
export function readJob(value: unknown): TableJob | null {
  if (!isRecord(value)) return null;

  const id = typeof value.id === 'number' ? String(value.id) : textOf(value.id);
  const path = localPath(value.path);
  const status = wordOf(value.status, tableJobStatuses, null);

  const failures = readFailureList(value.failures);

  if (id === '' || path === null || status === null) return null;

  return {
    id,
    kind: value.kind === 'action' ? 'action' : 'export',
    table: textOf(value.table),
    name: textOf(value.name),
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

/** A path or a web address; nothing that a link could run. */
function localPath(value: unknown): string | null {
  return typeof value === 'string' && /^(\/|https?:\/\/)/i.test(value) ? value : null;
}
