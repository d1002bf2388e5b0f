import { defineErrors, say, type Text } from '@rowhouse/problems';
import { asText, type FieldTexts } from '@rowhouse/problems/internal';

/** An error that is sent to the client as application/problem+json. */
export class ServiceError extends defineErrors('ServiceError', {
  'service.malformed_request': { status: 400, title: 'Malformed request' },
  'service.unauthenticated': { status: 401, title: 'Not signed in' },
  'service.forbidden': { status: 403, title: 'Not permitted' },
  'service.link_invalid': { status: 403, title: 'Invalid link' },
  'service.inactive_user': { status: 403, title: 'Account inactive' },
  'service.foreign_origin': { status: 403, title: 'Cross-site request refused' },
  'service.not_found': { status: 404, title: 'Not found' },
  'service.conflict': { status: 409, title: 'Conflict with the current state' },
  'service.link_expired': { status: 410, title: 'File expired' },
  'service.password_link_invalid': { status: 410, title: 'Link expired or used' },
  'service.unsupported_media_type': { status: 415, title: 'Unsupported content type' },
  'service.invalid_request': { status: 422, title: 'Invalid request' },
  'service.too_many_requests': { status: 429, title: 'Too many requests' },
  'service.database_unavailable': { status: 503, title: 'Database unavailable' },
  'service.schema_changed': { status: 503, title: 'Schema changed' },
  'service.query_timeout': { status: 503, title: 'Query timed out' },
  'service.lock_timeout': { status: 503, title: 'Lock timed out' },
  'service.stopping': { status: 503, title: 'Process shutting down' },
  'service.files_unavailable': { status: 503, title: 'File storage unavailable' },
  'service.queue_missing': { status: 503, title: 'Queue missing' },
}) {}

/** Every error that this package raises: code → HTTP status and title. A test compares it with docs/errors.md. */
export const serviceErrors = ServiceError.table;

export type ServiceErrorCode = keyof typeof serviceErrors;

/** `service.invalid_request` with every fault under its field; a fault is the rest of a sentence: `is required`. */
export function invalidRequest(fields: FieldTexts): ServiceError {
  return new ServiceError('service.invalid_request', faultsSentence(fields), { fields });
}

/** The first fault and the number of further ones. */
export function faultsSentence(fields: FieldTexts): Text {
  const [first, ...others] = Object.entries(fields).flatMap(([field, faults]) =>
    faults.map((fault) => say`${field} ${asText(fault)}`),
  );
  if (first === undefined) return say`The request is not acceptable.`;

  return others.length === 0
    ? say`The request is not acceptable: ${first}.`
    : say`The request is not acceptable: ${first}. And ${others.length} more: see errors.`;
}

/**
 * An error that prevents the service or a command from running and that the operator has to fix. The message names the
 * problem, the value and the remedy; it is printed without a stack trace.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
  /** Exit status: 2 for missing or invalid options. */
  readonly status: 1 | 2;

  constructor(message: string, { status = 1, ...options }: ErrorOptions & { readonly status?: 1 | 2 } = {}) {
    super(message, options);
    this.status = status;
  }
}

/**
 * Runs a function of a module.
 *
 * @throws Error that names the module and the operation, with the cause; a StartError is rethrown unchanged.
 */
export async function inModule<Result>(
  name: string,
  doing: string,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The module "${name}" ${doing}: ${reason}`, { cause });
  }
}
