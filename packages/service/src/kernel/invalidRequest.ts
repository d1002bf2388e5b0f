import type { FieldErrors } from '@rowhouse/problems';
import { ServiceError } from './errors.ts';

/** `service.invalid_request` with every fault under its field; a fault is the rest of a sentence: `is required`. */
export function invalidRequest(fields: FieldErrors): ServiceError {
  return new ServiceError('service.invalid_request', faultsSentence(fields), { fields });
}

/** The first fault, and how many there are besides. */
export function faultsSentence(fields: FieldErrors): string {
  const [first, ...others] = Object.entries(fields).flatMap(([field, faults]) =>
    faults.map((fault) => `${field} ${fault}`),
  );
  const rest = others.length === 0 ? '' : ` And ${others.length} more: see errors.`;
  return `The request is not acceptable: ${first}.${rest}`;
}
