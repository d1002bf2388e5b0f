import type { AnyEndpoint } from '../Endpoint.ts';
import { isPromise } from '../isPromise.ts';
import type { QueryFields } from './bodyAsQuery.ts';
import { encodeFields } from './encodeFields.ts';
import { FieldError, flattenFields } from './flattenFields.ts';
import { invalidEndpoint } from './invalidEndpoint.ts';

/**
 * The address with its query parameters, which come after those that it has already.
 * @param more fields that count more than parameters of the same name
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
    throw invalidEndpoint(endpoint, '.url() is no address; let it be absolute, with http or https.');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidEndpoint(endpoint, '.url() has credentials; let username() and password() give them.');
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
