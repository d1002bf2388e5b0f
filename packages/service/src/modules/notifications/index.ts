import { defineModule, type Module } from '../../kernel/Module.ts';
import { createMailer } from '../../kernel/mail/createMailer.ts';
import type { Mailer } from '../../kernel/mail/Mailer.ts';
import type { Notifier } from '../../kernel/Notifier.ts';
import { createMailJob } from './createMailJob.ts';
import { createNotifier } from './createNotifier.ts';
import { keepPruned } from './keepPruned.ts';
import { notifications as de } from './locales/de.ts';
import { mailJobAddress } from './mailJobAddress.ts';
import * as notificationTables from './migrations/0005_notifications.ts';
import { notificationRoutes } from './notificationRoutes.ts';
import { preferenceRoutes } from './preferenceRoutes.ts';
import { type StreamTimes, streamRoutes } from './streamRoutes.ts';

declare module '../../kernel/Module.ts' {
  interface Provided {
    readonly mailer: Mailer;
    /** Tells users, by the channels that they have chosen. */
    readonly notifier: Notifier;
  }
}

/** Notifications: in a list, in open pages, and by mail. `streamTimes` shortens the intervals of streams in tests. */
export function notifications({ streamTimes }: { readonly streamTimes?: StreamTimes } = {}): Module {
  return defineModule({
    name: 'notifications',
    locales: { de },
    migrations: { '0005_notifications': notificationTables },
    open: ({ db, events, jobs, config }) => {
      const mailer = createMailer(config);
      const mailJob = mailJobAddress(config);

      return {
        provides: { mailer, notifier: createNotifier({ db, events, jobs, mailJob }) },
        close: async () => mailer.close(),
      };
    },
    routes: async (app, { db, events, authenticate, config, translate }) => {
      await app.register(notificationRoutes, { db, events, config, translate });
      await app.register(preferenceRoutes, { db, translate });
      await app.register(streamRoutes, { events, authenticate, config, translate, times: streamTimes });
    },
    jobs: (context) => [createMailJob(context)],
    background: ({ db, config, log }) => keepPruned({ db, days: config.notifications.keepReadDays, log }),
  });
}
