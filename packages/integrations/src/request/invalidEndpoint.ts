import type { AnyEndpoint } from '../Endpoint.ts';
import { IntegrationError } from '../errors.ts';

/** What is wrong with the endpoint, and what to do: `fault` continues its name, and holds no secrets. */
export function invalidEndpoint(endpoint: AnyEndpoint, fault: string, cause?: unknown): IntegrationError {
  return new IntegrationError('integrations.invalid_endpoint', `${endpoint.constructor.name}${fault}`, {
    cause,
  });
}
