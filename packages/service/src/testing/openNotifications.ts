import type { Kysely } from 'kysely';
import type { Config } from '../kernel/config/Config.ts';
import type { Database } from '../kernel/database/Database.ts';
import { createEventBus, type OpenEventBus } from '../kernel/events/createEventBus.ts';
import type { JobKind, Jobs } from '../kernel/jobs/Jobs.ts';
import { createMailer } from '../kernel/mail/createMailer.ts';
import type { Notifier } from '../kernel/Notifier.ts';
import { createMailJob, type MailJobData, mailJobAddress } from '../modules/notifications/createMailJob.ts';
import { createNotifier } from '../modules/notifications/createNotifier.ts';
import { demoService } from './demoService.ts';

export interface NotificationParts {
  readonly db: Kysely<Database>;
  /** Connection address of the same database. */
  readonly url: string;
  readonly config: Config;
  readonly log: (level: 'info' | 'warn', message: string) => void;
}

/** What a process of the service needs to tell users something, whether it serves pages or works off jobs. */
export interface OpenNotifications {
  readonly events: OpenEventBus;
  /** To be worked off by whoever works off the notifications queue. */
  readonly mailJob: JobKind<MailJobData>;
  notifier(jobs: Jobs): Notifier;
  /** After the jobs have ended. */
  close(): Promise<void>;
}

const { notificationTypes, translate } = demoService;

export async function openNotifications(parts: NotificationParts): Promise<OpenNotifications> {
  const { db, url, config, log } = parts;
  const events = await createEventBus({ db, url, log });
  const mailer = createMailer(config);
  const mailJob = createMailJob({ db, events, mailer, config, translate, log });

  return {
    events,
    mailJob,
    notifier: (jobs) =>
      createNotifier({ notificationTypes, db, events, jobs, mailJob: mailJobAddress(config) }),
    close: async () => {
      mailer.close();
      await events.close();
    },
  };
}
