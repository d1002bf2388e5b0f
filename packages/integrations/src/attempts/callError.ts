import { IntegrationError, type IntegrationErrorCode } from '../errors.ts';
import type { Mask } from '../mask/Mask.ts';
import { TransportError } from '../Transport.ts';
import type { SentRequest } from './Exchange.ts';
import { errorText } from './errorText.ts';

const codes: Partial<Record<TransportError['reason'], IntegrationErrorCode>> = {
  timeout: 'integrations.timeout',
  too_large: 'integrations.invalid_response',
};

/** What the caller gets when no response came. Everything in it is masked, its cause too. */
export function callError(
  error: unknown,
  {
    endpoint,
    request,
    tries,
    mask,
  }: { endpoint: string; request: SentRequest | null; tries: number; mask: Mask },
): IntegrationError {
  const cause = maskedError(error instanceof IntegrationError ? error.cause : error, mask);

  if (error instanceof IntegrationError)
    return new IntegrationError(error.code, mask.text(error.message), { cause });
  if (error instanceof TransportError && request) {
    return new IntegrationError(
      codes[error.reason] ?? 'integrations.no_response',
      `${request.method} ${mask.url(request.url)} got no answer, attempt ${tries}: ${mask.text(error.message)}`,
      { cause },
    );
  }
  return new IntegrationError(
    'integrations.invalid_endpoint',
    `${endpoint} cannot be called: ${mask.text(errorText(error))}`,
    { cause },
  );
}

/** A copy that says no more than it may, wherever it is printed. */
function maskedError(error: unknown, mask: Mask): Error | undefined {
  if (error === undefined) return undefined;
  if (!(error instanceof Error)) return new Error(mask.text(String(error)));

  const copy = new Error(mask.text(error.message));
  copy.name = error.name;
  copy.stack = mask.text(error.stack ?? '');
  return 'code' in error ? Object.assign(copy, { code: error.code }) : copy;
}
