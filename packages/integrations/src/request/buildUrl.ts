import { type AnyEndpoint, isPromise } from '../Endpoint.ts';
import { invalidEndpoint } from '../errors.ts';
import { toReadable } from './encodeMultipart.ts';
import { encodeFields, FieldError, flattenFields, jsonText } from './serialize.ts';

/**
 * The URL with its query parameters appended.
 * @param more fields that take precedence over parameters of the same name
 */
export function buildUrl(endpoint: AnyEndpoint, more: QueryFields | null = null): URL | Promise<URL> {
  const address = endpoint.url();
  if (isPromise(address))
    return address.then((known) => withParameters(endpoint, checked(endpoint, known), more));

  return withParameters(endpoint, checked(endpoint, address), more);
}

function checked(endpoint: AnyEndpoint, address: string): URL {
  const url = URL.parse(address);

  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw invalidEndpoint(endpoint, '.url() is not a URL; use an absolute one with http or https.');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidEndpoint(endpoint, '.url() has credentials; return them from username() and password().');
  }
  if (address.includes('#')) url.hash = '';

  return url;
}

function withParameters(endpoint: AnyEndpoint, url: URL, more: QueryFields | null): URL | Promise<URL> {
  const parameters = endpoint.parameters?.();

  return isPromise(parameters)
    ? parameters.then((known) => withQuery(endpoint, url, more ? { ...known, ...more } : known))
    : withQuery(endpoint, url, more ? { ...parameters, ...more } : parameters);
}

function withQuery(endpoint: AnyEndpoint, url: URL, parameters: object | undefined): URL {
  if (!parameters) return url;
  const query = encodeFields(flattened(endpoint, parameters));
  if (query !== '') url.search = url.search === '' ? query : `${url.search}&${query}`;

  return url;
}

function flattened(endpoint: AnyEndpoint, parameters: object): [string, string][] {
  try {
    return flattenFields(parameters, 'repeated');
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    throw invalidEndpoint(endpoint, `.parameters(): ${error.field || 'the whole'} ${error.message}.`);
  }
}

/** Fields of a body that is sent as a query. */
export type QueryFields = Readonly<Record<string, unknown>>;

/** Whether the body is sent as a query: for GET and HEAD. */
export function hasQueryBody(endpoint: AnyEndpoint): boolean {
  const method = endpoint.method();

  return method === 'GET' || method === 'HEAD';
}

/** The body as query fields; null for none. Throws `integrations.invalid_endpoint` for other bodies. */
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
  const stream = toReadable(body);
  if (stream !== null) {
    stream.destroy();
    throw refused(endpoint, 'is a stream');
  }
  const fields: unknown = JSON.parse(textOf(endpoint, body));
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw refused(endpoint, 'is not an object of fields');
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
