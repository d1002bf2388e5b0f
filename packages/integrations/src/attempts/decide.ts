import type { FailureReason, Outcome } from '../Outcome.ts';

export interface Circumstances {
  /** The attempt that is over, from 1. */
  readonly attempt: number;
  readonly tries: number;
  readonly safeToRepeat: boolean;
  readonly hasToken: boolean;
  /** What the endpoint says of a failure that is safe to repeat: all are repeated by default. */
  readonly retryable?: ((outcome: Outcome) => boolean) | undefined;
  /** Longest Retry-After that is waited for, in milliseconds. */
  readonly longestWait: number;
}

export type Decision =
  | { readonly next: 'finish' }
  | { readonly next: 'refresh' }
  /** After the endpoint's delay, and not before `atLeast` milliseconds. */
  | { readonly next: 'wait'; readonly atLeast: number };

const finish: Decision = { next: 'finish' };

/** What follows on an attempt. */
export function decide(outcome: Outcome, circumstances: Circumstances): Decision {
  const { attempt, tries, safeToRepeat, hasToken, retryable, longestWait } = circumstances;

  // The other side refused the token, and so did nothing. That attempt comes on top when tries() is 1.
  if ('status' in outcome && refused.has(outcome.status) && hasToken && attempt === 1) {
    return { next: 'refresh' };
  }
  if (attempt >= tries || !isRepeatable(outcome)) return finish;
  const mayHaveArrived = 'status' in outcome || outcome.mayHaveArrived;
  if (mayHaveArrived && !safeToRepeat) return finish;
  if (retryable?.(outcome) === false) return finish;

  const atLeast = 'status' in outcome ? (outcome.retryAfter ?? 0) : 0;
  // Coming back earlier than told would be refused again.
  return atLeast > longestWait ? finish : { next: 'wait', atLeast };
}

const refused = new Set([401, 403]);

/** These ended with a response, or by the caller: another attempt would end in the same way. */
const finalReasons = new Set<FailureReason>(['aborted', 'too_large', 'redirect']);

/** Whether an attempt failed, and not for good. */
function isRepeatable(outcome: Outcome): boolean {
  if ('reason' in outcome) return !finalReasons.has(outcome.reason);

  return outcome.isFault === true || outcome.status >= 400;
}
