import { defineErrors, type EnglishText, type ProblemOptions, type Text } from '@rowhouse/problems';
import type { CallFault } from './callFaults.ts';

/** An error of a call or its endpoint. The message contains no secrets: URLs and values are masked. */
export class IntegrationError extends defineErrors('IntegrationError', {
  'integrations.call_failed': { status: 502, title: 'Call failed' },
  'integrations.no_response': { status: 502, title: 'No response' },
  'integrations.timeout': { status: 504, title: 'Call timed out' },
  'integrations.invalid_response': { status: 502, title: 'Unreadable response' },
  'integrations.invalid_endpoint': { status: 500, title: 'Invalid endpoint' },
  'integrations.token_unavailable': { status: 502, title: 'Token unavailable' },
  'integrations.disabled': { status: 503, title: 'Call disabled' },
  'integrations.invalid_resource': { status: 500, title: 'Missing attributes' },
  'integrations.unsupported_keys': { status: 422, title: 'Unsupported keys' },
}) {
  /** What logs show in the reader's language; null if that is the message. */
  readonly fault: CallFault | null;

  constructor(
    code: IntegrationErrorCode,
    message: EnglishText | Text,
    { fault = null, ...options }: ProblemOptions & { readonly fault?: CallFault | null } = {},
  ) {
    super(code, message, options);
    this.fault = fault;
  }
}

/** Every error that this package raises: code → HTTP status and title. A test compares it with docs/errors.md. */
export const integrationErrors = IntegrationError.table;

export type IntegrationErrorCode = keyof typeof integrationErrors;

/** `fault` continues the name of the endpoint: what is wrong and what to do, without secrets. */
export function invalidEndpoint(endpoint: object, fault: string, cause?: unknown): IntegrationError {
  return new IntegrationError('integrations.invalid_endpoint', `${endpoint.constructor.name}${fault}`, {
    cause,
  });
}
