import type { Mask } from '../mask/Mask.ts';
import type { SoapFault } from './SoapResponse.ts';

/** The fault that an error of the `soap` package stands for; null when it stands for something else. */
export function readFault(error: unknown): SoapFault | null {
  const fault = at(error, 'root', 'Envelope', 'Body', 'Fault');
  if (typeof fault !== 'object' || fault === null) return null;

  return {
    code: text(at(fault, 'faultcode') ?? at(fault, 'Code', 'Value')),
    message: text(at(fault, 'faultstring') ?? at(fault, 'Reason', 'Text')),
    detail: at(fault, 'detail') ?? at(fault, 'Detail') ?? null,
  };
}

/**
 * Takes the secrets out of the error, so that it can be thrown: its message, its stack and its fault are masked, and the
 * whole of the exchange, which the package hangs on it, is removed.
 */
export function maskFault(error: Error, mask: Mask): Error {
  const fault = at(error, 'root', 'Envelope', 'Body', 'Fault');
  error.message = mask.text(error.message);
  error.stack = mask.text(error.stack ?? '');
  Reflect.deleteProperty(error, 'response');
  Reflect.deleteProperty(error, 'body');

  return Object.assign(error, { root: { Envelope: { Body: { Fault: maskParts(fault, mask) } } } });
}

/** By names, and then once more every text for itself: the mask of values does not know what the call has sent. */
function maskParts(fault: unknown, mask: Mask): unknown {
  return JSON.parse(JSON.stringify(mask.body(fault, null)), (_, part) =>
    typeof part === 'string' ? mask.text(part) : part,
  );
}

/** A text with attributes is an object. */
function text(value: unknown): string {
  const content = at(value, '$value') ?? value ?? '';
  return typeof content === 'object' ? JSON.stringify(content) : String(content);
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined),
    value,
  );
}
