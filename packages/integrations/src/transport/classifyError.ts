import { TransportError } from '../Transport.ts';

const reasons: Record<string, TransportError['reason']> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EHOSTDOWN: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'too_large',
};

/** What went wrong on the way, in the terms of a retry. `sent`: whether the request was being written. */
export function classifyError(error: unknown, { sent }: { readonly sent: boolean }): TransportError {
  if (error instanceof TransportError) return error;

  const cause = innermost(error);
  const code = cause.code ?? cause.name;
  if (cause.name === 'TimeoutError') {
    const message = sent ? 'No whole answer within the time.' : 'No connection within the time.';
    return new TransportError('timeout', message, { mayHaveArrived: sent, cause });
  }
  return new TransportError(reasons[code] ?? 'other', `${cause.message} (${code})`, {
    mayHaveArrived: sent,
    cause,
  });
}

/** Of several addresses that were tried, the last one's error. */
function innermost(error: unknown): NodeJS.ErrnoException {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors.at(-1));

  return error instanceof Error ? error : new Error(String(error));
}
