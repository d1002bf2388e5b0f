/** Field path → what is wrong with it. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Every error that the service raises on purpose: code → HTTP status and title. */
export const errorTable = {
  'service.malformed_request': { status: 400, title: 'The request cannot be read' },
  'service.unauthenticated': { status: 401, title: 'Sign in first' },
  'service.forbidden': { status: 403, title: 'Not permitted' },
  'service.link_invalid': { status: 403, title: 'The link is not from here' },
  'service.inactive_user': { status: 403, title: 'The account is not active' },
  'service.foreign_origin': { status: 403, title: 'The request comes from another site' },
  'service.not_found': { status: 404, title: 'Not found' },
  'service.conflict': { status: 409, title: 'Not possible at the moment' },
  'service.link_expired': { status: 410, title: 'The file is kept no longer' },
  'service.password_link_invalid': { status: 410, title: 'The link is not valid any more' },
  'service.unsupported_media_type': { status: 415, title: 'The type of the body is not supported' },
  'service.invalid_request': { status: 422, title: 'The request is not acceptable' },
  'service.too_many_requests': { status: 429, title: 'Too many requests' },
  'service.database_unavailable': { status: 503, title: 'The database does not answer' },
  'service.query_timeout': { status: 503, title: 'The query took too long' },
  'service.lock_timeout': { status: 503, title: 'The rows are locked' },
  'service.stopping': { status: 503, title: 'This process is stopping' },
  'service.files_unavailable': { status: 503, title: 'The files cannot be reached' },
  'service.queue_missing': { status: 503, title: 'The queue is not there' },
} as const;

export type ErrorCode = keyof typeof errorTable;

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: FieldErrors | undefined;
  /** Seconds after which a new attempt is worth while. */
  readonly retryAfter: number | undefined;

  /** `message` is one sentence for a person: what is wrong, with which value, and what to do. Never a secret. */
  constructor(
    code: ErrorCode,
    message: string,
    options: { fields?: FieldErrors; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = errorTable[code].status;
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
  }
}
