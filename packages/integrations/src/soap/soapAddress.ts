import { IntegrationError } from '../errors.ts';
import type { AnySoapEndpoint } from './SoapEndpoint.ts';

/** An address as URL. Throws `integrations.invalid_endpoint`, which names where it comes from and not what it is. */
export function soapAddress(endpoint: AnySoapEndpoint, address: string, from: string): URL {
  const url = URL.parse(address);
  const name = endpoint.constructor.name;

  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw invalid(`${name}: ${from} is no address; let it be absolute, with http or https.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid(
      `${name}: ${from} has credentials; let username() and password(), or wsdl_headers, give them.`,
    );
  }
  url.hash = '';
  return url;
}

function invalid(message: string): IntegrationError {
  return new IntegrationError('integrations.invalid_endpoint', message);
}
