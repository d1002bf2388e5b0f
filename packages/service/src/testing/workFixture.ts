import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTables, type TableDefinition, type TableRequest, type Tables } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import { createService } from '../definition/createService.ts';
import type { User } from '../kernel/access/User.ts';
import type { Config } from '../kernel/config/Config.ts';
import type { Database } from '../kernel/database/Database.ts';
import type { FileStore } from '../kernel/files/FileStore.ts';
import { openFileStore } from '../kernel/files/openFileStore.ts';
import { noHooks } from '../kernel/hooks/createHooks.ts';
import { type OpenJobs, openJobs } from '../kernel/jobs/openJobs.ts';
import { actionJobs } from '../modules/tableJobs/actions/actionJobs.ts';
import { exportJobs } from '../modules/tableJobs/exports/exportJobs.ts';
import type { TableJobRow } from '../modules/tableJobs/tableJob.ts';
import { userDirectory } from '../modules/users/access/userDirectory.ts';
import { type RunningWork, startWork, type WorkOptions } from '../process/startWork.ts';
import { createServiceDatabase, demoService, migratedDatabase } from './demoService.ts';
import { type OpenNotifications, openNotifications } from './notificationFixture.ts';

/** Table jobs on a temporary database, without HTTP. Workers run when the test starts them. */
export interface WorkFixture {
  readonly db: Kysely<Database>;
  readonly url: string;
  readonly config: Config;
  readonly folder: string;
  readonly files: FileStore;
  readonly jobs: OpenJobs;
  readonly notifications: OpenNotifications;
  readonly tables: Tables;
  readonly secret: string;
  readonly log: readonly string[];
  addUser(role?: string): Promise<User>;
  /** Requests an export as the HTTP route does, and returns the id of its record. */
  export(table: string, user: User, payload?: object): Promise<string>;
  /** Requests a background action, and returns the id of its record. */
  act(table: string, action: string, user: User, payload?: object): Promise<string>;
  /** Requests to undo what a background action has changed, and returns the id of its record. */
  undo(table: string, action: string, user: User, change: string): Promise<string>;
  startWork(options?: Partial<WorkOptions>): Promise<RunningWork>;
  find(id: string): Promise<TableJobRow>;
  notificationsOf(user: User): Promise<{ type: string; key: string; title: string; body: string }[]>;
  /** Files in the store and partial files. */
  filesNow(): Promise<string[]>;
  destroy(): Promise<void>;
}

/** A parsed request; equal for equal payloads. */
function requestOf({ confirmed = null, ...payload }: { readonly confirmed?: number | null }): TableRequest {
  return {
    start: 0,
    length: 10,
    row: null,
    summary: null,
    search: null,
    sort: [],
    unsorted: false,
    filters: [],
    where: null,
    linked: null,
    only: null,
    except: [],
    confirmed,
    forceInfo: false,
    params: { ...payload },
    hidden: [],
    shown: [],
    exported: null,
    grouped: false,
  };
}

const fixtureSecret = 'of the tests only';

export async function workFixture({
  definitions,
  environment = {},
}: {
  readonly definitions?: readonly TableDefinition[];
  readonly environment?: Record<string, string>;
} = {}): Promise<WorkFixture> {
  const database = await createServiceDatabase({ template: migratedDatabase });
  const { db, url = '' } = database;
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-work-'));
  const config = createService().readConfig(
    { DATABASE_URL: url, ROWHOUSE_DATA_DIR: folder, ...environment },
    folder,
  );
  const log: string[] = [];
  const write = (_level: string, text: string) => void log.push(text);
  const notifications = await openNotifications({ db, url, config, log: write });
  const jobs = await openJobs({ url, queues: config.queues, works: true, log: write });
  const files = await openFileStore(config);
  const secret = fixtureSecret;
  const tables = createTables({
    ...demoService.tablesOptions({ db, config, files }),
    ...(definitions && { definitions }),
  });
  const { translate } = demoService;
  const sending = { db, jobs, secret, config, translate, hooks: noHooks };
  const running: RunningWork[] = [];
  let users = 0;

  return {
    db,
    url,
    config,
    folder,
    files,
    jobs,
    notifications,
    tables,
    secret,
    log,
    addUser: async (role = 'administrator') => {
      const { id } = await db
        .insertInto('users')
        .values((values) => ({
          name: `User ${++users}`,
          email: `user${users}@example.com`,
          role_id: values.selectFrom('roles').select('id').where('name', '=', role).$asScalar().$notNull(),
        }))
        .returning('id')
        .executeTakeFirstOrThrow();
      const known = await userDirectory(db).find(id);
      if (known === null) throw new Error('The user does not exist.');

      const { browserTimeZone: _, timeZone: ownTimeZone, ...account } = known;
      const timeZone = ownTimeZone ?? config.tables.timeZone;
      const language = known.language ?? 'en';

      return {
        ...account,
        language,
        timeZone,
        ownTimeZone,
        isImpersonated: false,
        impersonatedBy: null,
        apiKey: null,
      };
    },
    export: async (name, user, payload = {}) => {
      const table = tables.get(name);
      const request = requestOf(payload);
      const { export: job } = await exportJobs(sending).start({
        table,
        payload,
        request,
        format: 'xlsx',
        user,
        timeZone: user.timeZone,
      });

      return job.id;
    },
    act: async (name, action, user, given: { readonly confirmed?: number } = {}) => {
      const { confirmed, ...params } = given;
      const payload = { params, ...(confirmed !== undefined && { confirmed }) };
      const table = tables.get(name);
      const request = requestOf(given);
      const { timeZone } = user;
      const listRows = (runId: string) => tables.listAction(name, action, payload, user, { runId, timeZone });
      const requested = { table, action, name: action, payload, request, user, timeZone, listRows };

      return (await actionJobs(sending).start(requested)).job.id;
    },
    undo: async (name, action, user, undo) => {
      const payload = { undo };
      const { timeZone } = user;
      const listRows = (runId: string) => tables.listAction(name, action, payload, user, { runId, timeZone });
      const rows = { table: tables.get(name), request: requestOf({}), listRows };

      return (await actionJobs(sending).start({ ...rows, action, name: action, payload, user, timeZone })).job
        .id;
    },
    startWork: async (options = {}) => {
      const work = await startWork({
        config,
        url,
        jobs,
        service: demoService,
        events: notifications.events,
        files,
        secret,
        log: write,
        ...(definitions && { definitions }),
        ...options,
      });
      running.push(work);

      return work;
    },
    find: (id) => db.selectFrom('table_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    notificationsOf: ({ id }) =>
      db
        .selectFrom('notifications')
        .select(['type', 'key', 'title', 'body'])
        .where('user_id', '=', id)
        .orderBy('id')
        .execute(),
    filesNow: async () => [
      ...(await files.list('exports')),
      ...(await readdir(join(folder, 'exports')).catch(() => [])),
    ],
    destroy: async () => {
      for (const work of running) await work.stop();
      await jobs.close();
      await notifications.close();
      await database.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
