import { TableError } from '@rowhouse/tables';
import { ServiceError } from '../../base/errors.ts';
import { isDatabaseUnavailable } from '../../kernel/database/databaseErrors.ts';
import type { TextParameters } from '../../kernel/language/translate.ts';
import { PermanentJobError } from './tableJob.ts';

export interface FailureReason {
  /** A sentence for the owner, in English, with `{name}` for parameters. */
  readonly text: string;
  readonly parameters?: TextParameters;
  /** Whether another attempt may succeed. */
  readonly isTransient: boolean;
  /** The maximum number of failures of the job, if lower than that of the queue. */
  readonly maxFailures?: number;
}

/** The reason of a failure for the owner: never a path, SQL or a stack. */
export function failureReason(error: unknown): FailureReason {
  if (error instanceof PermanentJobError) {
    return { text: error.message, parameters: error.parameters, isTransient: false };
  }
  if (error instanceof TableError) return ofTable(error);
  if (error instanceof ServiceError && error.code === 'service.files_unavailable') {
    return { text: 'The file storage was unavailable. Try again later.', isTransient: true };
  }
  if (isDatabaseUnavailable(error)) return databaseUnavailable;
  if (hasCode(error, diskFull)) {
    return {
      text: 'The disk of the service is full. Contact the operator.',
      isTransient: true,
    };
  }

  return {
    text: 'The service failed. Try again. If the problem persists, contact the operator.',
    isTransient: true,
  };
}

/** For a job whose attempts were all killed. */
export const interrupted: FailureReason = {
  text: 'The worker process stopped repeatedly. Try again. If the problem persists, contact the operator.',
  isTransient: false,
};

/** For a job that is no longer in its queue. */
export const lost: FailureReason = {
  text: 'The job was removed from its queue. Start it again. If the problem persists, contact the operator.',
  isTransient: false,
};

const databaseUnavailable: FailureReason = {
  text: 'The database was unavailable. Try again later.',
  isTransient: true,
};
const diskFull: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

function ofTable(error: TableError): FailureReason {
  switch (error.code) {
    case 'tables.database_unavailable':
      return databaseUnavailable;
    case 'tables.busy':
      return { text: 'The database was busy. Try again later.', isTransient: true };
    case 'tables.query_timeout':
      // The database may be under load; otherwise each further attempt costs the same again.
      return {
        text: 'The query took too long. Narrow the search or the filters and try again. If the problem persists, contact the operator.',
        isTransient: true,
        maxFailures: 2,
      };
    case 'tables.action_unavailable':
      return {
        text: 'The action cannot be run or continued. Start it again. If the problem persists, contact the operator.',
        isTransient: false,
      };
    case 'tables.not_found':
      return {
        text: 'The table or its action no longer exists. Contact the operator.',
        isTransient: false,
      };
    case 'tables.invalid_template':
    case 'tables.invalid_query':
      return { text: 'The table cannot be read now. Contact the operator.', isTransient: false };
    case 'tables.invalid_request':
      return {
        text: 'The table has changed and no longer matches the request: {fault} Reload the page.',
        parameters: { fault: Object.values(error.fields ?? {})[0]?.[0] ?? error.message },
        isTransient: false,
      };
    default:
      // The application's own text.
      return { text: '{fault}', parameters: { fault: { text: error.message } }, isTransient: false };
  }
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
