/**
 * Every error that this package raises on purpose: code → HTTP status and title.
 * docs/errors.md lists the same codes; a test holds the two together.
 */
export const errorTable = {
  'tables.malformed_request': { status: 400, title: 'The request cannot be read' },
  'tables.unauthenticated': { status: 401, title: 'Sign in first' },
  'tables.forbidden': { status: 403, title: 'Not permitted' },
  'tables.not_found': { status: 404, title: 'No such table' },
  'tables.invalid_request': { status: 422, title: 'The request is not acceptable' },
  'tables.action_refused': { status: 422, title: 'The action cannot be applied' },
  'tables.action_unavailable': { status: 503, title: 'The action cannot be run now' },
  'tables.request_closed': { status: 499, title: 'The client has closed the request' },
  'tables.query_timeout': { status: 503, title: 'The query took too long' },
  'tables.busy': { status: 503, title: 'The table is busy' },
  'tables.database_unavailable': { status: 503, title: 'The database does not answer' },
  'tables.invalid_template': { status: 500, title: 'The template has faults' },
  'tables.invalid_query': { status: 500, title: 'The query of the table cannot be used' },
} as const;

export type ErrorCode = keyof typeof errorTable;

/** Field path (dotted, as the client sent it) → what is wrong and what would be right. */
export type FieldErrors = Record<string, string[]>;

export class TableError extends Error {
  override readonly name = 'TableError';
  readonly code: ErrorCode;
  readonly status: number;
  /** Present on `tables.invalid_request`. */
  readonly fields: FieldErrors | undefined;

  /** `message` is one sentence for a person: what is wrong, with which value, and what to do. Never SQL, never a secret. */
  constructor(code: ErrorCode, message: string, options: { fields?: FieldErrors; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = errorTable[code].status;
    this.fields = options.fields;
  }
}
