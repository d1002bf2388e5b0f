import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { grantPermissions } from '../../src/modules/users/access/storeAccess.ts';
import { createApiKey } from '../../src/modules/users/apiKeys/apiKeys.ts';
import type { TestService } from '../../src/testing/startTestService.ts';

/** Somebody who sends requests: a column of the matrix. */
export interface Caller {
  readonly title: string;
  /** Whether this one has signed in, is active, and has the permission of the route that is asked. */
  readonly isKnown: boolean;
  readonly isActive: boolean;
  readonly isPermitted: boolean;
  readonly isImpersonating: boolean;
  readonly hasSession: boolean;
  /** Credentials. */
  headers(): Promise<Record<string, string>>;
}

export interface Callers {
  readonly all: readonly Caller[];
  /** Gives those who have a permission exactly this one. */
  permit(permission: string | null): Promise<void>;
  /** After a request that may have ended sessions: has everybody sign in anew. */
  renew(): void;
}

const roles = {
  'matrix-plain': {},
  'matrix-holder': {},
  'matrix-superior': { is_superior: true },
  'matrix-impersonator': {},
} as const;

/** One of each kind. Nobody but the administrator has any permission until `permit`. */
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
  // Callers of their own: a user can end the impersonations of that user.
  const held = await add('held', 'matrix-holder');
  const formerImpersonator = await add('former', 'matrix-plain');
  const impersonator = await add('impersonator', 'matrix-impersonator');
  await grantPermissions(db, 'matrix-impersonator', ['core.impersonation.start']);
  await add('superior', 'matrix-superior');
  const boss = await add('boss', 'administrator');
  for (const name of ['double', 'gone']) await add(name, 'administrator');
  const session = async (name: string) => ({
    authorization: `Bearer ${(await service.signIn(`${name}@example.com`)).token}`,
  });
  const key = async (name: string) => ({
    'x-api-key': await createApiKey(db, service.auth, { email: `${name}@example.com`, name: 'matrix' }),
  });
  const impersonation = async (user: number) => {
    const { body } = await service.call(`/api/core/impersonation/${user}`, {
      method: 'POST',
      headers: await session('double'),
    });

    return { authorization: `Bearer ${body.token}` };
  };
  /** A session as it is left when rights change after its start. It ends when it is used: one for each request. */
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
  const gone = await key('gone');
  await db.updateTable('users').set({ is_active: false }).where('email', '=', 'gone@example.com').execute();
  service.directory.forget();
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
      { ...user, title: 'inactive administrator', isActive: false, headers: async () => gone },
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
      service.directory.forget();
    },
  };
}
