import { apiKey } from '@better-auth/api-key';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { createAccessControl } from 'better-auth/plugins/access';
import { admin } from 'better-auth/plugins/admin';
import { bearer } from 'better-auth/plugins/bearer';
import type { Kysely } from 'kysely';
import type { ServiceLogger } from '../../../base/ServiceLogger.ts';
import type { Config } from '../../../kernel/config/Config.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import { changesOf, type HookCalls, noHooks } from '../../../kernel/hooks/createHooks.ts';
import { passwordLength } from '../fieldLengths.ts';
import type { SignInEvent } from '../hookEvents.ts';
import { databaseFailures } from './databaseFailures.ts';
import { endImpersonatorSession, endSession } from './sessions.ts';

type AuthConfig = Pick<Config, 'baseUrl' | 'signUp'>;

interface AuthDependencies {
  readonly db: Kysely<Database>;
  readonly config: AuthConfig;
  readonly secret: string;
  /** Called after a sign-up; a failure is logged, and the sign-up continues. */
  readonly onSignUp: (userId: number) => Promise<void>;
  /** Defaults to none. */
  readonly hooks?: HookCalls;
  readonly logger: ServiceLogger;
  /** Defaults to the library's own. */
  readonly passwords?: PasswordHashing;
}

export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(parts: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

/** Sign-in with e-mail and password, sessions by cookie or bearer token, API keys, impersonation. */
export function createAuth({
  db,
  config,
  secret,
  onSignUp,
  hooks = noHooks,
  logger,
  passwords,
}: AuthDependencies) {
  return betterAuth({
    ...authTables,
    appName: 'Rowhouse',
    baseURL: new URL(config.baseUrl).origin,
    basePath: '/api/auth',
    secret,
    database: { db, type: 'postgres' as const },
    telemetry: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: !config.signUp,
      // A session would distinguish a new address from a known one.
      autoSignIn: false,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      ...(passwords && { password: passwords }),
    },
    // The service limits attempts itself, for all of its processes together (see ./attemptLimits.ts).
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'rowhouse',
      useSecureCookies: config.baseUrl.startsWith('https:'),
      // The service's own migrations create the tables; a test compares them with the library's schema.
      database: { generateId: 'serial', validateSchema: false },
      // The service refuses foreign origins itself, for all routes (see kernel/access/guard.ts); the library's
      // own check would also refuse clients that are not browsers.
      disableCSRFCheck: true,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
    databaseHooks: databaseHooks({ db, hooks, onSignUp, logger }),
    // Errors go to the service's own error handling; the library would print them on the console.
    onAPIError: { throw: true },
    logger: {
      level: 'warn',
      log: (level, message) => logger[level](message),
    },
    plugins: [
      databaseFailures,
      bearer(),
      admin({
        // Its own routes are not served (see authRoutes.ts); the service checks the permission to impersonate.
        adminRoles: [],
        defaultRole: 'user',
        roles: { user: createAccessControl({ user: ['impersonate'] }).newRole({ user: ['impersonate'] }) },
        impersonationSessionDuration: 3600,
        schema: adminSchema,
      }),
      apiKey({
        enableSessionForAPIKeys: false,
        defaultPrefix: 'rh_',
        rateLimit: { enabled: false },
        schema: apiKeySchema,
      }),
    ],
  });
}

export type Auth = ReturnType<typeof createAuth>;

/** Passes the address of the client to the stored session. */
export const clientAddressHeader = 'x-rowhouse-client-address';

