import './config.ts';
import { type Kysely, sql } from 'kysely';
import type { Config } from '../../kernel/config/Config.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { createMailer as configuredMailer } from '../../kernel/mail/createMailer.ts';
import { completeMail, type Mailer, type NewMail } from '../../kernel/mail/Mailer.ts';
import { defineModule, type Module } from '../../kernel/module/Module.ts';
import type { Notifier } from '../../kernel/module/Notifier.ts';
import { notificationsConfig } from './config.ts';
import { createMailJob, mailJobAddress } from './createMailJob.ts';
import { createNotifier } from './createNotifier.ts';
import ar from './locales/ar.json' with { type: 'json' };
import de from './locales/de.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import ro from './locales/ro.json' with { type: 'json' };
import * as notificationTables from './migrations/0005_notifications.ts';
import * as mailReasons from './migrations/0018_mail_reasons.ts';
import { notificationRoutes } from './notificationRoutes.ts';
import { preferenceRoutes } from './preferenceRoutes.ts';
import { type StreamTimes, streamRoutes } from './streamRoutes.ts';

export type { Notification } from './messages.ts';

declare module '../../kernel/hooks/Hooks.ts' {
  interface RecordKinds {
    readonly notificationPreferences: true;
  }
}

declare module '../../kernel/module/Provides.ts' {
  interface BuiltInProvides {
    readonly notifications: {
      readonly mailer: Mailer;
      /** Sends a mail immediately, without a retry; send it from a job to retry it. Rejects like Mailer. */
      readonly mail: { send(mail: NewMail, signal?: AbortSignal): Promise<void> };
      /** Notifies users by their chosen channels. */
      readonly notifier: Notifier;
    };
  }
}

export interface NotificationsOptions {
  /** Intervals of the streams of events; shortened in tests. */
  readonly streamTimes?: StreamTimes;
  /** For development: open pages load again when they connect to another process. Defaults to false. */
  readonly reloadsPages?: boolean;
  /** Sends mails; as configured by default. */
  readonly createMailer?: (config: Config) => Mailer;
}

/** Notifications: in a list, in open pages, and by mail. */
export function notifications({
  streamTimes,
  reloadsPages = false,
  createMailer = configuredMailer,
}: NotificationsOptions = {}): Module {
  return defineModule({
    name: 'notifications',
    config: notificationsConfig,
    locales: { de, fr, es, ro, ar },
    migrations: { '0005_notifications': notificationTables, '0018_mail_reasons': mailReasons },
    open: ({ db, events, jobs, config, notificationTypes }) => {
      const mailer = createMailer(config);
      const mailJob = mailJobAddress(config);

      const notifier = createNotifier({ notificationTypes, db, events, jobs, mailJob });

      return {
        provides: {
          mailer,
          mail: {
            send: (mail, signal) => mailer.send(completeMail(mail, config.language), signal),
          },
          notifier,
        },
        close: async () => mailer.close(),
      };
    },
    routes: async (app, { db, events, authenticate, config, hooks, notificationTypes, translate }) => {
      await app.register(notificationRoutes, { db, events, config, translate });
      await app.register(preferenceRoutes, { db, notificationTypes, translate, hooks });
      await app.register(streamRoutes, {
        events,
        authenticate,
        config,
        translate,
        reloadsPages,
        times: streamTimes,
      });
    },
    jobs: (context) => [createMailJob(context)],
    schedule: {
      prune: {
        cron: '17 * * * *',
        queue: 'notifications',
        run: async ({ db, config, logger }, { signal }) => {
          const pruned = await pruneNotifications(db, { days: config.notifications.keepReadDays, signal });
          if (pruned > 0) logger.info(`Deleted ${pruned} old notifications.`);
        },
      },
    },
  });
}

/**
 * Deletes notifications that were read, or created outside the list, more than `days` days ago; `step` rows per
 * statement. Returns their number. Concurrent processes share the work.
 */
export async function pruneNotifications(
  db: Kysely<Database>,
  { days, step = 1_000, signal }: { days: number; step?: number; signal?: AbortSignal },
): Promise<number> {
  let pruned = 0;
  while (!signal?.aborted) {
    // Materialized: a subquery with a limit may be run again for each row.
    const { numAffectedRows = 0n } = await sql`
      with old as materialized (
        select id from notifications
        where read_at < now() - make_interval(days => ${days})
          or (not in_list and created_at < now() - make_interval(days => ${days}))
        limit ${step} for update skip locked
      )
      delete from notifications where id in (select id from old)`.execute(db);
    pruned += Number(numAffectedRows);
    if (numAffectedRows < BigInt(step)) break;
  }

  return pruned;
}
