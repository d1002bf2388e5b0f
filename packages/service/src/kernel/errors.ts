import { ProblemError, type ProblemOptions } from '@rowhouse/problems';

/** Every error that this package raises: code → HTTP status and title. A test compares it with docs/errors.md. */
export const serviceErrors = {
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
  'service.query_timeout': { status: 503, title: 'Query timed out' },
  'service.lock_timeout': { status: 503, title: 'Lock timed out' },
  'service.stopping': { status: 503, title: 'Process shutting down' },
  'service.files_unavailable': { status: 503, title: 'File storage unavailable' },
  'service.queue_missing': { status: 503, title: 'Queue missing' },
} as const;

export type ServiceErrorCode = keyof typeof serviceErrors;

/** An error of a request to the service. */
export class ServiceError extends ProblemError<ServiceErrorCode> {
  override readonly name = 'ServiceError';

  constructor(code: ServiceErrorCode, message: string, options?: ProblemOptions) {
    super(serviceErrors, code, message, options);
  }
}
