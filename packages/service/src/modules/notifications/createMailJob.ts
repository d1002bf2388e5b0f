import { configInLocale } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import type { ServiceLogger } from '../../base/ServiceLogger.ts';
import { chooseLanguage, timeZoneOf } from '../../kernel/access/locale.ts';
import type { Config } from '../../kernel/config/Config.ts';
import type { Database } from '../../kernel/database/Database.ts';
import type { EventBus } from '../../kernel/events/EventBus.ts';
import { defineServiceJob, type JobKind, type JobType } from '../../kernel/jobs/Jobs.ts';
import type { Translate } from '../../kernel/language/translate.ts';
import { letter } from '../../kernel/mail/letter.ts';
import { type Mail, MailError, type Mailer } from '../../kernel/mail/Mailer.ts';
import type { StoredMailReason } from './mailReasons.ts';
import type { Notification } from './messages.ts';
import { presentNotification, storedColumns, toStored } from './StoredNotification.ts';

interface MailJobDependencies {
  readonly db: Kysely<Database>;
  readonly events: EventBus;
  readonly mailer: Mailer;
  readonly config: Pick<Config, 'baseUrl' | 'language' | 'languages' | 'tables'>;
  readonly translate: Translate;
  readonly logger: Pick<ServiceLogger, 'info' | 'warn'>;
}

/** Sends the mail of a notification, and records the result. */
export function createMailJob({
  db,
  events,
  mailer,
  config,
  translate,
  logger,
}: MailJobDependencies): JobKind<MailJobData> {
  return mailJobAddress(config).handledBy({
    run: async ({ notification: id }, job) => {
      const found = await find(db, id);
      // Deleted with its user, or already finished by an attempt whose end was not recorded.
      if (found === undefined || found.mail_status !== 'waiting') return;
      if (!found.is_active) return fail(id, 'inactive');
      const language = chooseLanguage(config.languages, config.language, found.language, undefined);
      const { timeZone, datetimeFormat } = configInLocale(config.tables, language);
      const zones = { timeZone: found.time_zone, browserTimeZone: found.browser_time_zone };
      const reader = { language, timeZone: timeZoneOf(zones, timeZone), datetimeFormat, translate };
      const notification = presentNotification(toStored(found), reader);
      const recipient = { name: found.user_name, address: found.email };
      try {
        await mailer.send(
          notificationMail(notification, { recipient, language, translate, config }),
          job.signal,
        );
      } catch (error) {
        if (!(error instanceof MailError)) throw error;
        if (error.isPermanent) {
          logger.warn(`The mail of notification ${id} was refused: ${error.message}`);

          return fail(id, error.reason);
        }
        await setWaiting(id, error.reason);
        throw error;
      }
      await db
        .updateTable('notifications')
        .set({ mail_status: 'sent', mail_reason: null })
        .where('id', '=', `${id}`)
        .execute();
    },
    failed: async ({ notification: id }) => {
      const found = await find(db, id);
      if (found?.mail_status !== 'waiting') return;
      await fail(id, found.mail_reason ?? 'deferred');
    },
  });

  async function setWaiting(id: number, reason: StoredMailReason): Promise<void> {
    await db.updateTable('notifications').set({ mail_reason: reason }).where('id', '=', `${id}`).execute();
  }

  /** Ends the delivery. The notification is then in the list, even if the user has switched the list off. */
  async function fail(id: number, reason: StoredMailReason): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('notifications')
        .set({
          mail_status: 'failed',
          mail_reason: reason,
          // Read and not in the list: removed by its user.
          in_list: sql<boolean>`in_list or read_at is null`,
        })
        .where('id', '=', `${id}`)
        .where('mail_status', '=', 'waiting')
        .returning([...storedColumns, 'user_id', 'in_list'])
        .executeTakeFirst();
      if (!row?.in_list) return;
      await events.publish(row.user_id, { event: 'notification', data: { ...toStored(row) } }, transaction);
    });
  }
}

function find(db: Kysely<Database>, id: number) {
  return db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select([
      ...storedColumns,
      'users.name as user_name',
      'users.email',
      'users.language',
      'users.time_zone',
      'users.browser_time_zone',
      'users.is_active',
    ])
    .where('notifications.id', '=', `${id}`)
    .executeTakeFirst();
}

interface MailContext {
  readonly recipient: Mail['to'];
  readonly language: string;
  readonly config: Pick<Config, 'baseUrl'>;
  readonly translate: Translate;
}

/** The e-mail of a translated notification. Its link is absolute. */
function notificationMail(
  { id, title, body, link, createdAt }: Notification,
  { recipient, language, translate, config: { baseUrl } }: MailContext,
): Mail {
  return letter(
    {
      // The same for each attempt, and different from that of other services.
      id: `notification-${id}-${Date.parse(createdAt)}`,
      createdAt: new Date(createdAt),
      title,
      body,
      link: link && { address: `${baseUrl}${link.path}`, label: link.label },
    },
    { recipient, language, translate, baseUrl },
  );
}

export interface MailJobData {
  /** Id of the notification. */
  readonly notification: number;
}

export function mailJobAddress({ tables }: Pick<Config, 'tables'>): JobType<MailJobData> {
  return defineServiceJob({ name: 'notification.mail', queue: tables.queues.notifications });
}
