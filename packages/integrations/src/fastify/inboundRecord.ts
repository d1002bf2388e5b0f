import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { CallRecord } from '../CallRecord.ts';
import { maskedRecord, type SentSecrets, type Unmasked, type UnmaskedMessage } from '../log/maskedRecord.ts';
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
  readonly request: IncomingMessage;
  /** Undefined when the application has not parsed one. */
  readonly requestBody: unknown;
  /** Null when no response was sent. */
  readonly response: ServerResponse | null;
  readonly responseBody: unknown;
}

/** A record that is masked when it is first read: in the log's batch, and not while the server answers. */
export function inboundRecord(call: InboundCall, mask: Mask, secrets: SentSecrets | null = null): CallRecord {
  const { callId, userId, route, method, status, duration, createdAt } = call;

  return maskedRecord(
    {
      callId: inOnePiece(callId),
      userId,
      route,
      method,
      status,
      try: 1,
      direction: 'Inbound',
      duration,
      createdAt,
    },
    new Messages(call),
    mask,
    secrets,
  );
}

/**
 * What was sent and answered, as a few long strings. Thousands of calls wait for the log: of small objects, the garbage
 * collector would have more work than the log itself.
 */
class Messages implements Unmasked {
  readonly url: string;
  readonly error: string | null;
  /** Name and value by turns, a line each. */
  readonly #requestHeaders: string;
  readonly #requestBody: unknown;
  readonly #responseHeaders: string | OutgoingHttpHeaders | null;
  readonly #responseBody: unknown;

  constructor({ url, error, request, requestBody, response, responseBody }: InboundCall) {
    this.url = url;
    this.error = error;
    this.#requestHeaders = request.rawHeaders.join('\n');
    this.#requestBody = asText(requestBody, request.headers['content-type'] ?? '');
    this.#responseHeaders = response === null ? null : headOf(response);
    this.#responseBody = typeof responseBody === 'string' ? inOnePiece(responseBody) : responseBody;
  }

  get request(): UnmaskedMessage {
    const headers = requestHeaders(this.#requestHeaders);
    const body = this.#requestBody;
    if (body === undefined) return { headers, body: unread(headers), contentType: null };

    return { headers, body, contentType: headers['content-type'] ?? null };
  }

  get response(): UnmaskedMessage | null {
    const head = this.#responseHeaders;
    if (head === null) return null;
    const headers = typeof head === 'string' ? responseHeaders(head) : head;
    const type = String(headers['content-type'] ?? '');

    return {
      headers,
      body: answered(this.#responseBody, type),
      contentType: /json/i.test(type) ? type : null,
    };
  }
}

/** What was parsed from JSON is text again; anything else stays what it is. */
function asText(body: unknown, type: string): unknown {
  if (typeof body !== 'object' || body === null || !/json/i.test(type)) return body;
  const prototype: unknown = Object.getPrototypeOf(body);
  if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) return body;
  try {
    return JSON.stringify(body);
  } catch {
    // The application has put something into it.
    return body;
  }
}

/** The head as it was sent, which is a string that is there already; HTTP/2 has none. */
function headOf(response: ServerResponse): string | OutgoingHttpHeaders {
  return '_header' in response && typeof response._header === 'string'
    ? inOnePiece(response._header)
    : response.getHeaders();
}

/** V8 keeps a text that was put together as its pieces, of a head some fifty, until one of its characters is used. */
function inOnePiece(text: string): string {
  return text.charCodeAt(0) === 0 ? '' : text;
}

function requestHeaders(text: string): Record<string, string> {
  const headers = new Map<string, string>();
  const lines = text === '' ? [] : text.split('\n');
  for (let index = 0; index + 1 < lines.length; index += 2) {
    add(headers, lines[index] ?? '', lines[index + 1] ?? '');
  }
  return Object.fromEntries(headers);
}

function responseHeaders(head: string): Record<string, string> {
  const headers = new Map<string, string>();
  // After the line of the status.
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    if (colon > 0) add(headers, line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return Object.fromEntries(headers);
}

function add(headers: Map<string, string>, writtenName: string, value: string): void {
  const name = writtenName.toLowerCase();
  // Of HTTP/2: method and path, which the record has.
  if (name.startsWith(':')) return;
  const before = headers.get(name);
  headers.set(name, before === undefined ? value : `${before}, ${value}`);
}

/** JSON is kept; of anything else, what it was. */
function answered(body: unknown, type: string): unknown {
  if (body === undefined || body === null || body === '') return null;
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    return `[stream of ${type || 'unknown type'}]`;

  return /json/i.test(type) ? body : `[${Buffer.byteLength(body)} bytes of ${type || 'unknown type'}]`;
}

function unread(headers: Record<string, string>): string | null {
  if (headers['transfer-encoding'] !== undefined) return '[read as a stream]';
  const length = Number(headers['content-length'] ?? 0);

  return length > 0 ? `[read as a stream: ${length} bytes]` : null;
}
