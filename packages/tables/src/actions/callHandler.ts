import { isConflict } from '@rowhouse/drivers';
import type { EnglishText, Text } from '@rowhouse/problems';
import type { AnyRow } from '../definition/TableContext.ts';
import { TableError } from '../errors.ts';
import { ofApplication } from '../runtime/applicationErrors.ts';
import type { CallScope } from '../runtime/CallScope.ts';
import type { ActionRun } from './ActionRun.ts';
import { CallContext, type CallEnvironment } from './CallContext.ts';

/** Outcome of a call. */
export type CallOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** The call conflicted with another transaction and was rolled back; it has to be repeated in a new transaction. */
  | { readonly kind: 'conflict'; readonly error: unknown };

const done: CallOutcome = { kind: 'done' };

/**
 * Calls a function and keeps or rolls back its writes. Returns synchronously if there is nothing to wait for, which
 * matters for a million calls. Rejects if the whole transaction is lost, by a broken connection or a rollback.
 */
export function callHandler(
  handler: (context: CallContext) => unknown,
  environment: CallEnvironment,
): CallOutcome | Promise<CallOutcome> {
  const context = new CallContext(environment);

  try {
    const result = handler(context);

    if (isThenable(result)) {
      return Promise.resolve(result).then(
        () => settle(context.end(), null),
        (error: unknown) => settle(context.end(), { kind: 'failed', error }),
      );
    }
  } catch (error) {
    return settle(context.end(), { kind: 'failed', error });
  }

  return settle(context.end(), null);
}

type Failure = Extract<CallOutcome, { kind: 'failed' }>;

function settle(scope: CallScope | null, failure: Failure | null): CallOutcome | Promise<CallOutcome> {
  return scope ? settleScope(scope, failure) : (failure ?? done);
}

async function settleScope(scope: CallScope, failure: Failure | null): Promise<CallOutcome> {
  let outcome = failure;

  if (!outcome) {
    try {
      await scope.keep();

      return done;
    } catch (error) {
      outcome = { kind: 'failed', error };
    }
  }

  try {
    await scope.undo();
  } catch {
    // The database's own error is more precise than what the function threw.
    throw scope.conflict ?? outcome.error;
  }

  return scope.conflict || isConflict(outcome.error)
    ? { kind: 'conflict', error: scope.conflict ?? outcome.error }
    : outcome;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/**
 * Calls `before` or `after`; a failure rolls back its transaction. Rejects with a user-facing error unchanged, and with
 * any other error wrapped under the name of the function.
 */
export async function callHook(
  name: 'before' | 'after',
  environment: Omit<CallEnvironment, 'withSavepoint'>,
  hook: (context: CallContext) => unknown,
): Promise<void> {
  const context = new CallContext({ ...environment, withSavepoint: false });

  try {
    await hook(context);
  } catch (error) {
    const unavailable = context.end()?.unavailable;

    if (isForPeople(error)) throw error;
    if (unavailable) throw unavailable;
    throw ofApplication(new Error(`${name}() of ${described(environment.run)} failed.`, { cause: error }));
  } finally {
    context.end();
  }
}

function described({ actionName, query, id }: ActionRun): string {
  return `the action "${actionName}" of table "${query.table.id}" (run ${id})`;
}

const generalMessage: EnglishText = 'The action failed on this row; the log of the application says why.';

/** The user-facing message for failed rows. Other errors are reported to the application and replaced by a general message. */
export function failureMessage(
  error: unknown,
  { query, id, actionName }: ActionRun,
  rows: readonly AnyRow[],
): EnglishText | Text {
  if (isForPeople(error)) return error.text;

  const { table, runtime } = query;
  const [first, ...others] = rows.map((row) => String(row[table.template.dtRowId]));
  const which = others.length === 0 ? `row ${first}` : `rows ${first} to ${others.at(-1)}`;

  runtime.onBackgroundError(
    new Error(`The action "${actionName}" of table "${table.id}" failed on ${which} (run ${id}).`, {
      cause: error,
    }),
  );

  return generalMessage;
}

/** Whether an error has a message that clients may read. */
function isForPeople(error: unknown): error is TableError {
  return error instanceof TableError && error.status < 500;
}
