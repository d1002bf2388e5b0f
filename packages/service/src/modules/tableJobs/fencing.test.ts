import { defineTable } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loggerOf } from '../../base/ServiceLogger.ts';
import type { User } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { noHooks } from '../../kernel/hooks/createHooks.ts';
import type { RunningJob } from '../../kernel/jobs/Jobs.ts';
import type { Context, Module } from '../../kernel/module/Module.ts';
import type { RunningWork } from '../../process/startWork.ts';
import { demoService } from '../../testing/demoService.ts';
import { type WorkFixture, workFixture } from '../../testing/workFixture.ts';
import { rightsOf } from '../users/access/readGrant.ts';
import { userDirectory } from '../users/access/userDirectory.ts';
import { endTableJob } from './endTableJob.ts';
import { exportWork } from './exports/exportJobs.ts';
import { runTableJob } from './runTableJob.ts';
import type { TableJobDependencies } from './tableJob.ts';

const { translate } = demoService;

const numbers = defineTable({
  template: {
    routePrefix: 'numbers',
    name: 'Numbers',
    columns: [{ label: 'N', name: 'n', data: 'rows.n', meta: ['sortable', 'sort:ASC'] }],
  },
  query: (db: Kysely<Database>) =>
    db
      .selectFrom(sql<{ n: number }>`(select n from generate_series(1, 2000) as n)`.as('rows'))
      .select(['rows.n as dtRowId', 'rows.n']),
});

let fixture: WorkFixture;
let user: User;
let dependencies: TableJobDependencies;
let work: RunningWork | null = null;
beforeAll(async () => {
  fixture = await workFixture({
    definitions: [numbers],
    environment: { ROWHOUSE_QUEUES: '{"heavy": {"retryDelaySeconds": 1, "retryDelayMaxSeconds": 1}}' },
  });
  user = await fixture.addUser();
  const { db, notifications, jobs, tables, files, secret, config } = fixture;
  dependencies = {
    db,
    events: notifications.events,
    notifier: notifications.notifier(jobs),
    readGrant: (grant) => rightsOf(userDirectory(db, { milliseconds: 0 }), grant),
    tables,
    files,
    secret,
    config,
    translate,
    hooks: noHooks,
    logger: loggerOf(() => undefined),
  };
});
afterEach(async () => {
  await work?.stop();
  work = null;
});
afterAll(() => fixture?.destroy());

const attempt = (number: number): RunningJob => ({
  id: 'of no queue',
  attempt: number,
  signal: new AbortController().signal,
  fence: async () => undefined,
});
const run = (id: string, number: number) =>
  runTableJob(dependencies, { record: id }, attempt(number), exportWork(dependencies));
const notificationsFor = async (id: string) =>
  (await fixture.notificationsOf(user)).filter(({ key }) => key === `export.${id}`);
const filesOf = async (id: string) =>
  (await fixture.filesNow()).filter((file) => file.startsWith(`exports/${id}-`) || file.startsWith(`${id}.`));

let requests = 0;
/** Without a job in the queue: the test acts as the worker. */
async function requestExport(): Promise<string> {
  const id = await fixture.export('numbers', user, { n: ++requests });
  await fixture.jobs.boss.deleteAllJobs('heavy');

  return id;
}

describe('An attempt at a job', () => {
  it('does nothing if the same or a later attempt has claimed the record', async () => {
    const id = await requestExport();
    await sql`update table_jobs set status = 'processing', attempt = 3 where id = ${id}`.execute(fixture.db);
    await run(id, 2);
    await run(id, 3);
    expect(await fixture.find(id)).toMatchObject({ status: 'processing', attempt: 3, file: null });
    expect(await notificationsFor(id)).toEqual([]);
    await run(id, 4);
    expect(await fixture.find(id)).toMatchObject({ status: 'finalized', attempt: 4, entries: '2000' });
    expect(await notificationsFor(id)).toHaveLength(1);
  });

  it('changes nothing if the job has ended, as after a kill before the queue recorded the end', async () => {
    const id = await requestExport();
    await run(id, 1);
    const before = await fixture.find(id);
    await run(id, 2);
    expect(await fixture.find(id)).toEqual(before);
    expect(await notificationsFor(id)).toHaveLength(1);
    expect(await filesOf(id)).toEqual([before.file]);
  });

  it('cannot end a job that another attempt has claimed, and leaves no file', async () => {
    const id = await requestExport();
    const real = exportWork(dependencies);
    await runTableJob(dependencies, { record: id }, attempt(1), {
      ...real,
      run: async (running) => {
        const end = await real.run(running);
        // As a process that was paused before its last step until another had claimed the record.
        await sql`update table_jobs set attempt = 2 where id = ${id}`.execute(fixture.db);

        return end;
      },
    });
    expect(await fixture.find(id)).toMatchObject({ status: 'processing', attempt: 2, file: null });
    expect(await notificationsFor(id)).toEqual([]);
    expect(await filesOf(id)).toEqual([]);
  });

  it('ends the job and notifies in one transaction: the job continues if its notification fails', async () => {
    let failures = 0;
    const notify = async () => {
      failures++;
      throw new Error('The notification cannot be written.');
    };
    const broken = (module: Module): Module => ({
      ...module,
      open(context) {
        const { provides = {}, ...opened } = module.open?.(context) ?? {};
        const { notifier } = provides as { notifier: Context['notifier'] };

        return { ...opened, provides: { ...provides, notifier: { ...notifier, notify } } };
      },
    });
    const modules = demoService.modules.map((module) =>
      module.name === 'notifications' ? broken(module) : module,
    );
    const service = { ...demoService, modules };
    const first = await fixture.startWork({ service });
    const id = await fixture.export('numbers', user, { n: ++requests });
    await expect.poll(() => failures).toBeGreaterThan(0);
    expect(await fixture.find(id)).toMatchObject({ status: 'processing', file: null });
    await first.stop();
    work = await fixture.startWork();
    await expect.poll(async () => (await fixture.find(id)).status).toBe('finalized');
    const { file } = await fixture.find(id);
    expect(await notificationsFor(id)).toHaveLength(1);
    // The files of the failed attempts are removed.
    expect(await filesOf(id)).toEqual([file]);
  });
});

it('ends a job once, by the first of concurrent attempts', async () => {
  const id = await requestExport();
  const end = {
    status: 'failed',
    outcome: { code: 'service.failed' },
    title: 'Failed',
    channels: ['database'],
  } as const;
  const ends = await Promise.all(Array.from({ length: 4 }, () => endTableJob(dependencies, id, end)));
  expect(ends.filter((row) => row !== null)).toHaveLength(1);
  expect(await notificationsFor(id)).toHaveLength(1);
});
