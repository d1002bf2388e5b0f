import type { KnownUser, User } from './User.ts';

/**
 * As what a user requests something: with an API key and its limits, as an impersonator, or with all rights of the user.
 * Work that runs later stores it, and has at most its rights. A `User` is one.
 */
export type Grant = Pick<User, 'id' | 'apiKey' | 'impersonatedBy'>;

/** A grant by its ids: without the limits of its key. */
export interface GrantIds {
  readonly apiKey: { readonly id: number } | null;
  readonly impersonatedBy: number | null;
}

/** Why a grant has no rights: its user does not exist, its key was deleted or has expired, or impersonating ended. */
export type GrantRefusal = 'user' | 'api-key' | 'impersonation';

/** Reads the user with the rights that the grant has now. */
export type ReadGrant = (grant: Grant) => Promise<KnownUser | GrantRefusal>;

/** Whether it has all rights of its user. */
export function isWhole({ apiKey, impersonatedBy }: Grant): boolean {
  return impersonatedBy === null && (apiKey === null || apiKey.permissions === null);
}

/** Whether the caller may see and change what the same user has requested with `requested`: everything, or only its own. */
export function covers(caller: Grant, requested: GrantIds): boolean {
  return isWhole(caller) || isSameGrant(caller, requested);
}

export function grantIds({ apiKey, impersonatedBy }: Grant): GrantIds {
  return { apiKey: apiKey && { id: apiKey.id }, impersonatedBy };
}

function isSameGrant(a: GrantIds, b: GrantIds): boolean {
  return (a.apiKey?.id ?? null) === (b.apiKey?.id ?? null) && a.impersonatedBy === b.impersonatedBy;
}

/** The user limited to the permissions of a key, without the rights of administrators and superiors. */
export function limitedTo<Known extends Pick<KnownUser, 'role' | 'permissions'>>(
  user: Known,
  permissions: readonly string[] | null,
): Known {
  if (permissions === null) return user;

  return {
    ...user,
    role: { ...user.role, isAdministrator: false, isSuperior: false },
    permissions: new Set(permissions.filter((name) => user.permissions.has(name))),
  };
}
