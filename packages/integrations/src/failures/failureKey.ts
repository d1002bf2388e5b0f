import { createHash } from 'node:crypto';
import type { CallFailure } from './FailureReports.ts';

/** The same for equal failures: numbers and identifiers in addresses and errors make no difference. */
export function failureKey({ direction, endpoint, route, url, method, status, error }: CallFailure): string {
  const target = endpoint ?? (direction === 'Inbound' ? route : null) ?? pathOf(url);
  const kind = status === null ? kindOf(error ?? '') : String(status);

  return createHash('sha256')
    .update(JSON.stringify([direction, target, method, kind]))
    .digest('hex')
    .slice(0, 32);
}

function pathOf(url: string): string {
  return kindOf(url.split(/[?#]/, 1)[0] ?? '');
}

function kindOf(text: string): string {
  return text.slice(0, 500).replace(/[\da-f]{8}-[\da-f-]{27}|\d+/gi, '#');
}
