import type { Config } from '../../kernel/config/Config.ts';
import { defineModule, type Module } from '../../kernel/Module.ts';
import { createMailer as configuredMailer } from '../../kernel/mail/createMailer.ts';
import { completeMail, type Mailer, type NewMail } from '../../kernel/mail/Mailer.ts';
import type { Notifier } from '../../kernel/Notifier.ts';
import { createMailJob } from './createMailJob.ts';
import { createNotifier } from './createNotifier.ts';
import { notifications as de } from './locales/de.ts';
import { mailJobAddress } from './mailJobAddress.ts';
import * as notificationTables from './migrations/0005_notifications.ts';
import { notificationRoutes } from './notificationRoutes.ts';
import { preferenceRoutes } from './preferenceRoutes.ts';
import { schedulePruning } from './schedulePruning.ts';
import { type StreamTimes, streamRoutes } from './streamRoutes.ts';

export type { Notification } from './presentNotification.ts';

declare module '../../kernel/Module.ts' {
  interface Provided {
    readonly mailer: Mailer;
    /** Sends a mail now, without a retry. Where that matters, send it from a job. Rejects as Mailer does. */
    readonly mail: { send(mail: NewMail, signal?: AbortSignal): Promise<void> };
    /** Notifies a user: `notifier.notify`. */
    readonly notify: Notifier['notify'];
    /** Tells users, by the channels that they have chosen. */
    readonly notifier: Notifier;
  }
}

export interface NotificationsOptions {
  /** Intervals of the streams of events; shortened in tests. */
  readonly streamTimes?: StreamTimes;
  /** Sends mails; as configured by default. Tests keep them instead. */
  readonly createMailer?: (config: Config) => Mailer;
}

/** Notifications: in a list, in open pages, and by mail. */
export function notifications({
  streamTimes,
  createMailer = configuredMailer,
}: NotificationsOptions = {}): Module {
  return defineModule({
    name: 'notifications',
    locales: { de },
    migrations: { '0005_notifications': notificationTables },
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
          notify: notifier.notify,
        },
        close: async () => mailer.close(),
      };
    },
    routes: async (app, { db, events, authenticate, config, hooks, notificationTypes, translate }) => {
      await app.register(notificationRoutes, { db, events, config, translate });
      await app.register(preferenceRoutes, { db, notificationTypes, translate, hooks });
      await app.register(streamRoutes, { events, authenticate, config, translate, times: streamTimes });
    },
    jobs: (context) => [createMailJob(context)],
    background: ({ db, config, log }) =>
      schedulePruning({ db, days: config.notifications.keepReadDays, log }),
  });
}
