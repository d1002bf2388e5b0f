import type { Outcome } from '../Outcome.ts';

const statuses = new Set([408, 425, 429]);
const reasons = new Set(['dns', 'refused', 'reset', 'timeout']);

/** For `retryable` of an endpoint: repeats what may pass, connection errors, 408, 425, 429 and 5xx. */
export function onlyTransient(outcome: Outcome): boolean {
  return 'reason' in outcome
    ? reasons.has(outcome.reason)
    : outcome.status >= 500 || statuses.has(outcome.status);
}
