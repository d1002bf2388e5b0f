import { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { deadlineOf } from '../Deadline.ts';
import {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
  transportError,
} from '../Transport.ts';
import { AttemptHandler } from './AttemptHandler.ts';
import { readBody, writeSink } from './BodyReader.ts';
import { decodeBody } from './decodeBody.ts';

const defaultMaxResponseSize = 32 * 1024 * 1024;

export interface UndiciTransport extends Transport {
  /** Closes connections that the transport opened itself. */
  close(): Promise<void>;
}

/**
 * Sends calls by undici, with `dispatcher` (an Agent, a ProxyAgent and the like) or else with its own keep-alive
 * connections. The signal limits the time of an attempt, in addition to 10,000 ms for connecting.
 */
export function undiciTransport({ dispatcher }: { readonly dispatcher?: Dispatcher } = {}): UndiciTransport {
  let own: Agent | null = null;
  const shared = () => {
    own ??= new Agent({ headersTimeout: 0, bodyTimeout: 0 });
    return own;
  };

  return {
    async send(first) {
      const via = first.options.dispatcher ?? dispatcher ?? shared();
      const { maxRedirections = 0 } = first.options;

      let request = first;
      for (let redirections = 0; ; redirections++) {
        const response = await sendOnce(request, via, { hasArrived: redirections > 0 });
        const next = maxRedirections > 0 ? followRedirect(request, response) : null;
        if (!next) return response;

        if (redirections === maxRedirections) {
          throw transportError('redirect.limit', {
            parameters: { times: maxRedirections },
            mayHaveArrived: true,
          });
        }
        request = next;
      }
    },
    async close() {
      await own?.close();
      own = null;
    },
  };
}

/** `hasArrived`: whether an earlier request of the attempt was redirected. */
async function sendOnce(
  request: TransportRequest,
  via: Dispatcher,
  { hasArrived }: { readonly hasArrived: boolean },
): Promise<TransportResponse> {
  const { method, url, headers, body, options } = request;
  const handler = new AttemptHandler(url.href, (status, responseHeaders) => {
    const reader =
      options.sink !== undefined && status >= 200 && status < 300
        ? writeSink(options.sink)
        : readBody(options.maxResponseSize ?? defaultMaxResponseSize);
    return decodeBody(reader, responseHeaders['content-encoding']);
  });
  const stop = endWith(request, handler);

  try {
    // undici would wait for it forever.
    if (body instanceof Readable && body.destroyed) throw body.errored ?? new Error('The body is closed.');
    if (!handler.isEnded) {
      via.dispatch(
        {
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method,
          headers,
          body: body as Readable,
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        handler,
      );
    }
    return await handler.received;
  } catch (error) {
    if (body instanceof Readable) body.on('error', () => {}).destroy();
    throw classify(error, hasArrived || handler.sent, request.signal);
  } finally {
    stop();
  }
}

/** Ends the attempt at its deadline or when its signal is aborted. Returns a function that stops that. */
function endWith(request: TransportRequest, handler: AttemptHandler): () => void {
  const deadline = deadlineOf(request);
  if (deadline !== null) {
    const end = () => handler.end(asError(deadline.reason));
    deadline.onEnd(end);
    if (deadline.isOver) end();

    return () => deadline.onEnd(null);
  }
  const { signal } = request;
  const abort = () => handler.end(asError(signal.reason));
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();

  return () => signal.removeEventListener('abort', abort);
}

function classify(error: unknown, sent: boolean, signal: AbortSignal): TransportError {
  const isAborted = signal.aborted && !(error instanceof TransportError);
  if (!isAborted || signal.reason?.name === 'TimeoutError') return classifyError(error, { sent });

  return transportError('aborted.caller', { mayHaveArrived: sent, cause: error });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

const redirects = new Set([301, 302, 303, 307, 308]);
/** Headers that may be sent to another origin: none of the endpoint. */
const harmless = new Set(['accept', 'user-agent']);

/**
 * The request to follow a redirect; null if the response is not one. As in browsers, 303, and 301 and 302 after POST,
 * become GET. Another origin gets neither the endpoint's headers nor a body. Throws TransportError if the redirect cannot
 * be followed.
 */
function followRedirect(
  request: TransportRequest,
  { status, headers }: { readonly status: number; readonly headers: Readonly<Record<string, unknown>> },
): TransportRequest | null {
  if (!redirects.has(status) || typeof headers.location !== 'string') return null;

  const url = URL.parse(headers.location, request.url.href);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw transportError('redirect.address', { mayHaveArrived: true });
  url.username = '';
  url.password = '';
  url.hash = '';

  const becomesGet =
    (status === 303 && request.method !== 'HEAD') || (status < 303 && request.method === 'POST');
  const body = becomesGet ? null : request.body;
  const isSameOrigin = url.origin === request.url.origin;

  if (body !== null && !isSameOrigin) throw transportError('redirect.origin', { mayHaveArrived: true });
  if (body !== null && typeof body === 'object' && 'pipe' in body)
    throw transportError('redirect.stream', { mayHaveArrived: true });

  const kept = Object.entries(request.headers).filter(
    ([name]) => (isSameOrigin || harmless.has(name)) && !(becomesGet && name.startsWith('content-')),
  );
  return {
    ...request,
    url,
    method: becomesGet ? 'GET' : request.method,
    headers: Object.fromEntries(kept),
    body,
  };
}

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

/** Classifies an error for retries. `sent`: whether the request may have been written. */
function classifyError(error: unknown, { sent }: { readonly sent: boolean }): TransportError {
  if (error instanceof TransportError) return error;

  const cause = innermost(error);
  const code = cause.code ?? cause.name;
  if (cause.name === 'TimeoutError') {
    return transportError(sent ? 'timeout.response' : 'timeout.connection', { mayHaveArrived: sent, cause });
  }
  return new TransportError(reasons[code] ?? 'other', `${cause.message} (${code})`, {
    mayHaveArrived: sent,
    cause,
  });
}

/** The error of the last address that was tried. */
function innermost(error: unknown): NodeJS.ErrnoException {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors.at(-1));

  return error instanceof Error ? error : new Error(String(error));
}
