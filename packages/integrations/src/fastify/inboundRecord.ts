import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { CallRecord } from '../CallRecord.ts';
import type { Mask } from '../mask/Mask.ts';

/** An inbound call as the server knows it, before anything is masked. */
export interface InboundCall {
  readonly callId: string;
  readonly userId: number | string | null;
  readonly route: string | null;
  /** Path and query. */
  readonly url: string;
  readonly method: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly duration: number;
  readonly createdAt: Date;
  readonly requestHeaders: IncomingHttpHeaders;
  /** Undefined when the application has not parsed one. */
  readonly requestBody: unknown;
  /** Null when no response was sent. */
  readonly responseHeaders: OutgoingHttpHeaders | null;
  readonly responseBody: unknown;
}

/** A record that is masked when it is first read: in the log's batch, and not while the server answers. */
export function inboundRecord(call: InboundCall, mask: Mask): CallRecord {
  const { callId, userId, route, method, status, duration, createdAt } = call;
  /** Let go of as soon as it is masked. */
  let unmasked: InboundCall | null = call;
  let masked: Masked | null = null;
  const read = (): Masked => {
    if (unmasked !== null) masked = maskCall(unmasked, mask);
    unmasked = null;

    return masked as Masked;
  };

  return {
    callId,
    userId,
    route,
    method,
    status,
    direction: 'Inbound',
    try: 1,
    duration,
    createdAt,
    get url() {
      return read().url;
    },
    get payload() {
      return read().payload;
    },
    get error() {
      return read().error;
    },
  };
}

type Masked = Pick<CallRecord, 'url' | 'payload' | 'error'>;

function maskCall(call: InboundCall, mask: Mask): Masked {
  const { requestHeaders, requestBody, responseHeaders, responseBody } = call;

  return {
    url: mask.url(call.url),
    error: call.error === null ? null : mask.text(call.error),
    payload: {
      request: {
        headers: mask.headers(known(requestHeaders)),
        body:
          requestBody === undefined
            ? unread(requestHeaders)
            : mask.body(requestBody, requestHeaders['content-type'] ?? null),
      },
      response:
        responseHeaders === null
          ? null
          : {
              headers: mask.headers(known(responseHeaders)),
              body: answered(responseBody, String(responseHeaders['content-type'] ?? ''), mask),
            },
    },
  };
}

/** JSON is kept; of anything else, what it was. */
function answered(body: unknown, type: string, mask: Mask): unknown {
  if (body === undefined || body === null || body === '') return null;
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    return `[stream of ${mask.text(type) || 'unknown type'}]`;
  if (/json/i.test(type)) return mask.body(body, type);

  return `[${Buffer.byteLength(body)} bytes of ${mask.text(type) || 'unknown type'}]`;
}

function unread(headers: IncomingHttpHeaders): string | null {
  if (headers['transfer-encoding'] !== undefined) return '[read as a stream]';
  const length = Number(headers['content-length'] ?? 0);

  return length > 0 ? `[read as a stream: ${length} bytes]` : null;
}

function known(headers: OutgoingHttpHeaders): Record<string, string | readonly string[]> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  );
}