/** Hooks of the creation of users, and of the start and end of sessions. */
function databaseHooks({
  db,
  hooks,
  onSignUp,
  logger,
}: Pick<AuthDependencies, 'db' | 'onSignUp' | 'logger'> & {
  readonly hooks: HookCalls;
}): BetterAuthOptions['databaseHooks'] {
  return {
    user: {
      create: {
        // The library creates users on its own connection, so a refused user is removed. The response is the same as for
        // others (see authRoutes.ts), so that it does not distinguish a new address from a known one.
        after: async ({ id, name, email }) => {
          const changes = changesOf({}, { name, email });
          try {
            await hooks.changing(db, null, (_, tell) =>
              tell({ kind: 'users', id: Number(id), action: 'created', changes }),
            );
          } catch (error) {
            await db.deleteFrom('users').where('id', '=', Number(id)).execute();
            logger.info(`A sign-up was refused: ${(error as Error).message}`);
            throw new APIError('FORBIDDEN', { message: (error as Error).message });
          }
          await onSignUp(Number(id)).catch((error: Error) =>
            logger.warn(`After the sign-up of user ${id}: ${error.message}`),
          );
        },
      },
    },
    session: {
      create: {
        before: async (session, context) => {
          const user = await db
            .selectFrom('users')
            .select('is_active')
            .where('id', '=', Number(session.userId))
            .executeTakeFirst();
          if (user !== undefined && !user.is_active) throw inactive();
          const event = signInOf(session, context?.path);
          if (event !== null) await hooks.before('signIn', event);
        },
        after: async (session, context) => {
          const event = signInOf(session, context?.path);
          if (event !== null) await hooks.after('signIn', event);
        },
      },
      delete: {
        // Modules cannot refuse the end of a session: better-auth ignores the result.
        before: async (session, context) => {
          const id = Number(session.id);
          const isExpired = new Date(session.expiresAt).getTime() <= Date.now();
          const by = isExpired
            ? null
            : { id: Number(session.userId), impersonatedBy: impersonatorOf(session) };
          try {
            await hooks.changing(db, by, async (transaction, tell) => {
              if (context?.path === '/sign-out') await endImpersonatorSession(transaction, tell, id);
              await endSession(transaction, tell, id);
            });
          } catch (error) {
            logger.warn(`At the end of session ${id}: ${(error as Error).message}`);
          }
        },
      },
    },
  };
}

/** Null for a session that replaces another, for example after a change of the password. */
function signInOf(session: Readonly<Record<string, unknown>>, path: string | undefined): SignInEvent | null {
  const impersonatedBy = impersonatorOf(session);
  if (impersonatedBy === null && path !== '/sign-in/email') return null;

  return {
    userId: Number(session.userId),
    way: impersonatedBy === null ? 'password' : 'impersonation',
    impersonatedBy,
    ipAddress: typeof session.ipAddress === 'string' ? session.ipAddress : null,
    userAgent: typeof session.userAgent === 'string' ? session.userAgent : null,
  };
}

function impersonatorOf({ impersonatedBy }: Readonly<Record<string, unknown>>): number | null {
  return impersonatedBy == null ? null : Number(impersonatedBy);
}

function inactive(): APIError {
  return new APIError('FORBIDDEN', {
    code: 'INACTIVE_USER',
    message: 'This account is not active. Ask an administrator to activate it.',
  });
}

/** The table and column names of better-auth's models. */
const authTables = {
  user: {
    modelName: 'users',
    fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
  session: {
    modelName: 'sessions',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
    // Seconds after which use extends the session.
    updateAge: 3600,
    // A signed cookie would be accepted after the session has ended; the service caches sessions itself (see ../access/identify.ts).
    cookieCache: { enabled: false },
  },
  account: {
    modelName: 'accounts',
    fields: {
      accountId: 'account_id',
      providerId: 'provider_id',
      userId: 'user_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  verification: {
    modelName: 'verifications',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
} as const;

/** Columns of the admin plugin. */
const adminSchema = {
  user: { fields: { role: 'auth_role', banReason: 'ban_reason', banExpires: 'ban_expires' } },
  session: { fields: { impersonatedBy: 'impersonated_by' } },
} as const;

/** Table of the API-key plugin. */
const apiKeySchema = {
  apikey: {
    modelName: 'api_keys',
    fields: {
      configId: 'config_id',
      referenceId: 'reference_id',
      refillInterval: 'refill_interval',
      refillAmount: 'refill_amount',
      lastRefillAt: 'last_refill_at',
      rateLimitEnabled: 'rate_limit_enabled',
      rateLimitTimeWindow: 'rate_limit_time_window',
      rateLimitMax: 'rate_limit_max',
      requestCount: 'request_count',
      lastRequest: 'last_request',
      expiresAt: 'expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
} as const;
