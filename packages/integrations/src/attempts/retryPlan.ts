import type { AnyEndpoint } from '../Endpoint.ts';
import type { Outcome } from '../Outcome.ts';
import { invalidEndpoint } from '../request/invalidEndpoint.ts';

export interface RetryPlan {
  readonly tries: number;
  readonly safeToRepeat: boolean;
  readonly retryable: ((outcome: Outcome) => boolean) | undefined;
  /** Milliseconds before the attempt that follows `attempt`, chance included. */
  delay(attempt: number, random: () => number): number;
}

/** What the endpoint says of repeating it, held against what can be done. */
export function retryPlan(endpoint: AnyEndpoint): RetryPlan {
  const tries = endpoint.tries?.() ?? 1;

  if (!Number.isInteger(tries) || tries < 1) {
    throw invalidEndpoint(endpoint, ` has tries() of ${tries}; let it be a whole number from 1.`);
  }
  return {
    tries,
    safeToRepeat: endpoint.isSafeToRepeat?.() ?? !['POST', 'PATCH'].includes(endpoint.method()),
    retryable: endpoint.retryable && ((outcome) => endpoint.retryable?.(outcome) ?? true),
    delay(attempt, random) {
      const delay = endpoint.delay?.(attempt) ?? 0;
      const jitter = endpoint.jitter?.() ?? 0;

      if (!(Number.isFinite(delay) && delay >= 0)) {
        throw invalidEndpoint(
          endpoint,
          ` has delay(${attempt}) of ${delay}; let it be milliseconds, 0 or more.`,
        );
      }
      if (!(jitter >= 0 && jitter <= 1)) {
        throw invalidEndpoint(endpoint, ` has jitter() of ${jitter}; let it be a share from 0 to 1.`);
      }
      return delay * (1 + jitter * random());
    },
  };
}
