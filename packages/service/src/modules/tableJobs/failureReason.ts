import { TableError } from '@rowhouse/tables';
import { ServiceError } from '../../base/errors.ts';
import { isDatabaseUnavailable } from '../../kernel/database/databaseErrors.ts';
import { storedText } from '../../kernel/language/translate.ts';
import { type JobCode, type JobOutcome, ownOutcome } from './jobOutcome.ts';
import { PermanentJobError } from './tableJob.ts';

export interface FailureReason extends JobOutcome {
  /** Whether another attempt may succeed. */
  readonly isTransient: boolean;
  /** The maximum number of failures of the job, if lower than that of the queue. */
  readonly maxFailures?: number;
}

/** The reason of a failure for the owner: never a path, SQL or a stack. */
export function failureReason(error: unknown): FailureReason {
  if (error instanceof PermanentJobError) return { ...error.outcome, isTransient: false };
  if (error instanceof TableError) return ofTable(error);
  if (error instanceof ServiceError && error.code === 'service.files_unavailable')
    return transient('files.unavailable');
  if (isDatabaseUnavailable(error)) return transient('database.unavailable');

  return transient(hasCode(error, diskFull) ? 'disk.full' : 'service.failed');
}

const diskFull: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

function ofTable(error: TableError): FailureReason {
  switch (error.code) {
    case 'tables.database_unavailable':
      return transient('database.unavailable');
    case 'tables.busy':
      return transient('database.busy');
    case 'tables.query_timeout':
      // The database may be under load; otherwise each further attempt costs the same again.
      return { ...transient('query.timeout'), maxFailures: 2 };
    case 'tables.action_unavailable':
      return permanent('action.unavailable');
    case 'tables.import_unavailable':
      return permanent('import.unavailable');
    case 'tables.not_found':
      return permanent('table.missing');
    case 'tables.invalid_template':
    case 'tables.invalid_query':
      return permanent('table.unreadable');
    case 'tables.invalid_request':
      return {
        ...permanent('request.outdated'),
        parameters: { fault: storedText(Object.values(error.fieldTexts ?? {})[0]?.[0] ?? error.text) },
      };
    default:
      return { ...ownOutcome(error.text), isTransient: false };
  }
}

function transient(code: JobCode): FailureReason {
  return { code, isTransient: true };
}

function permanent(code: JobCode): FailureReason {
  return { code, isTransient: false };
}

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth++
  ) {
    if (codes.has(String((current as NodeJS.ErrnoException).code))) return true;
  }

  return false;
}
