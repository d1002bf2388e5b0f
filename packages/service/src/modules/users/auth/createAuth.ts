import { AsyncLocalStorage } from 'node:async_hooks';
import { apiKey } from '@better-auth/api-key';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { createAccessControl } from 'better-auth/plugins/access';
import { admin } from 'better-auth/plugins/admin';
import { bearer } from 'better-auth/plugins/bearer';
import type { Kysely } from 'kysely';
import type { Config } from '../../../kernel/config/Config.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import { isDatabaseAway } from '../../../kernel/database/isDatabaseAway.ts';
import { whyDatabaseBusy } from '../../../kernel/database/whyDatabaseBusy.ts';
import { changesOf, type HookCalls, noHooks } from '../../../kernel/hooks/createHooks.ts';
import type { SignInEvent } from '../../../kernel/hooks/Hooks.ts';
import { passwordLength } from './passwordLength.ts';
import { endImpersonatorSession, endSession } from './sessions.ts';

type AuthConfig = Pick<Config, 'baseUrl' | 'signUp'>;

interface AuthParts {
  readonly db: Kysely<Database>;
  readonly config: AuthConfig;
  readonly secret: string;
  /** Told of users who have signed up; a failure is logged, and the sign-up goes on. */
  readonly onSignUp: (userId: number) => Promise<void>;
  /** None by default. */
  readonly hooks?: HookCalls;
  readonly log: (level: 'debug' | 'info' | 'warn' | 'error', message: string) => void;
}

/**
 * Sign-in: e-mail and password, sessions by cookie or bearer token, API keys, impersonation. Who may do what is
 * not decided here but by the permissions of the service (see ../access).
 */
export function createAuth({ db, config, secret, onSignUp, hooks = noHooks, log }: AuthParts) {
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
      // A session would tell a new address from one that is known.
      autoSignIn: false,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
    },
    // The service limits attempts itself, for all of its processes together (see ./attemptLimits.ts).
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'rowhouse',
      useSecureCookies: config.baseUrl.startsWith('https:'),
      // The tables come from the service's own migrations, which a test holds against what the library wants.
      database: { generateId: 'serial', validateSchema: false },
      // The service refuses foreign origins itself, for all of its routes (see ../access/refuseForeignOrigin.ts); the
      // library's own check would also turn away clients that are no browsers.
      disableCSRFCheck: true,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
    databaseHooks: {
      user: {
        create: {
          // The library makes users by a connection of its own: one that is refused is removed. The response is the same as
          // for others (see ./authRoutes.ts): it would tell a new address from one that is known.
          after: async ({ id, name, email }) => {
            const changes = changesOf({}, { name, email });
            try {
              await hooks.changing(db, null, (_, tell) =>
                tell({ kind: 'users', id: Number(id), action: 'created', changes }),
              );
            } catch (error) {
              await db.deleteFrom('users').where('id', '=', Number(id)).execute();
              log('info', `A sign-up was refused: ${(error as Error).message}`);
              throw new APIError('FORBIDDEN', { message: (error as Error).message });
            }
            await onSignUp(Number(id)).catch((error: Error) =>
              log('warn', `After the sign-up of user ${id}: ${error.message}`),
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
          // A sign-out, a changed password or an expired session cannot be refused: better-auth ignores what is returned.
          before: async (session, context) => {
            const id = Number(session.id);
            const isOver = new Date(session.expiresAt).getTime() <= Date.now();
            const by = isOver
              ? null
              : { id: Number(session.userId), impersonatedBy: impersonatorOf(session) };
            try {
              await hooks.changing(db, by, async (transaction, tell) => {
                if (context?.path === '/sign-out') await endImpersonatorSession(transaction, tell, id);
                await endSession(transaction, tell, id);
              });
            } catch (error) {
              log('warn', `At the end of session ${id}: ${(error as Error).message}`);
            }
          },
        },
      },
    },
    // Errors go to the service's own error handling; the library would print them on the console.
    onAPIError: { throw: true },
    logger: {
      level: 'warn',
      log: (level, message, ...details) => {
        noteFailure(details);
        log(level, message);
      },
    },
    plugins: [
      bearer(),
      admin({
        // Its own routes are not reachable (see ./authRoutes.ts); permission to impersonate is the service's affair.
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

/** Carries the client's address, as the HTTP server knows it, to what is kept of sessions. */
export const clientAddressHeader = 'x-rowhouse-client-address';

/** Null for a session that takes the place of another, as after a change of the password. */
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

const running = new AsyncLocalStorage<{ failure: Error | null }>();

/**
 * Runs something of the sign-in library. The library gives a failure of the database to its log, and then ends with a
 * bare internal error, as if the credentials were wrong, or as if a session had been removed. The failure itself is
 * thrown instead, and so becomes a 503.
 */
export async function orDatabaseError<Result>(run: () => Promise<Result>): Promise<Result> {
  const noted: { failure: Error | null } = { failure: null };
  const result = await running.run(noted, run).catch((error: unknown) => {
    throw noted.failure ?? error;
  });
  if (noted.failure !== null) throw noted.failure;

  return result;
}

/** Called by the library's log, in the course of what `orDatabaseError` runs. */
function noteFailure(details: readonly unknown[]): void {
  const noted = running.getStore();
  const failure = details.find((detail) => isDatabaseAway(detail) || whyDatabaseBusy(detail) !== null);
  if (noted !== undefined && failure instanceof Error) noted.failure = failure;
}

/** better-auth's models under the table and column names of this service. */
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
    // Seconds after which use of it is noted, and it lives on from then.
    updateAge: 3600,
    // Seconds for which the signed cookie is believed without asking the database; a sign-out elsewhere takes as long.
    cookieCache: { enabled: true, maxAge: 60 },
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
