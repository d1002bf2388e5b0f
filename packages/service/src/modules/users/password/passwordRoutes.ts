import { say } from '@rowhouse/problems';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { ServiceError } from '../../../base/errors.ts';
import { languageOf } from '../../../kernel/access/accessChecks.ts';
import { refuseForeignOrigin } from '../../../kernel/access/guard.ts';
import type { Config } from '../../../kernel/config/Config.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import type { HookCalls } from '../../../kernel/hooks/createHooks.ts';
import type { Jobs } from '../../../kernel/jobs/Jobs.ts';
import {
  type LinkRequest,
  type LinkToken,
  linkRequest,
  linkToken,
  type PasswordLink,
  type PasswordReset,
  passwordLink,
  passwordReset,
  type SignInOptions,
  signInOptions,
} from '../access/messages.ts';
import { accountKey, addressKey, attemptLimits, type CountedAttempt } from '../auth/attemptLimits.ts';
import type { Auth } from '../auth/createAuth.ts';
import { normalEmail } from '../email.ts';
import { type AccountMailData, accountMailKind, sendsMail } from './accountMailJob.ts';
import { acceptLink, findLink, type PasswordLinkDependencies } from './passwordLinks.ts';

const minute = 60;

/** Every request for a link counts, whether or not the account exists. */
function requestAttempts(ip: string, email: string): CountedAttempt[] {
  const address = addressKey(ip);
  const account = accountKey(email);

  return [
    { key: `reset:${address}`, limit: { max: 10, seconds: 15 * minute }, scopeText: say`from your address` },
    {
      key: `reset:${account}:${address}`,
      limit: { max: 3, seconds: 15 * minute },
      scopeText: say`for this account from your address`,
    },
    {
      key: `reset:${account}`,
      limit: { max: 10, seconds: 60 * minute },
      // Others can neither lock out the owner nor fill the mailbox.
      thenEvery: 5 * minute,
      scopeText: say`for this account`,
    },
  ];
}

/** Only invalid links count. */
function linkAttempts(ip: string): CountedAttempt[] {
  return [
    { key: `link:${addressKey(ip)}`, limit: { max: 10, seconds: minute }, scopeText: say`from your address` },
  ];
}

export interface PasswordRoutesOptions {
  readonly db: Kysely<Database>;
  readonly users: PasswordLinkDependencies['users'];
  readonly auth: Auth;
  readonly jobs: Jobs;
  readonly hooks: HookCalls;
  readonly config: Pick<Config, 'baseUrl' | 'language' | 'languages' | 'mail' | 'signUp' | 'tables'>;
  readonly forgetAccess: () => void;
}

const tags = ['sign-in'];
const done = Type.Object({ status: Type.Boolean() });

/** Setting a password with the link of a reset or an invitation. It does not sign the user in. */
export const passwordRoutes = fastifyPlugin<PasswordRoutesOptions>(
  async (app, { db, users, auth, jobs, hooks, config, forgetAccess }) => {
    const limits = attemptLimits(db);
    const isOffered = sendsMail(config);
    const send = (data: AccountMailData) => jobs.send(accountMailKind(config), data);

    app.get<{ Reply: SignInOptions }>(
      '/api/auth/options',
      {
        config: { access: 'public' },
        schema: {
          tags,
          summary: 'The features available without signing in.',
          response: { 200: signInOptions },
        },
      },
      () => ({ passwordReset: isOffered, signUp: config.signUp }),
    );

    app.post<{ Body: LinkRequest }>(
      '/api/auth/request-password-reset',
      {
        config: { access: 'public' },
        onRequest: async (request) => refuseForeignOrigin(request, config.baseUrl),
        schema: {
          tags,
          summary: 'Request a link by mail, with which a new password can be chosen.',
          description:
            'The response is the same whether or not there is an active account with that address. The link is valid for ' +
            '30 minutes and one use, and invalidates links sent before.',
          body: linkRequest,
          response: { 200: done },
        },
      },
      async (request) => {
        if (!isOffered) {
          throw new ServiceError(
            'service.conflict',
            'This service sends no mail, so it cannot send a link. Ask an administrator for a new password.',
          );
        }
        const email = normalEmail(request.body.email);
        await limits.count(requestAttempts(request.ip, email));
        const requestedAt = new Date().toISOString();
        await send({ about: 'reset', email, language: languageOf(request, config), requestedAt });

        return { status: true };
      },
    );

    addLinkRoutes(app, { db, users, auth, hooks, config, forgetAccess, limits, send });
  },
  { name: 'password-routes', dependencies: ['guard'] },
);

interface LinkRouteDependencies
  extends Pick<PasswordRoutesOptions, 'db' | 'users' | 'auth' | 'hooks' | 'config' | 'forgetAccess'> {
  readonly limits: ReturnType<typeof attemptLimits>;
  readonly send: (data: AccountMailData) => Promise<unknown>;
}

/** Routes of the page that a link opens. */
function addLinkRoutes(
  app: FastifyInstance,
  { db, users, auth, hooks, config, forgetAccess, limits, send }: LinkRouteDependencies,
): void {
  const parts = { db, users };

  app.post<{ Body: LinkToken; Reply: PasswordLink }>(
    '/api/auth/password-link',
    {
      config: { access: 'public' },
      onRequest: async (request) => refuseForeignOrigin(request, config.baseUrl),
      // The response contains personal data next to input of the client.
      compress: false,
      schema: {
        tags,
        summary: 'The user whose password a link sets. Does not use up the link.',
        body: linkToken,
        response: { 200: passwordLink },
      },
    },
    async ({ ip, body }) => {
      const attempt = await limits.count(linkAttempts(ip));
      const link = await findLink(parts, body.token);
      if (link === null) throw invalid();
      await attempt.succeeded();
      const { name, email } = link.user;

      return { purpose: link.purpose, name, email };
    },
  );

  app.post<{ Body: PasswordReset }>(
    '/api/auth/reset-password',
    {
      config: { access: 'public' },
      onRequest: async (request) => refuseForeignOrigin(request, config.baseUrl),
      schema: {
        tags,
        summary: 'Set a password with a link. A link works once.',
        description:
          'All sessions of the user end, and none is started: sign in afterwards. API keys still work. A link that is ' +
          'unknown, used, replaced or older than 30 minutes is refused with 410.',
        body: passwordReset,
        response: { 200: done },
      },
    },
    async (request) => {
      const { ip, body } = request;
      const attempt = await limits.count(linkAttempts(ip));
      // Hashing is slow by design, so the link is checked first.
      if ((await findLink(parts, body.token)) === null) throw invalid();
      const hash = await (await auth.$context).password.hash(body.newPassword);
      const link = await acceptLink({ ...parts, hooks }, { token: body.token, hash });
      if (link === null) throw invalid();
      await attempt.succeeded();
      forgetAccess();
      request.log.info({ user: link.user.id, purpose: link.purpose }, 'Password chosen by a link');
      if (link.purpose === 'reset') await send({ about: 'changed', user: link.user.id });

      return { status: true };
    },
  );
}

function invalid(): ServiceError {
  return new ServiceError(
    'service.password_link_invalid',
    'The link has expired after 30 minutes, was used, or was replaced by a newer one. Request a new link.',
  );
}
