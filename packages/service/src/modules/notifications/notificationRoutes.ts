import { say } from '@rowhouse/problems';
import fastifyPlugin from 'fastify-plugin';
import { type Kysely, sql } from 'kysely';
import { Type } from 'typebox';
import { ServiceError } from '../../base/errors.ts';
import { readerOf } from '../../kernel/access/readerOf.ts';
import type { User } from '../../kernel/access/User.ts';
import type { Config } from '../../kernel/config/Config.ts';
import type { Database } from '../../kernel/database/Database.ts';
import type { EventBus } from '../../kernel/events/EventBus.ts';
import type { Translate } from '../../kernel/language/translate.ts';
import { type NotificationList, notificationList, unread } from './messages.ts';
import {
  presentNotification,
  type StoredNotification,
  storedColumns,
  toStored,
} from './StoredNotification.ts';

const notificationId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

interface NotificationRoutesOptions {
  readonly db: Kysely<Database>;
  readonly events: EventBus;
  readonly config: Pick<Config, 'tables'>;
  readonly translate: Translate;
}

const tags = ['notifications'];
const params = Type.Object({ id: notificationId });
const unreadResponse = Type.Object({ unread });

const listQuery = Type.Object(
  {
    offset: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
    unread: Type.Boolean({ default: false, description: 'Only unread notifications.' }),
  },
  { additionalProperties: false },
);

/** The notifications of the current user. Those of other users are 404. */
export const notificationRoutes = fastifyPlugin<NotificationRoutesOptions>(
  async (app, { db, events, config, translate }) => {
    app.get<{ Querystring: ListQuery; Reply: NotificationList }>(
      '/api/core/notifications',
      {
        config: { name: 'core.notifications.index', access: 'signed-in' },
        schema: {
          tags,
          summary: "The user's notifications, the newest first.",
          querystring: listQuery,
          response: { 200: notificationList },
        },
      },
      async (request) => {
        const page = await listNotifications(db, (request.user as User).id, request.query);
        const reader = readerOf(request, config, translate);

        return { ...page, data: page.data.map((stored) => presentNotification(stored, reader)) };
      },
    );

    app.patch<{ Params: { id: number } }>(
      '/api/core/notifications/:id/read',
      {
        config: { name: 'core.notifications.read', access: 'signed-in', refusesImpersonator: true },
        schema: {
          tags,
          summary: 'Mark a notification as read.',
          description: 'It is deleted some time after that, by default 90 days.',
          params,
          response: { 200: unreadResponse },
        },
      },
      ({ user, params }) => change(user as User, params.id, {}),
    );

    app.patch(
      '/api/core/notifications/read',
      {
        config: { name: 'core.notifications.readAll', access: 'signed-in', refusesImpersonator: true },
        schema: {
          tags,
          summary: 'Mark all notifications as read.',
          response: { 200: unreadResponse },
        },
      },
      ({ user }) => change(user as User, null, {}),
    );

    app.delete<{ Params: { id: number } }>(
      '/api/core/notifications/:id',
      {
        config: { name: 'core.notifications.destroy', access: 'signed-in', refusesImpersonator: true },
        schema: { tags, summary: 'Remove a notification.', params, response: { 200: unreadResponse } },
      },
      // Its row stays for a while, so that the user is not notified of the same key again.
      ({ user, params }) => change(user as User, params.id, { in_list: false }),
    );

    /** Marks one notification, or all unread ones, as read, and updates the user's other pages. */
    async function change(user: User, id: number | null, values: { readonly in_list?: false }) {
      const { numUpdatedRows } = await db
        .updateTable('notifications')
        .set({ ...values, read_at: sql<Date>`coalesce(read_at, now())` })
        .where('user_id', '=', user.id)
        .where('in_list', '=', true)
        .$if(id === null, (query) => query.where('read_at', 'is', null))
        .$if(id !== null, (query) => query.where('id', '=', `${id}`))
        .executeTakeFirst();
      if (id !== null && numUpdatedRows === 0n) {
        throw new ServiceError('service.not_found', say`You have no notification ${id}.`);
      }
      await events.publish(user.id, { event: 'notification', data: { id } });

      return { unread: (await countNotifications(db, user.id)).unread };
    }
  },
  { name: 'notification-routes', dependencies: ['guard'] },
);

interface ListQuery {
  readonly offset: number;
  readonly limit: number;
  /** Only unread notifications. */
  readonly unread: boolean;
}

interface NotificationPage {
  readonly data: readonly StoredNotification[];
  /** Of the whole list. */
  readonly unread: number;
  /** Number of matching notifications on all pages. */
  readonly total: number;
}

/**
 * A page of a user's list, the newest first. Of one moment: pages add to its numbers what arrives later, so a notification
 * that is counted but not in its rows would be counted twice.
 */
async function listNotifications(
  db: Kysely<Database>,
  userId: number,
  { offset, limit, unread: onlyUnread }: ListQuery,
): Promise<NotificationPage> {
  const { rows, unread, all } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => ({
      rows: await inList(snapshot, userId)
        .$if(onlyUnread, (query) => query.where('read_at', 'is', null))
        .select(storedColumns)
        .orderBy('id', 'desc')
        .offset(offset)
        .limit(limit)
        .execute(),
      ...(await countNotifications(snapshot, userId)),
    }));

  return { data: rows.map(toStored), unread, total: onlyUnread ? unread : all };
}

async function countNotifications(
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
