import type { EnglishText } from '@rowhouse/problems';
import type { Kysely } from 'kysely';
import type { Channel } from '../config/channels.ts';
import type { Database } from '../database/Database.ts';
import type { TextParameters } from '../language/translate.ts';

export { type Channel, channels } from '../config/channels.ts';

/** A type of notification, for which users choose channels. */
interface NotificationType {
  /** Label in the notification preferences. */
  readonly label: EnglishText;
  /** Channels that users cannot disable. Defaults to none. */
  readonly mandatory?: readonly Channel[];
  /** Whether only administrators receive it; the preferences of other users do not list it. */
  readonly administratorsOnly?: boolean;
}

/** By name, for example `export.finalized`. */
export type NotificationTypes = Readonly<Record<string, NotificationType>>;

/** Texts are plain English; they are translated when shown. */
export interface NotificationContent {
  /** A declared notification type, for example `export.finalized`; preferences are stored by type. */
  readonly type: string;
  /** Idempotency key: a user receives at most one notification per key. For example `export.12`. */
  readonly key: string;
  /** `{name}` in the title or the body is replaced by a parameter: `Export of {name} is ready`. */
  readonly title: EnglishText;
  readonly body: EnglishText;
  /**
   * Strings are inserted untranslated, numbers in the reader's number format, moments (`{ instant }`, ISO 8601) in the
   * reader's time zone, with its name, and English texts (`{ text }`, with their own `parameters`) translated.
   */
  readonly parameters?: TextParameters;
  /** Target, as a path below the base URL, and English label of the link. */
  readonly link?: { readonly path: string; readonly label: EnglishText };
}

export interface Notifier {
  /**
   * Notifies a user. Does nothing if the user has a notification with this key or no longer exists. With a transaction
   * in `options.db`, it takes effect when that commits. Mail is sent by a job of the notifications queue, with retries;
   * a permanent failure is shown with the notification.
   */
  notify(userId: number, content: NotificationContent, options: NotifyOptions): Promise<void>;
  /**
   * Replaces texts and link of the user's notification with this key; its read and removed state stays. If `channels`
   * includes `mail` and none was sent for the key, it is sent now. Without such a notification, this is `notify`.
   */
  revise(userId: number, content: NotificationContent, options: NotifyOptions): Promise<void>;
}

export interface NotifyOptions {
  readonly channels: readonly Channel[];
  /** Channels that are used regardless of the user's preferences. */
  readonly mandatory?: readonly Channel[];
  /** A transaction. */
  readonly db?: Kysely<Database>;
}
