import { invalidEndpoint } from '../request/invalidEndpoint.ts';
import type { AnySoapEndpoint } from './SoapEndpoint.ts';

/** An address as URL. Throws `integrations.invalid_endpoint`, which names where it comes from and not what it is. */
export function soapAddress(endpoint: AnySoapEndpoint, address: string, from: string): URL {
  const url = URL.parse(address);

  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw invalidEndpoint(endpoint, `: ${from} is no address; let it be absolute, with http or https.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidEndpoint(
      endpoint,
      `: ${from} has credentials; let username() and password(), or wsdl_headers, give them.`,
    );
  }
  url.hash = '';
  return url;
}
