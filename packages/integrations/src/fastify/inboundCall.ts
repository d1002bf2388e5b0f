import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UnmaskedCall, UnmaskedMessage } from '../log/UnmaskedCall.ts';
import { type Mask, masked } from '../mask/Mask.ts';
import { sentBody } from './sentBody.ts';

/** Placeholder for a streamed body, which is not kept. */
export const streamed: unique symbol = Symbol('streamed');

type Known = Omit<UnmaskedCall, 'url' | 'method' | 'status' | 'try' | 'direction' | 'request' | 'response'>;

interface InboundCall extends Known {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Whether the response was sent completely. */
  readonly isSent: boolean;
  readonly responseBody: unknown;
}

/** The log entry of an inbound call: few long strings, which are parsed where they are masked. */
export function inboundCall(call: InboundCall): UnmaskedCall {
  const { request, reply, isSent, responseBody } = call;

  return {
    callId: call.callId,
    userId: call.userId,
    route: call.route,
    error: call.error,
    fault: call.fault ?? null,
    duration: call.duration,
    createdAt: call.createdAt,
    secrets: call.secrets,
    url: request.raw.url ?? '',
    method: request.method,
    status: isSent ? reply.statusCode : null,
    try: 1,
    direction: 'Inbound',
    request: requestMessage(request.raw, request.body),
    response: isSent ? responseMessage(reply, responseBody) : null,
  };
}

function requestMessage(request: IncomingMessage, body: unknown): UnmaskedMessage {
  const { rawHeaders, headers } = request;
  const lines = rawHeaders.join('\n');
  if (body === undefined) return { headers: lines, body: unread(headers), contentType: null };
  const contentType = headers['content-type'] ?? null;
  const json = jsonBody(request, body, contentType ?? '');
  // The parameters of the type come from the client; they must not decide how the body is masked.
  if (json !== null) return { headers: lines, body: json, contentType: 'application/json' };

  return { headers: lines, body: body instanceof Uint8Array ? new Uint8Array(body) : body, contentType };
}

/** Keeps JSON; of other bodies only type and size. */
function responseMessage(reply: FastifyReply, body: unknown): UnmaskedMessage {
  const type = String(reply.getHeader('content-type') ?? '');
  const headers = headOf(reply.raw);
  const shownType = type || 'unknown type';
  if (body === undefined || body === null || body === '') return { headers, body: null, contentType: null };
  if (body === streamed) return { headers, body: `[stream of ${shownType}]`, contentType: null };
  if (!/json/i.test(type)) {
    const size = Buffer.byteLength(body as string | Uint8Array);
    return { headers, body: `[${size} bytes of ${shownType}]`, contentType: null };
  }
  // A copy: buffers may share memory.
  return { headers, body: body instanceof Uint8Array ? new Uint8Array(body) : body, contentType: type };
}

/** A JSON body as it was sent, or else as it was parsed; null for other bodies. */
function jsonBody(request: IncomingMessage, body: unknown, type: string): Buffer | string | null {
  if (typeof body !== 'object' || body === null || !/json/i.test(type)) return null;
  const prototype: unknown = Object.getPrototypeOf(body);
  if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) return null;
  try {
    return sentBody(request) ?? JSON.stringify(body);
  } catch {
    // The application has added a value that JSON does not allow.
    return null;
  }
}

/** The head as sent, a string already; HTTP/2 has none. */
function headOf(response: ServerResponse): UnmaskedMessage['headers'] {
  return '_header' in response && typeof response._header === 'string'
    ? response._header
    : response.getHeaders();
}

function unread(headers: IncomingMessage['headers']): string | null {
  if (headers['transfer-encoding'] !== undefined) return '[read as a stream]';
  const length = Number(headers['content-length'] ?? 0);

  return length > 0 ? `[read as a stream: ${length} bytes]` : null;
}

const none: readonly string[] = [];

export type ParameterSecrets = (parameters: unknown) => readonly string[];

/** Finds path parameters with secret names, as in `/reset/:token`. */
export function parameterSecrets(pattern: string, mask: Mask): ParameterSecrets {
  const names = [...pattern.matchAll(/:(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => mask.headers({ [name]: 'value' })[name] === masked);

  return (parameters) => {
    if (names.length === 0 || typeof parameters !== 'object' || parameters === null) return none;

    return names.map((name) => String(Reflect.get(parameters, name) ?? ''));
  };
}
