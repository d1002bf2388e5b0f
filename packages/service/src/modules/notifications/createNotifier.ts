import type { Kysely } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';
import type { EventBus } from '../../kernel/events/EventBus.ts';
import type { Jobs, JobType } from '../../kernel/jobs/Jobs.ts';
import { cleanParameters, cleanText } from '../../kernel/language/translate.ts';
import {
  type Channel,
  channels,
  type NotificationContent,
  type NotificationTypes,
  type Notifier,
  type NotifyOptions,
} from '../../kernel/module/Notifier.ts';
import type { MailJobData } from './createMailJob.ts';
import { type StoredNotification, storedColumns, toStored } from './StoredNotification.ts';

interface NotifierDependencies {
  readonly notificationTypes: NotificationTypes;
  readonly db: Kysely<Database>;
  readonly events: EventBus;
  readonly jobs: Jobs;
  /** Delivers the mail: mailJobAddress. */
  readonly mailJob: JobType<MailJobData>;
}

/** Notifies users by their chosen channels, once per key. */
export function createNotifier({
  notificationTypes,
  db,
  events,
  jobs,
  mailJob,
}: NotifierDependencies): Notifier {
  return {
    notify: (userId, content, options) => send(userId, content, options, insert),
    revise: (userId, content, options) => send(userId, content, options, replace),
  };

  async function send(
    userId: number,
    content: NotificationContent,
    { channels: requested, mandatory = [], db: given = db }: NotifyOptions,
    write: (transaction: Kysely<Database>, delivery: Delivery) => Promise<unknown>,
  ): Promise<void> {
    const always = [...mandatory, ...(notificationTypes[content.type]?.mandatory ?? [])];
    const delivery = { userId, content: checkContent(content, notificationTypes), requested, always };
    const run = async (transaction: Kysely<Database>) => {
      if (await lockUser(transaction, userId)) await write(transaction, delivery);
    };

    return given.isTransaction ? run(given) : given.transaction().execute(run);
  }

  /** False if the user has a notification of that key. */
  async function insert(transaction: Kysely<Database>, delivery: Delivery): Promise<boolean> {
    const { userId, content } = delivery;
    const used = await effectiveChannels(transaction, delivery);
    const row = await transaction
      .insertInto('notifications')
      .values({
        ...textColumns(content),
        user_id: userId,
        type: content.type,
        key: content.key,
        in_list: used.has('database'),
        mail_status: used.has('mail') ? 'waiting' : null,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returning(storedColumns)
      .executeTakeFirst();
    if (row === undefined) return false;
    const stored = toStored(row);
    if (used.has('mail')) await jobs.send(mailJob, { notification: stored.id }, { db: transaction });
    if (used.has('broadcast')) {
      await events.publish(userId, { event: 'notification', data: { ...stored } }, transaction);
    }

    return true;
  }

  async function replace(transaction: Kysely<Database>, delivery: Delivery): Promise<void> {
    const { userId, content } = delivery;
    const existing = await transaction
      .selectFrom('notifications')
      .select(['id', 'in_list', 'mail_status'])
      .where('user_id', '=', userId)
      .where('key', '=', content.key)
      .forUpdate()
      .executeTakeFirst();
    if (existing === undefined) {
      // Another process may have inserted it in the meantime.
      if (!(await insert(transaction, delivery))) await replace(transaction, delivery);

      return;
    }
    const used = await effectiveChannels(transaction, delivery);
    const isMailed = used.has('mail') && existing.mail_status === null;
    await transaction
      .updateTable('notifications')
      .set({ ...textColumns(content), ...(isMailed && { mail_status: 'waiting' as const }) })
      .where('id', '=', existing.id)
      .execute();
    if (isMailed) await jobs.send(mailJob, { notification: Number(existing.id) }, { db: transaction });
    // Pages reload their list, and do not show the notification again.
    if (existing.in_list) {
      await events.publish(userId, { event: 'notification', data: { id: Number(existing.id) } }, transaction);
    }
  }
}

function textColumns({ title, body, parameters, link }: CleanContent) {
  return {
    title,
    body,
    parameters: JSON.stringify(parameters),
    link_path: link?.path ?? null,
    link_label: link?.label ?? null,
  };
}

/** Prevents the deletion of the user until the transaction ends; false if the user does not exist. */
async function lockUser(transaction: Kysely<Database>, userId: number): Promise<boolean> {
  const user = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forKeyShare()
    .executeTakeFirst();

  return user !== undefined;
}

/** The content as it is stored. */
interface CleanContent extends Pick<StoredNotification, 'type' | 'title' | 'body' | 'parameters' | 'link'> {
  readonly key: string;
}

interface Delivery {
  readonly userId: number;
  readonly content: CleanContent;
  readonly requested: readonly Channel[];
  /** Channels that the user cannot switch off. */
  readonly always: readonly Channel[];
}

async function effectiveChannels(
  transaction: Kysely<Database>,
  { userId, content, requested, always }: Delivery,
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
        always.includes(channel) ||
        (requested.includes(channel) && (choice === undefined || choice[channel])),
    ),
  );
}

/** Maximum lengths, in characters. */
const maxLength = { key: 200, title: 300, body: 4_000, label: 100, path: 2_000 };

/**
 * The content without characters that the database refuses, and with long texts cut. Throws on errors of the
 * calling code: an unknown type, a key that is too long, a link outside the service.
 */
function checkContent(content: NotificationContent, types: NotificationTypes): CleanContent {
  const { type, key, link } = content;
  if (!Object.hasOwn(types, type)) {
    const known = Object.keys(types).join(', ');
    throw new Error(
      `The notification type "${type}" is not declared. Add it to the notifications of your module, or use ${known}.`,
    );
  }
  if (key === '' || key.length > maxLength.key) {
    throw new Error(
      `The key of a notification must have 1 to ${maxLength.key} characters, and has ${key.length}.`,
    );
  }
  if (link !== undefined && !(/^\/(?![/\\])[!-~]*$/.test(link.path) && link.path.length <= maxLength.path)) {
    throw new Error(
      `The link of a notification must be a path of the service, such as /orders, not "${link.path.slice(0, 200)}".`,
    );
  }

  return {
    type,
    key,
    title: cleanText(content.title, { most: maxLength.title }),
    body: cleanText(content.body, { most: maxLength.body, lines: true }),
    parameters: cleanParameters(content.parameters ?? {}),
    link: link ? { path: link.path, label: cleanText(link.label, { most: maxLength.label }) } : null,
  };
}
