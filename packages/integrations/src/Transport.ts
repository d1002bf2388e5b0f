import {
  type CallFault,
  type CallFaultCode,
  type FailureReason,
  faultMessage,
  reasonOf,
} from './callFaults.ts';
import type { CallOptions, Method } from './Endpoint.ts';

/** The HTTP request of one attempt. */
export interface TransportRequest {
  readonly method: Method;
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | FormData | NodeJS.ReadableStream | null;
  /** Aborted when the time limit has passed or the caller cancels. */
  readonly signal: AbortSignal;
  readonly options: CallOptions;
}

export interface TransportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly url: string;
  /** Empty if it was written to a file. */
  readonly body: Uint8Array;
}

/** Sends one attempt. Rejects with TransportError without a complete response. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
}

/** Why there is no response, and whether the request may have arrived. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly reason: FailureReason;
  /** False only if the other side cannot have received it. */
  readonly mayHaveArrived: boolean;
  /** Unmasked. */
  readonly fault: CallFault;

  /** @param fault by default one with this message, which is shown as it is */
  constructor(
    reason: FailureReason,
    message: string,
    { mayHaveArrived, cause, fault = { code: reason, parameters: { message } } }: TransportErrorOptions,
  ) {
    super(message, { cause });
    this.reason = reason;
    this.mayHaveArrived = mayHaveArrived;
    this.fault = fault;
  }
}

interface TransportErrorOptions {
  readonly mayHaveArrived: boolean;
  readonly cause?: unknown;
  readonly fault?: CallFault;
}

/** An error of this package: its message is the text of the code. */
export function transportError(
  code: CallFaultCode,
  { parameters = {}, ...options }: Omit<TransportErrorOptions, 'fault'> & Pick<CallFault, 'parameters'>,
): TransportError {
  const fault = { code, parameters };

  return new TransportError(reasonOf(code) ?? 'other', faultMessage(fault), { ...options, fault });
}

/** Sends a request over any transport; its other errors become a TransportError that may have arrived. */
export async function sendRequest(
  transport: Transport,
  request: TransportRequest,
): Promise<TransportResponse> {
  try {
    return await transport.send(request);
  } catch (error) {
    if (error instanceof TransportError) throw error;

    throw new TransportError('other', error instanceof Error ? error.message : String(error), {
      mayHaveArrived: true,
      cause: error,
    });
  }
}
