import { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { deadlineOf } from '../Deadline.ts';
import {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from '../Transport.ts';
import { AttemptHandler } from './AttemptHandler.ts';
import { classifyError } from './classifyError.ts';
import { decodeBody } from './decodeBody.ts';
import { followRedirect } from './followRedirect.ts';
import { readBody } from './readBody.ts';
import { writeSink } from './writeSink.ts';

const defaultMaxResponseSize = 32 * 1024 * 1024;

export interface UndiciTransport extends Transport {
  /** Ends connections that the transport opened itself. */
  close(): Promise<void>;
}

/**
 * Sends calls over undici: with `dispatcher` (an Agent, a ProxyAgent and the like), or else with connections of its own,
 * which are kept alive. How long an attempt may take is said by its signal alone, but for 10,000 ms to connect.
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
          throw new TransportError('redirect', `The answer redirects more than ${maxRedirections} times.`, {
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

/** `hasArrived`: an earlier request of the same attempt, which was redirected. */
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
    // undici would wait for it for ever.
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

/** Ends the attempt when its time is over, or its caller ends it, until the result is called. */
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

  return new TransportError('aborted', 'The caller ended it.', { mayHaveArrived: sent, cause: error });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
