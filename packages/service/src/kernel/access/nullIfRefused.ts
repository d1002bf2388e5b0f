import { ServiceError } from '../errors.ts';

/** For a `catch`: null for a key or token that is not valid any more. Other errors are thrown again. */
export function nullIfRefused(error: unknown): null {
  if (error instanceof ServiceError && error.code === 'service.unauthenticated') return null;
  throw error;
}
