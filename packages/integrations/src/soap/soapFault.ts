import type { Mask } from '../mask/Mask.ts';
import type { SoapFault } from './SoapResponse.ts';

/** The fault in an error of the `soap` package, of SOAP 1.1 or 1.2; null for other errors. */
export function readFault(error: unknown): SoapFault | null {
  const fault = faultIn(error);
  if (typeof fault !== 'object' || fault === null) return null;

  const subcodes = subcodesOf(at(fault, 'Code', 'Subcode'));
  return {
    code: text(at(fault, 'faultcode') ?? at(fault, 'Code', 'Value')),
    ...(subcodes.length > 0 && { subcodes }),
    message: reasonsOf(at(fault, 'faultstring') ?? at(fault, 'Reason', 'Text')),
    detail: at(fault, 'detail') ?? at(fault, 'Detail') ?? null,
  };
}

/**
 * The error of the `soap` package for a fault, with secrets masked in message, stack and fault, and without request and
 * response, which the package attaches, so that it can be thrown. The package's own message does not read SOAP 1.2.
 */
export function maskFault(error: Error, mask: Mask): Error {
  const fault = faultIn(error);
  const shown = mask.text(faultText(readFault(error)) ?? error.message);
  error.stack = mask.text(error.stack ?? '').replace(mask.text(error.message), () => shown);
  error.message = shown;
  Reflect.deleteProperty(error, 'response');
  Reflect.deleteProperty(error, 'body');

  return Object.assign(error, { root: { Envelope: { Body: { Fault: maskParts(fault, mask) } } } });
}

function faultText(fault: SoapFault | null): string | null {
  if (fault === null) return null;
  const { code, subcodes = [], message, detail } = fault;
  const parts = [code, ...subcodes, message, detail === null ? '' : JSON.stringify(detail)];

  return parts.filter((part) => part !== '').join(': ');
}

function faultIn(error: unknown): unknown {
  return at(error, 'root', 'Envelope', 'Body', 'Fault');
}

/** Masks by name, then every text again, since only `mask.text` knows the secrets that the call has sent. */
function maskParts(fault: unknown, mask: Mask): unknown {
  return JSON.parse(JSON.stringify(mask.body(fault, null)), (_, part) =>
    typeof part === 'string' ? mask.text(part) : part,
  );
}

/** The codes within a code, from the outermost. */
function subcodesOf(subcode: unknown): string[] {
  const value = at(subcode, 'Value');

  return value === undefined ? [] : [text(value), ...subcodesOf(at(subcode, 'Subcode'))];
}

/** SOAP 1.2 gives a reason in each language. */
function reasonsOf(reasons: unknown): string {
  return [reasons].flat().map(text).join(' / ');
}

/** An element with attributes is an object. */
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
