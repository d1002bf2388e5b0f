import './hookEvents.ts';
import './start.ts';
import './userTables.ts';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { ReadGrant } from '../../kernel/access/Grant.ts';
import type { Authenticate, Identify, UserDirectory } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { optionsRoute } from '../../kernel/http/optionsRoute.ts';
import { defineModule, type Module } from '../../kernel/module/Module.ts';
import { sendAvatarJob } from '../avatars/index.ts';
import { apiKeyOwners } from './access/apiKeyOwners.ts';
import { createAuthenticate } from './access/authenticate.ts';
import { createIdentify, sessionReader } from './access/identify.ts';
import { createReadGrant } from './access/readGrant.ts';
import type { RoleEntry } from './access/storeAccess.ts';
import { userDirectory } from './access/userDirectory.ts';
import { accountCommands } from './accountCommands.ts';
import { apiKeyRoutes } from './apiKeys/apiKeyRoutes.ts';
import { authRoutes } from './auth/authRoutes.ts';
import { type Auth, createAuth, type PasswordHashing } from './auth/createAuth.ts';
import { sessionRoutes } from './auth/sessionRoutes.ts';
import { endSession } from './auth/sessions.ts';
import { coreRoutes } from './coreRoutes.ts';
import { impersonationRoutes } from './impersonationRoutes.ts';
import ar from './locales/ar.json' with { type: 'json' };
import de from './locales/de.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import ro from './locales/ro.json' with { type: 'json' };
import arTemplates from './locales/templates/ar.json' with { type: 'json' };
import deTemplates from './locales/templates/de.json' with { type: 'json' };
import esTemplates from './locales/templates/es.json' with { type: 'json' };
import frTemplates from './locales/templates/fr.json' with { type: 'json' };
import roTemplates from './locales/templates/ro.json' with { type: 'json' };
import * as usersAndAccess from './migrations/0001_users_and_access.ts';
import * as signInAttempts from './migrations/0008_sign_in_attempts.ts';
import * as accessChanges from './migrations/0009_access_changes.ts';
import * as timeZones from './migrations/0010_time_zones.ts';
import * as passwordLinks from './migrations/0011_password_links.ts';
import * as sessionEnds from './migrations/0016_session_ends.ts';
import { accountMailJob } from './password/accountMailJob.ts';
import { passwordRoutes } from './password/passwordRoutes.ts';
import { roleChangeRoutes, roleRoutes } from './roleRoutes.ts';
import { usersLifecycle } from './start.ts';
import { users as table } from './table/users.ts';
import { userAccessRoutes } from './userAccessRoutes.ts';
import { checkColumns } from './userFields/checkColumns.ts';
import type { DeclaredField } from './userFields/declaredFields.ts';
import { withFields } from './userFields/fieldColumns.ts';
import { userRoutes } from './userRoutes.ts';

export type { RoleEntry } from './access/storeAccess.ts';
export { grantPermissions } from './access/storeAccess.ts';
export { activeAdministrators } from './administrators.ts';
export { createApiKey } from './apiKeys/apiKeys.ts';
export type { PasswordHashing } from './auth/createAuth.ts';
export { createUser } from './createUser.ts';
export type { SignInEvent } from './hookEvents.ts';
export { type DeclaredField, declaredFields, fieldFaults } from './userFields/declaredFields.ts';

declare module '../../kernel/module/Provides.ts' {
  interface BuiltInProvides {
    readonly users: {
      /** The sign-in library. */
      readonly auth: Auth;
      /** The cache of users and permissions. Call `forget()` after a change of users, roles or permissions. */
      readonly users: UserDirectory;
      readonly identify: Identify;
      readonly authenticate: Authenticate;
      /** Rights of an earlier request, as of now: for work that runs later. */
      readonly readGrant: ReadGrant;
      /** Makes changes of users, roles, permissions, API keys and sessions visible immediately. */
      readonly forgetAccess: () => void;
      /** The same, in all processes; resolves when they are notified. */
      readonly announceAccess: () => Promise<void>;
    };
  }
}

export interface UsersOptions {
  /** Roles by name with their initial permissions. Defaults to none. */
  readonly roles?: Readonly<Record<string, RoleEntry>>;
  /** Hashes and compares passwords. Defaults to the sign-in library's scrypt. Tests hash each password once. */
  readonly passwords?: PasswordHashing;
  /** Fields that modules add to users. Defaults to none. */
  readonly fields?: readonly DeclaredField[];
}

