import type { EnglishText } from '@rowhouse/problems';
import type { Kysely } from 'kysely';
import { ServiceError } from '../../../base/errors.ts';
import type { ServiceLogger } from '../../../base/ServiceLogger.ts';
import { chooseLanguage } from '../../../kernel/access/locale.ts';
import type { UserDirectory } from '../../../kernel/access/User.ts';
import type { Config } from '../../../kernel/config/Config.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import type { HookCalls } from '../../../kernel/hooks/createHooks.ts';
import { defineServiceJob, type JobKind, type JobType } from '../../../kernel/jobs/Jobs.ts';
import type { Translate } from '../../../kernel/language/translate.ts';
import { type LetterContent, letter } from '../../../kernel/mail/letter.ts';
import { type Mail, MailError, type Mailer } from '../../../kernel/mail/Mailer.ts';
import { createLink, deleteLink, linkMinutes, mayInvite } from './passwordLinks.ts';

/**
 * A mail about a password. A job finds the account, so that neither the response nor its duration shows whether it exists.
 * Each attempt creates its link, so that no queue contains one.
 */
export type AccountMailData =
  | {
      readonly about: 'reset';
      readonly email: string;
      /** The language of the browser, for users without one. */
      readonly language: string;
      /** ISO 8601. */
      readonly requestedAt: string;
    }
  | { readonly about: 'invitation'; readonly user: number; readonly invitedBy: number }
  | { readonly about: 'changed'; readonly user: number };

interface AccountMailDependencies {
  readonly db: Kysely<Database>;
  /** Without a cache. */
  readonly users: UserDirectory;
  readonly mailer: Mailer;
  readonly config: Pick<Config, 'baseUrl' | 'language' | 'languages' | 'tables'>;
  readonly translate: Translate;
  readonly hooks: HookCalls;
  readonly logger: Pick<ServiceLogger, 'info' | 'warn'>;
}

export function accountMailKind(config: Pick<Config, 'tables'>): JobType<AccountMailData> {
  return defineServiceJob({ name: 'account.mail', queue: config.tables.queues.notifications });
}

export function accountMailJob(dependencies: AccountMailDependencies): JobKind<AccountMailData> {
  const { db, mailer, config, translate, logger } = dependencies;

  return accountMailKind(config).handledBy({
    run: async (data, job) => {
      const prepared = await prepare(dependencies, data).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
        // A module refused the link; a retry would not help.
        logger.warn(`No mail about a password was sent: ${error.message}`);

        return null;
      });
      if (prepared === null) return;
      const { recipient, mail } = prepared;
      const letter = accountMail(mail, {
        id: `account-${job.id}-${job.attempt}`,
        recipient: { name: recipient.name, address: recipient.email },
        language: recipient.language,
        translate,
        baseUrl: config.baseUrl,
      });
      try {
        await mailer.send(letter, job.signal);
      } catch (error) {
        if ('token' in mail) await deleteLink(db, mail.token);
        if (!(error instanceof MailError && error.isPermanent)) throw error;
        logger.warn(`The mail about the password of user ${recipient.id} was refused: ${error.message}`);
      }
    },
  });
}

interface Recipient {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly language: string;
}

/** Null if there is nothing to send. */
async function prepare(
  { db, users, config, hooks }: AccountMailDependencies,
  data: AccountMailData,
): Promise<{ recipient: Recipient; mail: AccountMailAbout } | null> {
  const browser = data.about === 'reset' ? data.language : config.language;
  const found = await findUser(db, data);
  if (found === undefined) return null;
  const { invited_at: invitedAt, ...user } = found;
  const language = chooseLanguage(config.languages, browser, user.language, undefined);
  const recipient = { ...user, language };
  const isInvited = invitedAt !== null;
  switch (data.about) {
    case 'reset': {
      const age = Date.now() - Date.parse(data.requestedAt);
      // An invited user has no password yet, and the invitation depends on the permissions of its sender.
      if (isInvited || age > linkMinutes * 60_000) return null;
      const link = { ...linkTo(user), purpose: 'reset', invitedBy: null } as const;
      const token = await createLink({ db, hooks }, link);

      return { recipient, mail: { about: 'reset', token } };
    }
    case 'invitation': {
      const [inviter, invited] = await Promise.all([users.find(data.invitedBy), users.find(user.id)]);
      if (!isInvited || inviter === null || invited === null) return null;
      if (!mayInvite(inviter, { ...invited.role, permissions: invited.permissions })) return null;
      const link = { ...linkTo(user), purpose: 'invitation', invitedBy: inviter.id } as const;

      return {
        recipient,
        mail: { about: 'invitation', token: await createLink({ db, hooks }, link), inviter: inviter.name },
      };
    }
    case 'changed':
      return { recipient, mail: { about: 'changed' } };
  }
}

function linkTo({ id, email }: { readonly id: number; readonly email: string }) {
  return { user: id, email };
}

/** Active users only. */
function findUser(db: Kysely<Database>, data: AccountMailData) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'language', 'invited_at'])
    .$if(data.about === 'reset', (query) => query.where('email', '=', (data as { email: string }).email))
    .$if(data.about !== 'reset', (query) => query.where('id', '=', (data as { user: number }).user))
    .where('is_active', '=', true)
    .executeTakeFirst();
}

type AccountMailAbout =
  | { readonly about: 'reset'; readonly token: string }
  | { readonly about: 'invitation'; readonly token: string; readonly inviter: string }
  | { readonly about: 'changed' };

interface AccountMailContext {
  readonly id: string;
  readonly recipient: Mail['to'];
  readonly language: string;
  readonly translate: Translate;
  /** The configured address of the service, not the `Host` of a request. */
  readonly baseUrl: string;
}

function accountMail(mail: AccountMailAbout, context: AccountMailContext): Mail {
  const { id, ...rest } = context;

  return letter({ id, createdAt: new Date(), ...contentOf(mail, context) }, rest);
}

function contentOf(
  mail: AccountMailAbout,
  { language, translate, baseUrl }: AccountMailContext,
): Pick<LetterContent, 'title' | 'body' | 'link'> {
  const say = (text: EnglishText, parameters?: Record<string, string | number>) =>
    translate(language, text, parameters);
  switch (mail.about) {
    case 'reset':
      return {
        title: say('Choose a new password'),
        body: say(
          'A new password was requested for your account. Choose it within {minutes} minutes; the link works once.\nIf you did not request this, ignore this e-mail: your password does not change.',
          { minutes: linkMinutes },
        ),
        link: { address: linkOf(baseUrl, mail.token), label: say('Choose a password') },
      };
    case 'invitation':
      return {
        title: say('{name} invites you to Rowhouse', { name: mail.inviter }),
        body: say(
          'An account was created for you. Choose its password within {minutes} minutes; the link works once. If it has expired, request another invitation.',
          { minutes: linkMinutes },
        ),
        link: { address: linkOf(baseUrl, mail.token), label: say('Choose a password') },
      };
    case 'changed':
      return {
        title: say('Your password was changed'),
        body: say(
          'It was changed by a link that was sent to this address, and you were signed out everywhere. Your API keys still work.\nIf this was not you, contact an administrator.',
        ),
        link: null,
      };
  }
}

/** The part after # is not sent to servers, so that logs, the Referer and mail scanners do not get the token. */
function linkOf(baseUrl: string, token: string): string {
  return `${baseUrl}/set-password#${token}`;
}

/** Whether the service has a mail server. Without one, mails become files. */
export function sendsMail({ mail }: Pick<Config, 'mail'>): boolean {
  return mail.smtp !== null;
}
