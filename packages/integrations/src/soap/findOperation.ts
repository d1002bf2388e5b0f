import type { Client as SoapClient, SoapMethod } from 'soap';
import { invalidEndpoint } from '../request/invalidEndpoint.ts';
import type { AnySoapEndpoint } from './SoapEndpoint.ts';

/** The operation of the first port that has it. Throws `integrations.invalid_endpoint`, which names those that there are. */
export function findOperation(endpoint: AnySoapEndpoint, service: SoapClient, operation: string): SoapMethod {
  const known = new Set<string>();

  for (const [serviceName, { ports }] of Object.entries(service.wsdl.definitions.services)) {
    for (const [portName, { binding }] of Object.entries(ports)) {
      if (Object.hasOwn(binding.methods, operation)) {
        return service[serviceName][portName][operation];
      }
      for (const name of Object.keys(binding.methods)) known.add(name);
    }
  }
  throw invalidEndpoint(
    endpoint,
    `.operation() is ${operation}, which its WSDL does not have; it has ${[...known].slice(0, 50).join(', ') || 'none'}.`,
  );
}
