import type { IncomingHttpHeaders } from 'node:http';
import type { User } from './User.ts';

/** Whom the credentials of a request belong to. */
export interface Identity {
  readonly userId: number;
  readonly impersonatedBy: number | null;
  readonly by: 'cookie' | 'bearer' | 'api-key';
  /** Null of an API key. */
  readonly sessionId: number | null;
  /** Names of the permissions that an API key is limited to; null or absent for all of the user. */
  readonly permissions?: readonly string[] | null;
  /** Cookies to send back: the renewed session. */
  readonly cookies: readonly string[];
}

/** Answers null without credentials, and throws `service.unauthenticated` on an API key or token that is not valid. */
export type Identify = (headers: IncomingHttpHeaders, options?: IdentifyOptions) => Promise<Identity | null>;

export interface IdentifyOptions {
  /** For one who was let in before: asks the database whatever a cookie says, and neither renews nor uses up anything. */
  readonly again?: boolean;
}

export interface Authenticated {
  readonly identity: Identity;
  readonly user: User;
}

/**
 * Null without credentials, or when their user is not there. An impersonator is checked against his present rights; if
 * these do not suffice any more, the session ends.
 *
 * @throws ServiceError `service.unauthenticated` on credentials that are not valid.
 */
export type Authenticate = (
  headers: IncomingHttpHeaders,
  options?: IdentifyOptions,
) => Promise<Authenticated | null>;
