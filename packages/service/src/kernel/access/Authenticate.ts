import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../errors.ts';
import type { User } from './User.ts';

/** The user that the credentials of a request belong to. */
interface Identity {
  readonly userId: number;
  readonly impersonatedBy: number | null;
  readonly by: 'cookie' | 'bearer' | 'api-key';
  /** Null for an API key. */
  readonly sessionId: number | null;
  /** Permissions that an API key is limited to; null or absent for all permissions of the user. */
  readonly permissions?: readonly string[] | null;
  /** `Set-Cookie` headers that renew the session. */
  readonly cookies: readonly string[];
}

/** Resolves with null without credentials; throws `service.unauthenticated` for an invalid API key or token. */
export type Identify = (headers: IncomingHttpHeaders, options?: IdentifyOptions) => Promise<Identity | null>;

interface IdentifyOptions {
  /** Checks an admitted caller again: reads the database instead of the cookie, and neither renews the session nor counts the request. */
  readonly again?: boolean;
}

interface Authenticated {
  readonly identity: Identity;
  readonly user: User;
}

/**
 * Resolves with null without credentials, or if their user does not exist. The rights of an impersonator are checked on
 * each request; the session ends when they no longer suffice.
 *
 * @throws ServiceError `service.unauthenticated` for invalid credentials.
 */
export type Authenticate = (
  headers: IncomingHttpHeaders,
  options?: IdentifyOptions,
) => Promise<Authenticated | null>;

/** For a `catch`: null for an invalid key or token. Other errors are rethrown. */
export function nullIfRefused(error: unknown): null {
  if (error instanceof ServiceError && error.code === 'service.unauthenticated') return null;
  throw error;
}
