import { Deadline } from '../Deadline.ts';
import type { AnyEndpoint } from '../Endpoint.ts';
import { longestTimer } from '../longestTimer.ts';
import { invalidEndpoint } from '../request/invalidEndpoint.ts';
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

/** Makes one attempt within the endpoint's time. Never rejects but for a timeout() that is none. */
export function makeAttempt<Answer extends TransportResponse>(
  { endpoint, signal }: { readonly endpoint: AnyEndpoint; readonly signal?: AbortSignal | undefined },
  exchange: Exchange<Answer>,
): Promise<MadeAttempt<Answer>> {
  return new Promise((resolve) => {
    const timeout = timeoutOf(endpoint);
    const deadline = new Deadline();
    let request: SentRequest = { method: endpoint.method(), url: '', headers: {}, body: null, token: null };
    let isSent = false;

    const over = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);

      return Math.round((performance.now() - start) * 1000) / 1000;
    };
    const fail = (error: unknown) =>
      resolve({ request, duration: over(), answer: null, error: error ?? new Error(String(error)) });
    const end = (reason: unknown) => {
      deadline.end(reason);
      if (!isSent) fail(endedBeforeSent(reason));
    };
    const timer = setTimeout(() => end(new DOMException('The time is over.', 'TimeoutError')), timeout);
    const abort = () => end(signal?.reason);
    signal?.addEventListener('abort', abort);
    const start = performance.now();

    exchange({
      deadline,
      preparing(known) {
        request = known;
      },
      sending(whole) {
        request = whole;
        isSent = true;
      },
    }).then((answer) => resolve({ request, duration: over(), answer, error: null }), fail);
  });
}

function timeoutOf(endpoint: AnyEndpoint): number {
  const timeout = endpoint.timeout?.() ?? defaultTimeout;
  if (timeout > 0) return Math.min(timeout, longestTimer);

  throw invalidEndpoint(endpoint, ` has timeout() of ${timeout}; let it be milliseconds, more than 0.`);
}

function endedBeforeSent(reason: unknown): TransportError {
  const isTimeout = reason instanceof Error && reason.name === 'TimeoutError';

  return new TransportError(
    isTimeout ? 'timeout' : 'aborted',
    isTimeout ? 'The request could not be made within the time.' : 'The caller ended it.',
    { mayHaveArrived: false, cause: reason },
  );
}
