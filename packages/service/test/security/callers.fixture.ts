import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { grantPermissions } from '../../src/modules/users/access/storeAccess.ts';
import { createApiKey } from '../../src/modules/users/apiKeys/apiKeys.ts';
import type { TestService } from '../../src/testing/startTestService.ts';

/** A caller: a column of the matrix. */
export interface Caller {
  readonly title: string;
  /** Whether the caller has signed in, is active, and has the permission of the requested route. */
  readonly isKnown: boolean;
  readonly isActive: boolean;
  readonly isPermitted: boolean;
  readonly isImpersonating: boolean;
  readonly hasSession: boolean;
  headers(): Promise<Record<string, string>>;
}

export interface Callers {
  readonly all: readonly Caller[];
  /** Sets the only permission of the permitted callers. */
  permit(permission: string | null): Promise<void>;
  /** Signs in all callers again, after a request that may have ended sessions. */
  renew(): void;
}

const roles = {
  'matrix-plain': {},
  'matrix-holder': {},
  'matrix-superior': { is_superior: true },
  'matrix-impersonator': {},
} as const;

/** One caller of each kind. Only the administrator has permissions until `permit`. */
export async function createCallers(service: TestService): Promise<Callers> {
  const { db } = service.database;
  await db
    .insertInto('roles')
    .values(Object.entries(roles).map(([name, fields]) => ({ name, label: name, ...fields })))
    .execute();
  const add = (name: string, role: string) => service.addUser(`${name}@example.com`, role);
  await add('plain', 'matrix-plain');
  const target = await add('target', 'matrix-plain');
  for (const name of ['holder', 'key-holder']) await add(name, 'matrix-holder');
  // Separate callers, since users can end impersonations of themselves.
  const held = await add('held', 'matrix-holder');
  const formerImpersonator = await add('former', 'matrix-plain');
  const impersonator = await add('impersonator', 'matrix-impersonator');
  await grantPermissions(db, 'matrix-impersonator', ['core.impersonation.start']);
  await add('superior', 'matrix-superior');
  const boss = await add('boss', 'administrator');
  for (const name of ['double', 'inactive']) await add(name, 'administrator');
  const session = async (name: string) => ({
    authorization: `Bearer ${(await service.signIn(`${name}@example.com`)).token}`,
  });
  const key = async (name: string) => ({
    'x-api-key': await createApiKey(db, { email: `${name}@example.com`, name: 'matrix' }),
  });
  const impersonation = async (user: number) => {
    const { body } = await service.call(`/api/core/impersonation/${user}`, {
      method: 'POST',
      headers: await session('double'),
    });

    return { authorization: `Bearer ${body.token}` };
  };
  /** An impersonation whose permission was withdrawn after its start. It ends with its first use, so each request gets one. */
  const staleImpersonation = async (name: string, impersonated_by: number, user_id: number) => {
    const { token: own } = await service.signIn(`${name}@example.com`);
    return async () => {
      const token = randomBytes(16).toString('hex');
      await db
        .insertInto('sessions')
        .values(({ selectFrom }) => ({
          token,
          user_id,
          impersonated_by,
          impersonator_session_id: selectFrom('sessions').select('id').where('token', '=', own),
          expires_at: sql<Date>`now() + interval '1 hour'`,
        }))
        .execute();

      return { authorization: `Bearer ${token}` };
    };
  };
  const withdrawn = await staleImpersonation('former', formerImpersonator, target);
  const upwards = await staleImpersonation('impersonator', impersonator, boss);
  const inactive = await key('inactive');
  await db
    .updateTable('users')
    .set({ is_active: false })
    .where('email', '=', 'inactive@example.com')
    .execute();
  service.users.forget();
  const user = {
    isKnown: true,
    isActive: true,
    isPermitted: false,
    isImpersonating: false,
    hasSession: true,
  };
  const kept = new Map<() => Promise<Record<string, string>>, Promise<Record<string, string>>>();
  const keep = (make: () => Promise<Record<string, string>>) => () => {
    const headers = kept.get(make) ?? make();
    kept.set(make, headers);

    return headers;
  };

  return {
    all: [
      { ...user, title: 'nobody', isKnown: false, headers: async () => ({}) },
      { ...user, title: 'unknown key', isKnown: false, headers: async () => ({ 'x-api-key': 'rh_unknown' }) },
      { ...user, title: 'inactive administrator', isActive: false, headers: async () => inactive },
      { ...user, title: 'user', headers: keep(() => session('plain')) },
      { ...user, title: 'superior', headers: keep(() => session('superior')) },
      { ...user, title: 'with it', isPermitted: true, headers: keep(() => session('holder')) },
      {
        ...user,
        title: 'API key with it',
        isPermitted: true,
        hasSession: false,
        headers: keep(() => key('key-holder')),
      },
      { ...user, title: 'administrator', isPermitted: true, headers: keep(() => session('boss')) },
      {
        ...user,
        title: 'administrator as user',
        isImpersonating: true,
        headers: keep(() => impersonation(target)),
      },
      {
        ...user,
        title: 'administrator as one with it',
        isPermitted: true,
        isImpersonating: true,
        headers: keep(() => impersonation(held)),
      },
      { ...user, title: 'as user, right withdrawn', isKnown: false, headers: withdrawn },
      { ...user, title: 'as administrator, upwards', isKnown: false, headers: upwards },
    ],
    renew: () => kept.clear(),
    permit: async (permission) => {
      const role = db.selectFrom('roles').select('id').where('name', '=', 'matrix-holder');
      await db.deleteFrom('role_permissions').where('role_id', '=', role).execute();
      if (permission !== null) {
        await db
          .insertInto('role_permissions')
          .columns(['role_id', 'permission_id'])
          .expression(
            db
              .selectFrom('permissions')
              .select([role.as('role_id'), 'permissions.id as permission_id'])
              .where('name', '=', permission),
          )
          .execute();
      }
      service.users.forget();
    },
  };
}
