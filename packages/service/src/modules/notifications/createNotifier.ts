import type { Kysely } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';
import type { EventBus } from '../../kernel/events/EventBus.ts';
import type { Jobs, JobType } from '../../kernel/jobs/Jobs.ts';
import { cleanText } from '../../kernel/language/cleanText.ts';
import type { TextParameters } from '../../kernel/language/moments.ts';
import {
  type Channel,
  channels,
  type NotificationContent,
  type NotificationTypes,
  type Notifier,
  type NotifyOptions,
} from '../../kernel/Notifier.ts';
import type { MailJobData } from './createMailJob.ts';
import { storedColumns, toStored } from './StoredNotification.ts';

interface NotifierParts {
  readonly notificationTypes: NotificationTypes;
  readonly db: Kysely<Database>;
  readonly events: EventBus;
  readonly jobs: Jobs;
  /** The kind that delivers mail: mailJobAddress. */
  readonly mailJob: JobType<MailJobData>;
}

/** Tells users by the channels that they want, each notification once. */
export function createNotifier({ notificationTypes, db, events, jobs, mailJob }: NotifierParts): Notifier {
  return {
    notify: (userId, content, options) => tell(userId, content, options, insert),
    revise: (userId, content, options) => tell(userId, content, options, replace),
  };

  async function tell(
    userId: number,
    content: NotificationContent,
    { channels: wanted, mandatory = [], db: given = db }: NotifyOptions,
    write: (transaction: Kysely<Database>, order: Order) => Promise<unknown>,
  ): Promise<void> {
    const always = [...mandatory, ...(notificationTypes[content.type]?.mandatory ?? [])];
    const order = { userId, content: checkContent(content, notificationTypes), wanted, always };
    const run = async (transaction: Kysely<Database>) => {
      if (await lockUser(transaction, userId)) await write(transaction, order);
    };

    return given.isTransaction ? run(given) : given.transaction().execute(run);
  }

  /** False when there is one of that key. */
  async function insert(transaction: Kysely<Database>, order: Order): Promise<boolean> {
    const { userId, content } = order;
    const used = await channelsInForce(transaction, order);
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

  async function replace(transaction: Kysely<Database>, order: Order): Promise<void> {
    const { userId, content } = order;
    const known = await transaction
      .selectFrom('notifications')
      .select(['id', 'in_list', 'mail_status'])
      .where('user_id', '=', userId)
      .where('key', '=', content.key)
      .forUpdate()
      .executeTakeFirst();
    if (known === undefined) {
      // Somebody may have told it meanwhile.
      if (!(await insert(transaction, order))) await replace(transaction, order);

      return;
    }
    const used = await channelsInForce(transaction, order);
    const isMailed = used.has('mail') && known.mail_status === null;
    await transaction
      .updateTable('notifications')
      .set({ ...textColumns(content), ...(isMailed && { mail_status: 'waiting' as const }) })
      .where('id', '=', known.id)
      .execute();
    if (isMailed) await jobs.send(mailJob, { notification: Number(known.id) }, { db: transaction });
    // Pages read their list again; they do not show the same once more.
    if (known.in_list) {
      await events.publish(userId, { event: 'notification', data: { id: Number(known.id) } }, transaction);
    }
  }
}

function textColumns({ title, body, parameters = {}, link }: NotificationContent) {
  return {
    title,
    body,
    parameters: JSON.stringify(parameters),
    link_path: link?.path ?? null,
    link_label: link?.label ?? null,
  };
}

/** So that nobody deletes the user before the notification is there; false when somebody has. */
async function lockUser(transaction: Kysely<Database>, userId: number): Promise<boolean> {
  const user = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forKeyShare()
    .executeTakeFirst();

  return user !== undefined;
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

/** Lengths in characters. */
const most = { key: 200, title: 300, body: 4_000, parameter: 1_000, label: 100, path: 2_000 };

/**
 * The content as it is stored: without what the database cannot keep, and not longer than people read. Throws on what
 * is a mistake of the code that tells: an unknown type, a key that is too long, a link out of the service.
 */
function checkContent(content: NotificationContent, types: NotificationTypes): NotificationContent {
  const { type, key, link } = content;
  if (!Object.hasOwn(types, type)) {
    const known = Object.keys(types).join(', ');
    throw new Error(
      `The notification type "${type}" is not declared. Add it to the notifications of your module, or use ${known}.`,
    );
  }
  if (key === '' || key.length > most.key) {
    throw new Error(
      `The key of a notification must have 1 to ${most.key} characters, and has ${key.length}.`,
    );
  }
  if (link !== undefined && !(/^\/(?![/\\])[!-~]*$/.test(link.path) && link.path.length <= most.path)) {
    throw new Error(
      `The link of a notification must be a path of the service, such as /orders, not "${link.path.slice(0, 200)}".`,
    );
  }

  return {
    type,
    key,
    title: cleanText(content.title, { most: most.title }),
    body: cleanText(content.body, { most: most.body, lines: true }),
    parameters: Object.fromEntries(
      Object.entries(content.parameters ?? {}).map(([name, value]) => [name, cleanParameter(value)]),
    ),
    ...(link && { link: { path: link.path, label: cleanText(link.label, { most: most.label }) } }),
  };
}

function cleanParameter(value: TextParameters[string]): TextParameters[string] {
  // Throws a RangeError on what is no moment.
  if (typeof value === 'object') return { instant: new Date(value.instant).toISOString() };

  // JSON has no other numbers.
  return Number.isFinite(value) ? value : cleanText(String(value), { most: most.parameter, lines: true });
}
