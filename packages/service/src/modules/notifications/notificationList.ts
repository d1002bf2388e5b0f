import type { Kysely } from 'kysely';
import type { Database } from '../../kernel/database/Database.ts';
import { type StoredNotification, storedColumns, toStored } from './StoredNotification.ts';

export interface ListQuery {
  readonly offset: number;
  readonly limit: number;
  /** Only unread notifications. */
  readonly unread: boolean;
}

export interface NotificationPage {
  readonly data: readonly StoredNotification[];
  /** Of the whole list. */
  readonly unread: number;
  /** Number of matching notifications on all pages. */
  readonly total: number;
}

/** A page of a user's list, the newest first. */
export async function listNotifications(
  db: Kysely<Database>,
  userId: number,
  { offset, limit, unread: onlyUnread }: ListQuery,
): Promise<NotificationPage> {
  const [rows, { unread, all }] = await Promise.all([
    inList(db, userId)
      .$if(onlyUnread, (query) => query.where('read_at', 'is', null))
      .select(storedColumns)
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    countNotifications(db, userId),
  ]);

  return { data: rows.map(toStored), unread, total: onlyUnread ? unread : all };
}

export async function countNotifications(
  db: Kysely<Database>,
  userId: number,
): Promise<{ readonly unread: number; readonly all: number }> {
  const counts = await inList(db, userId)
    .select(({ fn }) => [
      fn.countAll().as('all'),
      fn.countAll().filterWhere('read_at', 'is', null).as('unread'),
    ])
    .executeTakeFirstOrThrow();

  return { unread: Number(counts.unread), all: Number(counts.all) };
}

function inList(db: Kysely<Database>, userId: number) {
  return db.selectFrom('notifications').where('user_id', '=', userId).where('in_list', '=', true);
}
