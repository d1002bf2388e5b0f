import type { AnyEndpoint } from '../Endpoint.ts';
import { isPromise } from '../isPromise.ts';
import { heldStream } from './heldStream.ts';
import { invalidEndpoint } from './invalidEndpoint.ts';
import { jsonText } from './jsonText.ts';

/** The fields of a body that is sent in the address. */
export type QueryFields = Readonly<Record<string, unknown>>;

/** Whether the body of the endpoint goes into its address: GET and HEAD have none. */
export function hasQueryBody(endpoint: AnyEndpoint): boolean {
  const method = endpoint.method();

  return method === 'GET' || method === 'HEAD';
}

/** The body as fields of a query; null when there is none. What cannot be a query is refused. */
export function bodyAsQuery(endpoint: AnyEndpoint): QueryFields | null | Promise<QueryFields | null> {
  if (endpoint.attachments) throw refused(endpoint, 'there are attachments');
  const body = endpoint.body();

  return isPromise(body) ? body.then((known) => fieldsOf(endpoint, known)) : fieldsOf(endpoint, body);
}

function fieldsOf(endpoint: AnyEndpoint, body: unknown): QueryFields | null {
  if (body === null || body === undefined) return null;
  if (body instanceof URLSearchParams) {
    return Object.fromEntries([...new Set(body.keys())].map((name) => [name, body.getAll(name)]));
  }
  const stream = heldStream(body);
  if (stream !== null) {
    stream.destroy();
    throw refused(endpoint, 'is a stream');
  }
  const fields: unknown = JSON.parse(textOf(endpoint, body));
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw refused(endpoint, 'is no object of fields');
  }

  return fields as QueryFields;
}

function textOf(endpoint: AnyEndpoint, body: unknown): string {
  try {
    return jsonText(body);
  } catch (error) {
    throw refused(endpoint, error instanceof TypeError ? error.message : 'is nested too deeply');
  }
}

function refused(endpoint: AnyEndpoint, fault: string): Error {
  const method = endpoint.method();

  return invalidEndpoint(
    endpoint,
    `.body(): ${fault}. ${method} sends its body as a query; give an object of fields, or use another method.`,
  );
}
