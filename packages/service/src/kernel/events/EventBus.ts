import type { TableJob } from '@rowhouse/table-protocol';
import type { Kysely } from 'kysely';
import type { Database } from '../database/Database.ts';

/** What open pages of one user are told as it happens. */
export type UserEvent =
  /**
   * A new notification, or one that changed: a `StoredNotification`, which the stream translates. Without `title`, only
   * that the list has changed: of the notification `id`, or of any when that is null.
   */
  | { readonly event: 'notification'; readonly data: Readonly<Record<string, unknown>> }
  /** Progress of an export or a background action. */
  | { readonly event: 'job'; readonly data: TableJob };

/** Carries events to the pages of a user, whichever process they are connected to. Events are lost on whoever is away. */
export interface EventBus {
  /**
   * Given a transaction, the event is told only if that commits. At most 7,000 bytes of JSON: the texts of a larger one
   * are shortened or left out.
   */
  publish(userId: number, event: UserEvent, db?: Kysely<Database>): Promise<void>;
  /** Answers what ends the subscription. */
  subscribe(userId: number, listener: (event: UserEvent) => void): () => void;
  /**
   * Calls the listener after each change of users, roles, permissions and API keys, by any process: the database itself
   * notifies of them (migration 0009). Also when one may have been missed. Answers what ends that.
   */
  onAccessChange(listener: () => void): () => void;
}
