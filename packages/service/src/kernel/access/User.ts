import type { IncomingHttpHeaders } from 'node:http';
import type { Text } from '@rowhouse/problems';
import { ServiceError } from '../../base/errors.ts';
import type { KnownTimeZones } from './locale.ts';

/**
 * Values of the fields that modules add to users (`extend.userFields`), as the database driver returns them. A module declares
 * its fields by declaration merging:
 *
 *     declare module '@rowhouse/service' {
 *       interface UserFieldValues {
 *         readonly department: string | null;
 *       }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it.
export interface UserFieldValues {}

/** The caller of a request, as routes, tables and policies see it. Frozen. */
export interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** Permissions of the role. Use `permits` instead of this set: administrators have all permissions. */
  readonly permissions: ReadonlySet<string>;
  readonly language: string;
  /** IANA time zone of all dates that the user sees or enters. */
  readonly timeZone: string;
  /** Time zone of the profile; null follows the browser. */
  readonly ownTimeZone: string | null;
  readonly isActive: boolean;
  /** All of them, whatever the user may see. */
  readonly fields: UserFieldValues;
  /** Whether another user impersonates this one. */
  readonly isImpersonated: boolean;
  /** Id of the impersonator. */
  readonly impersonatedBy: number | null;
  /** The API key of the request; null for a session. */
  readonly apiKey: UserApiKey | null;
}

export interface UserApiKey {
  readonly id: number;
  /** Permissions that the key is limited to; null for all permissions of the user. */
  readonly permissions: readonly string[] | null;
}

export interface Role {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  /** Has every permission. */
  readonly isAdministrator: boolean;
  /** May manage what belongs to other users. */
  readonly isSuperior: boolean;
}

/** A user as stored, with role and permissions. */
export interface KnownUser extends KnownTimeZones {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly language: string | null;
  readonly isActive: boolean;
  readonly fields: UserFieldValues;
  readonly role: Role;
  readonly permissions: ReadonlySet<string>;
}

export interface UserDirectory {
  /** Null if the user does not exist. */
  find(id: number): Promise<KnownUser | null>;
  /** Clears the cache. */
  forget(): void;
}

/** Whether the user is active and has the permission. */
export function permits(
  user: Pick<User, 'isActive' | 'role' | 'permissions'> | null,
  permission: string,
): boolean {
  return user?.isActive === true && (user.role.isAdministrator || user.permissions.has(permission));
}

/** The rights of a role; administrators have every permission. */
export interface RoleRights extends Pick<Role, 'isAdministrator' | 'isSuperior'> {
  readonly permissions: Iterable<string>;
}

/**
 * Whether the caller may assign or change the role, and manage or impersonate its users. Prevents callers from raising
 * their own rights through users with more rights.
 */
export function hasAuthorityOver(caller: Pick<User, 'role' | 'permissions'>, role: RoleRights): boolean {
  if (caller.role.isAdministrator) return true;
  if (role.isAdministrator || (role.isSuperior && !caller.role.isSuperior)) return false;

  return [...role.permissions].every((name) => caller.permissions.has(name));
}

/** The user that the credentials of a request belong to. */
interface Identity {
  readonly userId: number;
  readonly impersonatedBy: number | null;
  readonly by: 'cookie' | 'bearer' | 'api-key';
  /** Null for an API key. */
  readonly sessionId: number | null;
  readonly apiKey: UserApiKey | null;
  /** `Set-Cookie` headers that renew the session. */
  readonly cookies: readonly string[];
}

/** Resolves with null without credentials; throws `service.unauthenticated` for an invalid API key or token. */
export type Identify = (headers: IncomingHttpHeaders, options?: IdentifyOptions) => Promise<Identity | null>;

interface IdentifyOptions {
  /** Checks an admitted caller again: looks the session up in the database, and neither renews it nor counts the request. */
  readonly again?: boolean;
  /** For a request that no user has caused: does not renew the session. */
  readonly background?: boolean;
  /** For a request that may change data: looks the session up in the database. */
  readonly changes?: boolean;
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
 * @throws ImpersonationEnded if the rights of the impersonator no longer suffice.
 */
export type Authenticate = (
  headers: IncomingHttpHeaders,
  options?: IdentifyOptions,
) => Promise<Authenticated | null>;

/** Refuses a session in which a user acted as another one, and may no longer do so. */
export class ImpersonationEnded extends ServiceError {
  /** Of the impersonator, who reads the message. */
  readonly language: string;

  constructor(message: Text, language: string) {
    super('service.unauthenticated', message);
    this.language = language;
  }
}

/** For a `catch`: null for an invalid key or token. Other errors are rethrown. */
export function nullIfRefused(error: unknown): null {
  if (error instanceof ServiceError && error.code === 'service.unauthenticated') return null;
  throw error;
}
