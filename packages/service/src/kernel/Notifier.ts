import type { Kysely } from 'kysely';
import type { Database } from './database/Database.ts';
import type { TextParameters } from './language/moments.ts';

export const channels = ['mail', 'database', 'broadcast'] as const;
/** `mail`: an e-mail. `database`: kept for the user's list. `broadcast`: shown at once in pages that are open. */
export type Channel = (typeof channels)[number];

/** A type of notification, for which users choose how they are told. */
export interface NotificationType {
  /** What people read where they choose, in English. */
  readonly label: string;
  /** Channels that nobody can switch off; none by default. */
  readonly mandatory?: readonly Channel[];
  /** Whether nobody else is ever told, and so need not choose. */
  readonly administratorsOnly?: boolean;
}

/** By name, for example `export.finalized`. */
export type NotificationTypes = Readonly<Record<string, NotificationType>>;

/** What a user is told. Texts are plain and in English; they are translated where they are shown. */
export interface NotificationContent {
  /** One that a module declares, for example `export.finalized`; preferences are kept by it. */
  readonly type: string;
  /** At most one notification of a key reaches a user, however often it is sent. For example `export.12`. */
  readonly key: string;
  /** `{name}` in the title or the body stands for a parameter: `Export of {name} is ready`. */
  readonly title: string;
  readonly body: string;
  /**
   * Texts that are not translated; numbers, which are written as the reader's language writes them; and moments,
   * `{ instant }` in ISO 8601, which are written in the reader's time zone and name it.
   */
  readonly parameters?: TextParameters;
  /** Path below the base address that the notification leads to, and what the link is called. */
  readonly link?: { readonly path: string; readonly label: string };
}

export interface Notifier {
  /**
   * Tells a user. Given a transaction, all of it happens only if that commits; a second one of the same key does
   * nothing, and so does one for a user who does not exist any more. Mail is delivered by a job of the notifications
   * queue, which retries; a delivery that fails for good is shown with the notification. `mandatory` channels are used
   * whatever the user prefers.
   */
  notify(userId: number, content: NotificationContent, options: NotifyOptions): Promise<void>;
  /**
   * Brings the notification of that key up to date where its user sees it: texts and link are replaced, and whether it
   * was read or removed stays. Its mail is sent now when `channels` has one and none was ordered before: once, however
   * often it is revised. Where there is no notification of the key, this is `notify`.
   */
  revise(userId: number, content: NotificationContent, options: NotifyOptions): Promise<void>;
}

export interface NotifyOptions {
  readonly channels: readonly Channel[];
  /** Channels that are used whatever the user prefers. */
  readonly mandatory?: readonly Channel[];
  /** A transaction. */
  readonly db?: Kysely<Database>;
}
