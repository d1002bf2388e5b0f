import type { CallOptions } from './Endpoint.ts';
import type { Method } from './Method.ts';
import type { FailureReason } from './Outcome.ts';

/** One attempt as it goes over the wire. */
export interface TransportRequest {
  readonly method: Method;
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | FormData | NodeJS.ReadableStream | null;
  /** Aborted when the time of the attempt is over, or the caller does not want it any more. */
  readonly signal: AbortSignal;
  readonly options: CallOptions;
}

export interface TransportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly url: string;
  /** Empty when it went to a file. */
  readonly body: Uint8Array;
}

/** Sends one attempt. Rejects with TransportError when no whole answer came. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
}

/** Why no answer came, and whether the request may have arrived. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly reason: FailureReason;
  /** False only when the other side cannot have seen it. */
  readonly mayHaveArrived: boolean;

  constructor(
    reason: TransportError['reason'],
    message: string,
    { mayHaveArrived, cause }: { readonly mayHaveArrived: boolean; readonly cause?: unknown },
  ) {
    super(message, { cause });
    this.reason = reason;
    this.mayHaveArrived = mayHaveArrived;
  }
}
