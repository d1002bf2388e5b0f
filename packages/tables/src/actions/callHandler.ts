import { isConflict } from '@rowhouse/drivers';
import { CallContext, type CallPlace } from './CallContext.ts';
import type { CallScope } from './CallScope.ts';

/** What became of a call. */
export type CallOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** The database gave way to another transaction and undid the call: it is to be repeated, in a new transaction. */
  | { readonly kind: 'conflict'; readonly error: unknown };

const done: CallOutcome = { kind: 'done' };

/**
 * Calls a function and keeps or undoes what it wrote. Answers at once where nothing has to be waited for, which a
 * million calls would feel. Rejects when the whole transaction is lost: the connection broke, or the database undid all
 * of it.
 */
export function callHandler(
  handler: (context: CallContext) => unknown,
  place: CallPlace,
): CallOutcome | Promise<CallOutcome> {
  const context = new CallContext(place);

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
    // What the function made of the database's error says less than the error.
    throw scope.conflict ?? outcome.error;
  }

  return scope.conflict || isConflict(outcome.error)
    ? { kind: 'conflict', error: scope.conflict ?? outcome.error }
    : outcome;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
