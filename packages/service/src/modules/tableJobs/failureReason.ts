import { TableError } from '@rowhouse/tables';
import { isDatabaseUnavailable } from '../../kernel/database/databaseErrors.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { PermanentJobError } from './PermanentJobError.ts';

export interface FailureReason {
  /** A sentence for the owner, in English, with `{name}` for parameters. */
  readonly text: string;
  readonly parameters?: Readonly<Record<string, string | number>>;
  /** Whether another attempt may go well. */
  readonly isPassing: boolean;
  /** Failures of a job after which it is given up, where that is sooner than the queue says. */
  readonly mostFailures?: number;
}

/** What is told of an error: never a path, SQL or a stack. */
export function failureReason(error: unknown): FailureReason {
  if (error instanceof PermanentJobError) {
    return { text: error.message, parameters: error.parameters, isPassing: false };
  }
  if (error instanceof TableError) return ofTable(error);
  if (error instanceof ServiceError && error.code === 'service.files_unavailable') {
    return { text: 'The file storage was unavailable. Try again later.', isPassing: true };
  }
  if (isDatabaseUnavailable(error)) return databaseAway;
  if (hasCode(error, noRoom)) {
    return {
      text: 'The disk of the service is full. Contact the operator.',
      isPassing: true,
    };
  }

  return {
    text: 'The service failed. Try again. If the problem persists, contact the operator.',
    isPassing: true,
  };
}

/** For a job whose attempts were all ended from outside. */
export const interrupted: FailureReason = {
  text: 'The worker process stopped repeatedly. Try again. If the problem persists, contact the operator.',
  isPassing: false,
};

const databaseAway: FailureReason = {
  text: 'The database was unavailable. Try again later.',
  isPassing: true,
};
const noRoom: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

function ofTable(error: TableError): FailureReason {
  switch (error.code) {
    case 'tables.database_unavailable':
      return databaseAway;
    case 'tables.busy':
      return { text: '{fault}', parameters: { fault: error.message }, isPassing: true };
    case 'tables.query_timeout':
      // It may have met a database under load; if not, each further attempt costs as much again.
      return {
        text: '{fault}',
        parameters: { fault: error.message },
        isPassing: true,
        mostFailures: 2,
      };
    case 'tables.not_found':
      return {
        text: 'The table or its action no longer exists. Contact the operator.',
        isPassing: false,
      };
    case 'tables.invalid_template':
    case 'tables.invalid_query':
      return { text: 'The table cannot be read now. Contact the operator.', isPassing: false };
    case 'tables.invalid_request':
      return {
        text: 'The table has changed and no longer matches the request: {fault} Reload the page.',
        parameters: { fault: Object.values(error.fields ?? {})[0]?.[0] ?? error.message },
        isPassing: false,
      };
    default:
      return { text: '{fault}', parameters: { fault: error.message }, isPassing: false };
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
