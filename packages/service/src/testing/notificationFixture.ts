import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { loadConfig } from '../kernel/config/loadConfig.ts';
import type { Database } from '../kernel/database/Database.ts';
import type { UserEvent } from '../kernel/events/EventBus.ts';
import type { Jobs } from '../kernel/jobs/Jobs.ts';
import type { Notifier } from '../kernel/Notifier.ts';
import type { MailJobData } from '../modules/notifications/createMailJob.ts';
import { migratedDatabase } from './migratedDatabase.ts';
import { type OpenNotifications, openNotifications } from './openNotifications.ts';
import { createServiceDatabase } from './serviceDatabase.ts';

/** Notifications on a database of a test's own; jobs are kept in a table until the test runs them. */
export interface NotificationFixture {
  readonly db: Kysely<Database>;
  readonly folder: string;
  readonly parts: OpenNotifications;
  readonly notifier: Notifier;
  readonly log: readonly string[];
  addUser(fields?: { name?: string; email?: string; language?: string }): Promise<number>;
  /** What the user's pages have heard since then. */
  hear(userId: number): UserEvent[];
  /** The jobs of committed transactions. */
  jobs(): Promise<MailJobData[]>;
  /** The same on the same database, with other settings. */
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
    const config = loadConfig(
      { ROWHOUSE_DATA_DIR: folder, ROWHOUSE_BASE_URL: 'https://tables.example.com', ...variables },
      folder,
    );
    const parts = await openNotifications({ db, url, config, log: (_level, text) => log.push(text) });
    opened.push(parts);

    return parts;
  };
  const parts = await open(environment);
  let users = 0;

  return {
    db,
    folder,
    parts,
    notifier: parts.notifier(tableOfJobs(db)),
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
      const heard: UserEvent[] = [];
      parts.events.subscribe(userId, (event) => heard.push(event));

      return heard;
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
