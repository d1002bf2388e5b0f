import type { TransportError } from '../Transport.ts';

export type Outcome =
  | {
      readonly status: number;
      /** Milliseconds. */
      readonly retryAfter: number | null;
      /** The answer is a failure by what it says, whatever its status. */
      readonly isFault?: boolean;
    }
  | { readonly reason: TransportError['reason']; readonly mayHaveArrived: boolean };

export interface Circumstances {
  /** The attempt that is over, from 1. */
  readonly attempt: number;
  readonly tries: number;
  readonly safeToRepeat: boolean;
  readonly hasToken: boolean;
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
  const { attempt, tries, safeToRepeat, hasToken, longestWait } = circumstances;

  // The other side refused the token, and so did nothing. That attempt comes on top when tries() is 1.
  if ('status' in outcome && refused.has(outcome.status) && hasToken && attempt === 1) {
    return { next: 'refresh' };
  }
  if (attempt >= tries || !isWorthRepeating(outcome)) return finish;

  const mayHaveArrived = 'status' in outcome || outcome.mayHaveArrived;
  if (mayHaveArrived && !safeToRepeat) return finish;

  const atLeast = 'status' in outcome ? (outcome.retryAfter ?? 0) : 0;
  // Coming back earlier than told would be refused again.
  return atLeast > longestWait ? finish : { next: 'wait', atLeast };
}

const refused = new Set([401, 403]);
const passing = new Set([408, 425, 429]);
const lasting = new Set([501, 505]);
const passingReasons = new Set<TransportError['reason']>(['dns', 'refused', 'reset', 'timeout']);

function isWorthRepeating(outcome: Outcome): boolean {
  if ('reason' in outcome) return passingReasons.has(outcome.reason);
  if (outcome.isFault) return true;

  return passing.has(outcome.status) || (outcome.status >= 500 && !lasting.has(outcome.status));
}
