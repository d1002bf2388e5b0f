import type { FailureReason } from '../callFaults.ts';
import type { AnyEndpoint, Outcome } from '../Endpoint.ts';
import { invalidEndpoint } from '../errors.ts';
import { TransportError } from '../Transport.ts';
import type { AttemptResponse, MadeAttempt } from './makeAttempt.ts';

export interface Circumstances {
  /** Number of the finished attempt, from 1. */
  readonly attempt: number;
  readonly tries: number;
  readonly safeToRepeat: boolean;
  readonly hasToken: boolean;
  /** Which failures the endpoint retries, of those that are safe to repeat. Defaults to all. */
  readonly retryable?: ((outcome: Outcome) => boolean) | undefined;
  /** Maximum Retry-After that is waited for, in milliseconds. */
  readonly longestWait: number;
}

type Decision =
  | { readonly next: 'finish' }
  | { readonly next: 'refresh' }
  /** After the endpoint's delay, and not before `atLeast` milliseconds. */
  | { readonly next: 'wait'; readonly atLeast: number };

const finish: Decision = { next: 'finish' };

/** Decides what follows an attempt. */
export function decide(outcome: Outcome, circumstances: Circumstances): Decision {
  const { attempt, tries, safeToRepeat, hasToken, retryable, longestWait } = circumstances;

  // A refused token means that nothing was done. The next attempt is allowed even if tries() is 1.
  if ('status' in outcome && refused.has(outcome.status) && hasToken && attempt === 1) {
    return { next: 'refresh' };
  }
  if (attempt >= tries || !isRepeatable(outcome)) return finish;
  const mayHaveArrived = 'status' in outcome || outcome.mayHaveArrived;
  if (mayHaveArrived && !safeToRepeat) return finish;
  if (retryable?.(outcome) === false) return finish;

  const atLeast = 'status' in outcome ? (outcome.retryAfter ?? 0) : 0;
  // An attempt before the Retry-After would be refused again.
  return atLeast > longestWait ? finish : { next: 'wait', atLeast };
}

const refused = new Set([401, 403]);

/** Another attempt would end in the same way. */
const finalReasons = new Set<FailureReason>(['aborted', 'too_large', 'redirect']);

/** Whether an attempt failed for a reason that may pass. */
function isRepeatable(outcome: Outcome): boolean {
  if ('reason' in outcome) return !finalReasons.has(outcome.reason);

  return outcome.isFault === true || outcome.status >= 400;
}

interface RetryPlan {
  readonly tries: number;
  readonly safeToRepeat: boolean;
  readonly retryable: ((outcome: Outcome) => boolean) | undefined;
  /** Milliseconds before the attempt after `attempt`, with jitter. */
  delay(attempt: number, random: () => number): number;
}

/** Validates the endpoint's retry settings. */
export function retryPlan(endpoint: AnyEndpoint): RetryPlan {
  const tries = endpoint.tries?.() ?? 1;

  if (!Number.isInteger(tries) || tries < 1) {
    throw invalidEndpoint(endpoint, ` has tries() of ${tries}; use a whole number from 1.`);
  }
  return {
    tries,
    safeToRepeat: endpoint.isSafeToRepeat?.() ?? !['POST', 'PATCH'].includes(endpoint.method()),
    retryable: endpoint.retryable && ((outcome) => endpoint.retryable?.(outcome) ?? true),
    delay(attempt, random) {
      const delay = endpoint.delay?.(attempt) ?? 0;
      const jitter = endpoint.jitter?.() ?? 0;

      if (!(Number.isFinite(delay) && delay >= 0)) {
        throw invalidEndpoint(endpoint, ` has delay(${attempt}) of ${delay}; use milliseconds, 0 or more.`);
      }
      if (!(jitter >= 0 && jitter <= 1)) {
        throw invalidEndpoint(endpoint, ` has jitter() of ${jitter}; use a number from 0 to 1.`);
      }
      return delay * (1 + jitter * random());
    },
  };
}

/** The outcome of an attempt; null if no request could be built, which another attempt does not fix. */
export function outcomeOf({ response, error }: MadeAttempt<AttemptResponse>, now: Date): Outcome | null {
  if (response) {
    const { status, headers, fault } = response;
    return {
      status,
      retryAfter: retryAfter(headers['retry-after'], now),
      ...(typeof fault === 'string' && { isFault: true }),
    };
  }

  return error instanceof TransportError
    ? { reason: error.reason, mayHaveArrived: error.mayHaveArrived }
    : null;
}

/** Milliseconds of a Retry-After header, in seconds or as a date; null if it is missing or invalid. */
export function retryAfter(header: string | readonly string[] | undefined, now: Date): number | null {
  const value = (typeof header === 'string' ? header : header?.[0])?.trim();
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;

  // Date.parse would also accept numbers with a sign or a fraction.
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}