/** Users, roles, permissions, sign-in, sessions, API keys and impersonation. */
export function users({ passwords, roles = {}, fields = [] }: UsersOptions = {}): Module {
  return defineModule({
    name: 'users',
    tables: [withFields(table, fields)],
    locales: {
      de: { ...deTemplates, ...de },
      fr: { ...frTemplates, ...fr },
      es: { ...esTemplates, ...es },
      ro: { ...roTemplates, ...ro },
      ar: { ...arTemplates, ...ar },
    },
    permissions: {
      'users.store': 'Create users',
      'users.access': { label: 'See sessions and API keys of users', group: 'Users' },
      'users.access.revoke': { label: 'End sessions and API keys of users', group: 'Users' },
      'users.update': 'Change users',
      'users.invite': 'Invite users',
      'roles.index': { label: 'See the list of roles', group: 'Roles' },
      'roles.show': { label: 'See what a role may do', group: 'Roles' },
      'roles.store': { label: 'Create and copy roles', group: 'Roles' },
      'roles.update': { label: 'Rename roles', group: 'Roles' },
      'roles.destroy': { label: 'Delete roles', group: 'Roles' },
      'roles.permissions.update': { label: 'Change what roles may do', group: 'Roles' },
    },
    migrations: {
      '0001_users_and_access': usersAndAccess,
      '0008_sign_in_attempts': signInAttempts,
      '0009_access_changes': accessChanges,
      '0010_time_zones': timeZones,
      '0011_password_links': passwordLinks,
      '0016_session_ends': sessionEnds,
    },
    open: (context) => {
      const { mode, accessDb: db, config, secret, events, jobs, hooks, logger } = context;
      const onSignUp = (user: number) => sendAvatarJob(jobs, { user });
      const auth = createAuth({ db, config, secret, onSignUp, hooks, logger, passwords });
      // Jobs use the permissions at the time they run.
      const directory = userDirectory(db, { fields, ...(mode === 'work' && { milliseconds: 0 }) });
      const keys = apiKeyOwners(db, auth);
      const sessions = sessionReader(db, auth);
      const forgetAccess = () => {
        directory.forget();
        keys.forget();
        sessions.forget();
      };
      const stopWatching = events.onAccessChange(forgetAccess);
      const announceAccess = () => {
        forgetAccess();

        return events.settled();
      };
      const identify = createIdentify({ db, keys, sessions, isNotified: events.isListening });
      const authenticate = createAuthenticate({
        identify,
        users: directory,
        languages: config.languages,
        language: config.language,
        timeZone: config.tables.timeZone,
        endSession: (id) =>
          hooks.changing(db, null, (transaction, tell) => endSession(transaction, tell, id)),
      });

      return {
        provides: {
          auth,
          users: directory,
          identify,
          authenticate,
          readGrant: createReadGrant(directory, keys),
          forgetAccess,
          announceAccess,
        },
        close: async () => stopWatching(),
      };
    },
    routes: async (app, context) => {
      const { accessDb, config, db } = context;
      await app.register(authRoutes, { ...context, db: accessDb, baseUrl: config.baseUrl });
      await app.register(sessionRoutes, context);
      await app.register(passwordRoutes, { ...context, users: userDirectory(accessDb, { milliseconds: 0 }) });
      await app.register(coreRoutes, { ...context, fields });
      await app.register(apiKeyRoutes, context);
      await app.register(userAccessRoutes, context);
      await app.register(impersonationRoutes, context);
      await app.register(userRoutes, { ...context, fields });
      await app.register(roleRoutes, context);
      await app.register(roleChangeRoutes, context);
      await app.register(roleOptions, { prefix: '/api', db });
    },
    // The response waits, so that the next request sees the change in every process.
    hooks: { recordChange: { after: (_, { announceAccess }) => announceAccess() } },
    jobs: (context) => [accountMailJob(context)],
    commands: accountCommands,
    lifecycle: { ...usersLifecycle(roles), afterMigrate: (db) => checkColumns(db, fields) },
  });
}

/** The options of the role filter of the users table. */
async function roleOptions(app: FastifyInstance, { db }: { db: Kysely<Database> }): Promise<void> {
  optionsRoute(app, {
    path: '/roles/options',
    config: { name: 'roles.options' },
    tag: 'roles',
    summary: 'Roles whose label contains the query, by label.',
    id: 'integer',
    read: (pattern, limit) =>
      db
        .selectFrom('roles')
        .select(['id', 'label as name'])
        .where('label', 'ilike', pattern)
        .orderBy('label')
        .limit(limit)
        .execute(),
  });
}
