import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { loggerOf, type WriteLog } from '../base/ServiceLogger.ts';
import { createService } from '../definition/createService.ts';
import type { Config } from '../kernel/config/Config.ts';
import type { Database } from '../kernel/database/Database.ts';
import { createEventBus, type OpenEventBus, type UserEvent } from '../kernel/events/EventBus.ts';
import type { JobKind, Jobs } from '../kernel/jobs/Jobs.ts';
import { createMailer } from '../kernel/mail/createMailer.ts';
import type { Notifier } from '../kernel/module/Notifier.ts';
import { createMailJob, type MailJobData, mailJobAddress } from '../modules/notifications/createMailJob.ts';
import { createNotifier } from '../modules/notifications/createNotifier.ts';
import { createServiceDatabase, demoService, migratedDatabase } from './demoService.ts';

/** Notifications on a temporary database; jobs are stored in a table until the test runs them. */
export interface NotificationFixture {
  readonly db: Kysely<Database>;
  readonly folder: string;
  readonly notifications: OpenNotifications;
  readonly notifier: Notifier;
  readonly log: readonly string[];
  addUser(fields?: { name?: string; email?: string; language?: string }): Promise<number>;
  /** Collects the events of the user from now on. */
  hear(userId: number): UserEvent[];
  /** The jobs of committed transactions. */
  jobs(): Promise<MailJobData[]>;
  /** Opens notifications on the same database with other settings. */
  reopen(environment: Record<string, string>): Promise<OpenNotifications>;
  destroy(): Promise<void>;
}

export async function notificationFixture(
  environment: Record<string, string> = {},
): Promise<NotificationFixture> {
  const { db, url = '', destroy } = await createServiceDatabase({ template: migratedDatabase });
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-notifications-'));
  await sql`create table test_jobs (id serial primary key, kind text, data jsonb)`.execute(db);
  const log: string[] = [];
  const opened: OpenNotifications[] = [];
  const open = async (variables: Record<string, string>) => {
    const config = createService().readConfig(
      { ROWHOUSE_DATA_DIR: folder, ROWHOUSE_BASE_URL: 'https://tables.example.com', ...variables },
      folder,
    );
    const parts = await openNotifications({ db, url, config, log: (_level, text) => log.push(text) });
    opened.push(parts);

    return parts;
  };
  const notifications = await open(environment);
  let users = 0;

  return {
    db,
    folder,
    notifications,
    notifier: notifications.notifier(tableOfJobs(db)),
    log,
    addUser: async ({ name = 'Ada', email = `user${++users}@example.com`, language } = {}) => {
      const { id } = await db
        .insertInto('users')
        .values({ name, email, language })
        .returning('id')
        .executeTakeFirstOrThrow();

      return id;
    },
    hear: (userId) => {
      const received: UserEvent[] = [];
      notifications.events.subscribe(userId, (event) => received.push(event));

      return received;
    },
    jobs: async () => {
      const { rows } = await sql<{ data: MailJobData }>`select data from test_jobs order by id`.execute(db);

      return rows.map(({ data }) => data);
    },
    reopen: open,
    destroy: async () => {
      for (const each of opened) await each.close();
      await destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function tableOfJobs(db: Kysely<Database>): Jobs {
  return {
    hasOpen: async () => false,
    send: async ({ name }, data, options) => {
      const { rows } = await sql<{ id: number }>`
        insert into test_jobs (kind, data) values (${name}, ${JSON.stringify(data)}) returning id`.execute(
        options?.db ?? db,
      );

      return `${rows[0]?.id}`;
    },
  };
}

interface NotificationOptions {
  readonly db: Kysely<Database>;
  readonly url: string;
  readonly config: Config;
  readonly log: WriteLog;
}

/** The parts of a process that send notifications. */
export interface OpenNotifications {
  readonly events: OpenEventBus;
  readonly mailJob: JobKind<MailJobData>;
  notifier(jobs: Jobs): Notifier;
  /** Call it after the jobs have ended. */
  close(): Promise<void>;
}

const { notificationTypes, translate } = demoService;

export async function openNotifications(options: NotificationOptions): Promise<OpenNotifications> {
  const { db, url, config, log } = options;
  const events = await createEventBus({ db, url, log });
  const mailer = createMailer(config);
  const mailJob = createMailJob({ db, events, mailer, config, translate, logger: loggerOf(log) });

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
