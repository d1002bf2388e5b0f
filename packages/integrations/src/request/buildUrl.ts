import type { AnyEndpoint } from '../Endpoint.ts';
import { encodeFields } from './encodeFields.ts';
import { FieldError, flattenFields } from './flattenFields.ts';
import { invalidEndpoint } from './invalidEndpoint.ts';

/** The address with its query parameters, which come after those that it has already. */
export async function buildUrl(endpoint: AnyEndpoint): Promise<URL> {
  const url = URL.parse(await endpoint.url());

  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw invalidEndpoint(endpoint, '.url() is no address; let it be absolute, with http or https.');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidEndpoint(endpoint, '.url() has credentials; let username() and password() give them.');
  }
  url.hash = '';

  const parameters = await endpoint.parameters?.();
  if (parameters) {
    const query = encodeFields(flattened(endpoint, parameters));
    if (query !== '') url.search = url.search === '' ? query : `${url.search}&${query}`;
  }
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
