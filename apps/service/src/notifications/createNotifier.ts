import type { Kysely } from 'kysely';
import type { Database } from '../database/Database.ts';
import type { EventBus } from '../events/EventBus.ts';
import type { JobKind, Jobs } from '../jobs/Jobs.ts';
import { checkContent } from './checkContent.ts';
import type { MailJobData } from './createMailJob.ts';
import { type Channel, channels, type NotificationContent, type Notifier } from './Notifier.ts';
import { notificationTypes } from './notificationTypes.ts';
import { storedColumns, toStored } from './StoredNotification.ts';

export interface NotifierParts {
  readonly db: Kysely<Database>;
  readonly events: EventBus;
  readonly jobs: Jobs;
  /** The kind that delivers mail (createMailJob). */
  readonly mailJob: Pick<JobKind<MailJobData>, 'name' | 'queue'>;
}

/** Tells users by the channels that they want, each notification once. */
export function createNotifier({ db, events, jobs, mailJob }: NotifierParts): Notifier {
  return {
    notify: async (userId, content, { channels: wanted, mandatory = [], db: given = db }) => {
      const always = [...mandatory, ...(notificationTypes[content.type]?.mandatory ?? [])];
      const order = { userId, content: checkContent(content), wanted, always };
      const tell = (transaction: Kysely<Database>) => tellOnce(transaction, order);

      return given.isTransaction ? tell(given) : given.transaction().execute(tell);
    },
  };

  async function tellOnce(transaction: Kysely<Database>, order: Order): Promise<void> {
    const { userId, content } = order;
    // Locked, so that nobody deletes the user before the notification is there.
    const user = await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .forKeyShare()
      .executeTakeFirst();
    if (user === undefined) return;
    const used = await channelsInForce(transaction, order);
    const row = await transaction
      .insertInto('notifications')
      .values({
        user_id: userId,
        type: content.type,
        key: content.key,
        title: content.title,
        body: content.body,
        parameters: JSON.stringify(content.parameters ?? {}),
        link_path: content.link?.path ?? null,
        link_label: content.link?.label ?? null,
        in_list: used.has('database'),
        mail_status: used.has('mail') ? 'waiting' : null,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returning(storedColumns)
      .executeTakeFirst();
    if (row === undefined) return;
    const stored = toStored(row);
    if (used.has('mail')) await jobs.send(mailJob, { notification: stored.id }, { db: transaction });
    if (used.has('broadcast')) {
      await events.publish(userId, { event: 'notification', data: { ...stored } }, transaction);
    }
  }
}

interface Order {
  readonly userId: number;
  readonly content: NotificationContent;
  readonly wanted: readonly Channel[];
  /** Channels that the user cannot switch off. */
  readonly always: readonly Channel[];
}

async function channelsInForce(
  transaction: Kysely<Database>,
  { userId, content, wanted, always }: Order,
): Promise<ReadonlySet<Channel>> {
  const choice = await transaction
    .selectFrom('notification_preferences')
    .select(channels)
    .where('user_id', '=', userId)
    .where('type', '=', content.type)
    .executeTakeFirst();

  return new Set(
    channels.filter(
      (channel) =>
        always.includes(channel) || (wanted.includes(channel) && (choice === undefined || choice[channel])),
    ),
  );
}
