import type { Client } from '../Client.ts';
import type { AnyEndpoint } from '../Endpoint.ts';
import type { CallSecrets } from '../mask/CallSecrets.ts';
import { refreshToken } from '../Token.ts';
import type { TransportResponse } from '../Transport.ts';
import { CallReport } from './CallReport.ts';
import { decide, outcomeOf, retryPlan } from './decide.ts';
import { type Exchange, makeAttempt } from './makeAttempt.ts';

export interface Call<Received extends TransportResponse> {
  readonly endpoint: AnyEndpoint;
  readonly client: Client;
  readonly exchange: Exchange<Received>;
  readonly signal?: AbortSignal | undefined;
  /** Secrets that the call sends. */
  readonly secrets: CallSecrets;
}

/**
 * Attempts a call until it succeeds or no further attempt is allowed. Every attempt is logged; a call that finally
 * failed is reported once, unless its caller cancelled it.
 */
export async function runAttempts<Received extends TransportResponse>(
  call: Call<Received>,
): Promise<{ readonly response: Received; readonly tries: number }> {
  const { endpoint, client, exchange, signal, secrets } = call;
  const report = new CallReport(client, endpoint, secrets);

  try {
    const plan = retryPlan(endpoint);
    const token = endpoint.tokenProvider?.() ?? null;

    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      const made = await makeAttempt(call, exchange);
      report.attempt(made, attempt);

      const outcome = outcomeOf(made, client.clock.now());
      const decision = outcome
        ? decide(outcome, {
            attempt,
            tries: plan.tries,
            safeToRepeat: plan.safeToRepeat,
            hasToken: token !== null,
            retryable: plan.retryable,
            longestWait: client.longestWait,
          })
        : { next: 'finish' as const };

      if (decision.next === 'refresh') {
        await orAborted(refreshToken(token!, { used: made.request.token, lock: client.lock }), signal);
      } else if (decision.next === 'wait') {
        const delay = plan.delay(attempt, client.random);
        await client.clock.sleep(Math.max(delay, decision.atLeast), signal);
      } else if (made.error === null) {
        report.finished(made.response);
        return { response: made.response, tries: attempt };
      } else {
        throw made.error;
      }
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw report.failed(error);
  }
}

/** The result of work that cannot be cancelled; rejects with the signal's reason if that is aborted earlier. */
async function orAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return work;

  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    if (signal.aborted) abort();
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
