import { type EnglishText, say, type Text } from '@rowhouse/problems';
import type { Kysely } from 'kysely';
import { invalidRequest, ServiceError, type ServiceErrorCode } from '../../base/errors.ts';
import {
  hasAuthorityOver,
  type KnownUser,
  permits,
  type RoleRights,
  type User,
} from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import type { EditableUser, UserChanges, UserFields } from './messages.ts';
import type { RoleWithPermissions } from './roles.ts';

interface FieldContext {
  readonly db: Kysely<Database>;
  readonly roles: readonly RoleWithPermissions[];
  readonly languages: readonly string[];
}

/** Throws with all faults that the schema cannot find: unknown roles and languages, addresses in use. */
export async function checkFields(
  { email, roleId, language }: UserChanges,
  present: EditableUser | null,
  { db, roles, languages }: FieldContext,
): Promise<void> {
  const faults: Record<string, Text[]> = {};
  if (email !== undefined && email !== present?.email && (await isTaken(db, email))) {
    faults.email = [takenFault(email)];
  }
  if (roleId !== undefined && !roles.some(({ id }) => id === roleId)) {
    const known = roles.map(({ id, label }) => `${id} (${label})`).join(', ');
    faults.roleId = [say`must be one of ${known}, not ${roleId}`];
  }
  checkLanguage(language, present?.language ?? null, languages, faults);
  if (Object.keys(faults).length > 0) throw invalidRequest(faults);
}

/** A language that is no longer offered may stay. */
export function checkLanguage(
  language: string | null | undefined,
  present: string | null,
  languages: readonly string[],
  faults: Record<string, Text[]>,
): void {
  if (language === undefined || language === present || language === null || languages.includes(language)) {
    return;
  }
  faults.language = [say`must be one of ${languages.join(', ')}, or null, not ${JSON.stringify(language)}`];
}

export function takenFault(email: string): Text {
  return say`must be another address: ${email} already belongs to a user`;
}

async function isTaken(db: Kysely<Database>, email: string): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return found !== undefined;
}

/** Throws if the role has more permissions than the caller. */
export function checkRoleGiven(caller: User, role: RoleWithPermissions): void {
  if (hasAuthorityOver(caller, role)) return;
  throw new ServiceError(
    'service.forbidden',
    role.isAdministrator
      ? 'Only administrators may make a user an administrator.'
      : say`The role ${role.label} has permissions that you do not have, so you cannot assign it. Ask an administrator.`,
  );
}

/** Throws if the user has more permissions than the caller. */
export function checkManaged(caller: User, { name }: EditableUser, role: RoleWithPermissions): void {
  if (hasAuthorityOver(caller, role)) return;
  throw new ServiceError(
    'service.forbidden',
    role.isAdministrator
      ? say`${name} is an administrator. Only administrators may change administrators.`
      : say`${name} (${role.label}) has permissions that you do not have, so you cannot change this account. Ask an administrator.`,
  );
}

/** Throws if callers deactivate themselves, change their own role, or set their password without the current one. */
export function checkOwnAccount(caller: User, present: EditableUser, changes: UserChanges): void {
  if (caller.id !== present.id) return;
  if (changes.isActive === false) {
    throw conflict('isActive', 'You cannot deactivate your own account. Ask another administrator.');
  }
  if (changes.roleId !== undefined && changes.roleId !== present.roleId) {
    throw conflict('roleId', 'You cannot change your own role. Ask another administrator.');
  }
  if (changes.password !== undefined) {
    throw conflict(
      'password',
      'Change your own password with POST /api/auth/change-password, which requires the current one.',
    );
  }
}

export function conflict(field: keyof UserFields, message: EnglishText | Text): ServiceError {
  return new ServiceError('service.conflict', message, { fields: { [field]: [message] } });
}

interface ImpersonationTarget {
  readonly id: number;
  readonly name: string;
  readonly isActive: boolean;
  readonly role: RoleRights & { readonly label: string };
}

/** Why the caller may not impersonate the target, apart from the permission of the route; null if it is allowed. */
export function impersonationRefusal(
  caller: User,
  { id, name, isActive, role }: ImpersonationTarget,
): { readonly code: ServiceErrorCode; readonly message: EnglishText | Text } | null {
  if (caller.isImpersonated) {
    return {
      code: 'service.conflict',
      message: 'You already impersonate a user. End that impersonation first.',
    };
  }
  if (id === caller.id) {
    return {
      code: 'service.conflict',
      message: 'You cannot impersonate yourself. Choose another user.',
    };
  }
  if (!isActive) {
    return { code: 'service.conflict', message: say`${name} is not active. Activate the account first.` };
  }
  if (hasAuthorityOver(caller, role)) return null;

  return {
    code: 'service.forbidden',
    message: role.isAdministrator
      ? 'Only administrators may impersonate an administrator.'
      : say`${name} (${role.label}) has permissions that you do not have, so you cannot impersonate this user. Ask an administrator.`,
  };
}

/** Checked by the route of that name, and with every request of the session. */
export const impersonationPermission = 'core.impersonation.start';

export function mayImpersonate(impersonator: KnownUser | null, { role, permissions }: KnownUser): boolean {
  return (
    impersonator !== null &&
    permits(impersonator, impersonationPermission) &&
    hasAuthorityOver(impersonator, { ...role, permissions })
  );
}
