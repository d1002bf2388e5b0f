import type { Client } from '../Client.ts';
import type { AnyEndpoint } from '../Endpoint.ts';
import type { CallSecrets } from '../mask/CallSecrets.ts';
import type { TransportResponse } from '../Transport.ts';
import { refreshToken } from '../tokens/refreshToken.ts';
import { CallReport } from './CallReport.ts';
import { decide } from './decide.ts';
import type { Exchange } from './Exchange.ts';
import { makeAttempt } from './makeAttempt.ts';
import { orAborted } from './orAborted.ts';
import { outcomeOf } from './outcomeOf.ts';
import { retryPlan } from './retryPlan.ts';

export interface Call<Answer extends TransportResponse> {
  readonly endpoint: AnyEndpoint;
  readonly client: Client;
  readonly exchange: Exchange<Answer>;
  readonly signal?: AbortSignal | undefined;
  /** Those that the call sends. */
  readonly secrets: CallSecrets;
}

/**
 * Attempts a call until it succeeds, or nothing more is to be hoped for. Every attempt is logged, and a call that failed
 * in the end is reported once; one that its caller ended is not.
 */
export async function runAttempts<Answer extends TransportResponse>(
  call: Call<Answer>,
): Promise<{ readonly answer: Answer; readonly tries: number }> {
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
        report.answered(made.answer);
        return { answer: made.answer, tries: attempt };
      } else {
        throw made.error;
      }
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw report.failed(error);
  }
}
