import type { AnyEndpoint } from '../Endpoint.ts';
import { IntegrationError } from '../errors.ts';
import { TransportError, type TransportResponse } from '../Transport.ts';
import type { Exchange, SentRequest } from './Exchange.ts';

/** An attempt that is over. */
export type MadeAttempt<Answer> = {
  readonly request: SentRequest;
  /** Milliseconds, with three decimals. */
  readonly duration: number;
} & (
  | { readonly answer: Answer; readonly error: null }
  | { readonly answer: null; readonly error: NonNullable<unknown> }
);

const defaultTimeout = 30_000;
/** What timers can count; more would be no time at all. */
const longestTimeout = 2 ** 31 - 1;

/** Makes one attempt within the endpoint's time. Never rejects but for a timeout() that is none. */
export async function makeAttempt<Answer extends TransportResponse>(
  { endpoint, signal }: { readonly endpoint: AnyEndpoint; readonly signal?: AbortSignal | undefined },
  exchange: Exchange<Answer>,
): Promise<MadeAttempt<Answer>> {
  const timeout = timeoutOf(endpoint);
  const controller = new AbortController();
  const unsent = Promise.withResolvers<never>();
  let request: SentRequest = { method: endpoint.method(), url: '', headers: {}, body: null, token: null };
  let isSent = false;

  const end = (reason: unknown) => {
    controller.abort(reason);
    if (!isSent) unsent.reject(endedBeforeSent(reason));
  };
  const timer = setTimeout(() => end(new DOMException('The time is over.', 'TimeoutError')), timeout);
  const abort = () => end(signal?.reason);
  signal?.addEventListener('abort', abort);
  const start = performance.now();
  const duration = () => Math.round((performance.now() - start) * 1000) / 1000;

  try {
    const exchanged = exchange({
      signal: controller.signal,
      preparing(known) {
        request = known;
      },
      sending(whole) {
        request = whole;
        isSent = true;
      },
    });
    const answer = await Promise.race([exchanged, unsent.promise]);
    return { request, duration: duration(), answer, error: null };
  } catch (error) {
    return { request, duration: duration(), answer: null, error: error ?? new Error(String(error)) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function timeoutOf(endpoint: AnyEndpoint): number {
  const timeout = endpoint.timeout?.() ?? defaultTimeout;
  if (timeout > 0) return Math.min(timeout, longestTimeout);

  throw new IntegrationError(
    'integrations.invalid_endpoint',
    `${endpoint.constructor.name} has timeout() of ${timeout}; let it be milliseconds, more than 0.`,
  );
}

function endedBeforeSent(reason: unknown): TransportError {
  const isTimeout = reason instanceof Error && reason.name === 'TimeoutError';

  return new TransportError(
    isTimeout ? 'timeout' : 'aborted',
    isTimeout ? 'The request could not be made within the time.' : 'The caller ended it.',
    { mayHaveArrived: false, cause: reason },
  );
}
