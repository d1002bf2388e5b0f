import type { AnyEndpoint } from '../Endpoint.ts';
import { IntegrationError } from '../errors.ts';

/** What is wrong with the endpoint, and what to do: `fault` continues its name, and holds no values. */
export function invalidEndpoint(endpoint: AnyEndpoint, fault: string): IntegrationError {
  return new IntegrationError('integrations.invalid_endpoint', `${endpoint.constructor.name}${fault}`);
}
