import type { Outcome } from '../Outcome.ts';
import { TransportError } from '../Transport.ts';
import type { AttemptAnswer } from './Exchange.ts';
import type { MadeAttempt } from './makeAttempt.ts';
import { retryAfter } from './retryAfter.ts';

/** What there is to decide on; null when nothing could be sent, which another attempt does not mend. */
export function outcomeOf({ answer, error }: MadeAttempt<AttemptAnswer>, now: Date): Outcome | null {
  if (answer) {
    const { status, headers, fault } = answer;
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
