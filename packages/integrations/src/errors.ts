/**
 * Every error that this package raises on purpose: code → HTTP status and title.
 * docs/errors.md lists the same codes; a test holds the two together.
 */
export const errorTable = {
  'integrations.call_failed': { status: 502, title: 'The other service refused the call' },
  'integrations.no_response': { status: 502, title: 'The other service did not answer' },
  'integrations.timeout': { status: 504, title: 'The other service took too long' },
  'integrations.invalid_response': { status: 502, title: 'The answer of the other service cannot be read' },
  'integrations.invalid_endpoint': { status: 500, title: 'The endpoint cannot be called' },
  'integrations.token_unavailable': { status: 502, title: 'No token could be had' },
  'integrations.disabled': { status: 503, title: 'The call is switched off' },
  'integrations.invalid_resource': { status: 500, title: 'The resource lacks attributes' },
  'integrations.unsupported_keys': { status: 422, title: 'Keys that are not supported' },
} as const;

export type ErrorCode = keyof typeof errorTable;

export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
  readonly code: ErrorCode;
  readonly status: number;

  /** `message` is one sentence: what failed, and what to do. Never a secret: addresses and values are masked. */
  constructor(code: ErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = errorTable[code].status;
  }
}
