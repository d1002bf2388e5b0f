import type { OutgoingHttpHeaders } from 'node:http';
import type { CallRecord } from '../CallRecord.ts';

/**
 * One attempt of a call, unmasked. It is masked when it is written: in the log's worker thread, or in this one between
 * other work.
 */
export interface UnmaskedCall extends Omit<CallRecord, 'payload'> {
  readonly request: UnmaskedMessage;
  /** Null without a response. */
  readonly response: UnmaskedMessage | null;
  /** Secrets that the call has sent in addition to those in this request: services repeat them in their responses. */
  readonly secrets: readonly string[];
}

export interface UnmaskedMessage {
  /** An object, the head of a response, or alternating names and values of a request, one per line. */
  readonly headers: OutgoingHttpHeaders | Readonly<Record<string, string | readonly string[]>> | string;
  readonly body: unknown;
  /** Of the body. */
  readonly contentType: string | null;
}

/** Approximate size of a call in characters and bytes. */
export function sizeOf({ request, response }: UnmaskedCall): number {
  return 2_000 + bodySize(request.body) + bodySize(response?.body);
}

/** Whether a call can be sent to another thread unchanged. */
export function isTransferable({ request, response }: UnmaskedCall): boolean {
  return isPlain(request.body) && isPlain(response?.body);
}

function bodySize(body: unknown): number {
  return typeof body === 'string' || body instanceof Uint8Array ? body.length : 0;
}

function isPlain(body: unknown): boolean {
  return body === null || body === undefined || typeof body === 'string' || body instanceof Uint8Array;
}

/** Headers by name; in lower case for raw messages. */
export function readHeaders(headers: UnmaskedMessage['headers']): Record<string, string | readonly string[]> {
  if (typeof headers === 'string') {
    return headers.startsWith('HTTP/') ? readHead(headers) : readLines(headers);
  }
  const result: Record<string, string | readonly string[]> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value === undefined) continue;
    result[name] = typeof value === 'number' ? String(value) : value;
  }
  return result;
}

function readLines(text: string): Record<string, string> {
  const headers = new Map<string, string>();
  const lines = text.split('\n');
  for (let index = 0; index + 1 < lines.length; index += 2) {
    add(headers, lines[index] ?? '', lines[index + 1] ?? '');
  }
  return Object.fromEntries(headers);
}

function readHead(head: string): Record<string, string> {
  const headers = new Map<string, string>();
  // Skips the status line.
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    if (colon > 0) add(headers, line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return Object.fromEntries(headers);
}

function add(headers: Map<string, string>, writtenName: string, value: string): void {
  const name = writtenName.toLowerCase();
  // Pseudo-headers of HTTP/2: method and path, which the record has.
  if (name.startsWith(':')) return;
  const before = headers.get(name);
  headers.set(name, before === undefined ? value : `${before}, ${value}`);
}
