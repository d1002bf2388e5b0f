import { Deadline, longestTimer } from '../Deadline.ts';
import type { AnyEndpoint } from '../Endpoint.ts';
import { invalidEndpoint } from '../errors.ts';
import { type TransportError, type TransportResponse, transportError } from '../Transport.ts';

/** A request as it is logged, unmasked. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or a description of a body that is not text. */
  readonly body: unknown;
  /** Its bearer token. */
  readonly token: string | null;
}

export interface AttemptResponse extends TransportResponse {
  /** Why the response is a failure whatever its status, for example a SOAP fault. Masked. */
  readonly fault?: string | null;
}

export interface Attempt {
  readonly deadline: Deadline;
  /** Reports what is known of a request before it is sent. Until then the deadline itself ends the attempt. */
  preparing(request: SentRequest): void;
  /** Reports the complete request. From now on its sender has to observe the deadline. */
  sending(request: SentRequest): void;
}

/**
 * Builds and sends the request of one attempt. Rejects with TransportError without a complete response, and with
 * IntegrationError if the request cannot be built.
 */
export type Exchange<Received extends AttemptResponse> = (attempt: Attempt) => Promise<Received>;

/** A finished attempt. */
export type MadeAttempt<Received> = {
  readonly request: SentRequest;
  /** Milliseconds, with three decimals. */
  readonly duration: number;
} & (
  | { readonly response: Received; readonly error: null }
  | { readonly response: null; readonly error: NonNullable<unknown> }
);

const defaultTimeout = 30_000;

/** Makes one attempt within the endpoint's time limit. Rejects only for an invalid timeout(). */
export function makeAttempt<Received extends TransportResponse>(
  { endpoint, signal }: { readonly endpoint: AnyEndpoint; readonly signal?: AbortSignal | undefined },
  exchange: Exchange<Received>,
): Promise<MadeAttempt<Received>> {
  return new Promise((resolve) => {
    const timeout = timeoutOf(endpoint);
    const deadline = new Deadline();
    let request: SentRequest = { method: endpoint.method(), url: '', headers: {}, body: null, token: null };
    let isSent = false;

    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);

      return Math.round((performance.now() - start) * 1000) / 1000;
    };
    const fail = (error: unknown) =>
      resolve({ request, duration: finish(), response: null, error: error ?? new Error(String(error)) });
    const end = (reason: unknown) => {
      deadline.end(reason);
      if (!isSent) fail(endedBeforeSent(reason));
    };
    const timer = setTimeout(
      () => end(new DOMException('The time limit has passed.', 'TimeoutError')),
      timeout,
    );
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
    }).then((response) => resolve({ request, duration: finish(), response, error: null }), fail);
  });
}

function timeoutOf(endpoint: AnyEndpoint): number {
  const timeout = endpoint.timeout?.() ?? defaultTimeout;
  if (timeout > 0) return Math.min(timeout, longestTimer);

  throw invalidEndpoint(endpoint, ` has timeout() of ${timeout}; use milliseconds, more than 0.`);
}

function endedBeforeSent(reason: unknown): TransportError {
  const isTimeout = reason instanceof Error && reason.name === 'TimeoutError';

  return transportError(isTimeout ? 'timeout.request' : 'aborted.caller', {
    mayHaveArrived: false,
    cause: reason,
  });
}
