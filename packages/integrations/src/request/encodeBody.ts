import type { AnyEndpoint } from '../Endpoint.ts';
import { isPromise } from '../Endpoint.ts';
import { invalidEndpoint } from '../errors.ts';
import type { EncodedBody } from './EncodedBody.ts';
import { encodeMultipart, toReadable } from './encodeMultipart.ts';
import { encodeFields, FieldError, flattenFields, jsonText } from './serialize.ts';

/** No body. */
export const none: EncodedBody = { body: null, contentType: null, shown: null };

/** Encodes the body in the format of the endpoint. */
export function encodeBody(endpoint: AnyEndpoint): EncodedBody | Promise<EncodedBody> {
  const body = endpoint.body();
  if (isPromise(body) || endpoint.attachments) return encodeLater(endpoint, body);
  try {
    return encode(endpoint, body);
  } catch (error) {
    throw unsuited(endpoint, error);
  }
}

async function encodeLater(endpoint: AnyEndpoint, given: unknown): Promise<EncodedBody> {
  const body = await given;
  const attachments = await endpoint.attachments?.();
  try {
    return attachments ? await encodeMultipart(fieldsOf(body), attachments) : encode(endpoint, body);
  } catch (error) {
    throw unsuited(endpoint, error);
  }
}

function encode(endpoint: AnyEndpoint, body: unknown): EncodedBody {
  if (body === null || body === undefined) return none;
  if (endpoint.asForm) {
    return text(encodeFields(fieldsOf(body)), 'application/x-www-form-urlencoded');
  }
  const raw = encodeRaw(body);
  if (raw !== null) return raw;
  const json = jsonText(body);

  return json === '{}' && endpoint.method() !== 'POST' ? none : text(json, 'application/json');
}

function unsuited(endpoint: AnyEndpoint, error: unknown): unknown {
  if (error instanceof FieldError) {
    return invalidEndpoint(endpoint, `.body(): ${error.field || 'the whole'} ${error.message}.`);
  }
  if (error instanceof TypeError) return invalidEndpoint(endpoint, `.body(): ${error.message}.`);
  if (error instanceof RangeError) return invalidEndpoint(endpoint, '.body() is nested too deeply.');

  return error;
}

function text(body: string, contentType: string): EncodedBody {
  return { body, contentType, shown: body };
}

/** Bodies that are sent unchanged; null for others. */
function encodeRaw(body: unknown): EncodedBody | null {
  if (typeof body === 'string') return text(body, 'text/plain; charset=utf-8');
  if (body instanceof URLSearchParams) return text(body.toString(), 'application/x-www-form-urlencoded');
  if (body instanceof FormData) {
    return { body, contentType: null, fixedType: true, shown: body };
  }

  const bytes = bytesOf(body);
  if (bytes)
    return { body: bytes, contentType: 'application/octet-stream', shown: `[${bytes.length} bytes]` };

  const stream = toReadable(body);
  return stream && { body: stream, contentType: 'application/octet-stream', shown: '[stream]' };
}

function bytesOf(body: unknown): Uint8Array | null {
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  return ArrayBuffer.isView(body) ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength) : null;
}

function fieldsOf(body: unknown): [string, string][] {
  if (body === null || body === undefined) return [];
  return body instanceof URLSearchParams ? [...body] : flattenFields(body, 'numbered');
}
