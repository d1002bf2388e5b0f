import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineTable, type TableDefinition } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import type { UserEvent } from '../../kernel/events/EventBus.ts';
import type { FileStore } from '../../kernel/files/FileStore.ts';
import { type HookCalls, noHooks } from '../../kernel/hooks/createHooks.ts';
import type { RunningWork } from '../../process/startWork.ts';
import { type WorkFixture, workFixture } from '../../testing/workFixture.ts';
import { endLostJobs } from './scheduleSweep.ts';
import { cancelTableJob } from './tableJobRoutes.ts';

/** Takes five minutes, longer than any test waits. */
const endless = numbers('endless', 3_000, sql<string>`case when pg_sleep(0.1) is null then '' else 'x' end`);
const slow = numbers('slow', 3_000, sql<string>`case when pg_sleep(0.002) is null then '' else 'x' end`);
const quick = numbers('quick', 3_000, sql<string>`'x'`);
const broken: TableDefinition = {
  ...numbers('broken', 10, sql<string>`'x'`),
  appends: {
    text: () => {
      throw new Error('A fault of the code, which must not be shown.');
    },
  },
};

function numbers(routePrefix: string, rows: number, text: ReturnType<typeof sql<string>>): TableDefinition {
  return defineTable({
    template: {
      routePrefix,
      name: `Numbers of ${routePrefix}`,
      ...(routePrefix === 'broken' && { appends: ['text'] }),
      columns: [
        { label: 'N', name: 'n', data: 'rows.n', meta: ['sortable', 'sort:ASC'] },
        { label: 'Text', name: 'text' },
      ],
    },
    ...(routePrefix !== 'broken' && { expressions: { text } }),
    query: (db: Kysely<Database>) =>
      db
        .selectFrom(sql<{ n: number }>`(select n from generate_series(1, ${sql.lit(rows)}) as n)`.as('rows'))
        .select(['rows.n as dtRowId', 'rows.n'])
        .select(text.as('text')),
  });
}

let fixture: WorkFixture;
let user: User;
let work: RunningWork | null = null;
beforeAll(async () => {
  fixture = await workFixture({
    definitions: [slow, endless, quick, broken],
    environment: {
      ROWHOUSE_QUEUES:
        '{"heavy": {"attempts": 2, "retryDelaySeconds": 1, "retryDelayMaxSeconds": 1, "concurrency": 2}}',
    },
  });
  user = await fixture.addUser();
});
afterEach(async () => {
  await work?.stop();
  work = null;
});
afterAll(() => fixture?.destroy());

const status = async (id: string) => (await fixture.find(id)).status;
const ended = (id: string, timeout = 20_000) =>
  expect.poll(() => status(id), { timeout }).not.toMatch(/^(waiting|processing)$/);
const notificationsFor = async (id: string, of: User = user) =>
  (await fixture.notificationsOf(of)).filter(({ key }) => key === `export.${id}`);

/** Stored and partial files. */
const filesOf = async (id: string) =>
  (await fixture.filesNow()).filter((file) => file.startsWith(`exports/${id}-`) || file.startsWith(`${id}.`));

function collectEvents(of: User = user): UserEvent[] {
  const events: UserEvent[] = [];
  fixture.notifications.events.subscribe(of.id, (event) => events.push(event));

  return events;
}

describe('A job', () => {
  it('publishes its progress at most four times a second, and its end once', async () => {
    work = await fixture.startWork();
    const events = collectEvents();
    const startedAt = performance.now();
    const id = await fixture.export('slow', user);
    await ended(id);
    const seconds = (performance.now() - startedAt) / 1000;
    const jobEvents = () => events.flatMap((event) => (event.event === 'job' ? [event.data] : []));
    await expect.poll(() => jobEvents().at(-1)?.status).toBe('finalized');
    const jobs = jobEvents();
    expect(events.filter(({ event }) => event === 'notification')).toHaveLength(1);
    expect(jobs[0]).toMatchObject({ id, status: 'processing', total: null, entries: 0, download: null });
    expect(jobs.at(-1)).toMatchObject({ id, status: 'finalized', total: 3_000, entries: 3_000 });
    const between = jobs.slice(1, -1);
    expect(between.length).toBeGreaterThan(1);
    expect(between.length).toBeLessThanOrEqual(seconds * 4 + 1);
    expect(between.every(({ total, message }) => total === 3_000 && message === null)).toBe(true);
    const entries = jobs.map((job) => job.entries);
    expect(entries).toEqual([...entries].sort((a, b) => a - b));
    expect(await notificationsFor(id)).toHaveLength(1);
  });

  it('stops during its query when it is cancelled, leaves no file, and publishes only the cancellation', async () => {
    work = await fixture.startWork();
    const id = await fixture.export('endless', user);
    await expect.poll(async () => Number((await fixture.find(id)).total)).toBe(3_000);
    const events = collectEvents();
    const { db, notifications, secret } = fixture;
    const reported: unknown[] = [];
    const hooks: HookCalls = { ...noHooks, after: async (name, event) => void reported.push([name, event]) };
    await cancelTableJob({ db, events: notifications.events, secret, hooks }, await fixture.find(id));
    await expect.poll(runningQueries).toBe(0);
    await expect.poll(() => filesOf(id)).toEqual([]);
    expect(await fixture.find(id)).toMatchObject({
      status: 'cancelled',
      outcome: { code: 'cancelled' },
      file: null,
    });
    expect(reported).toMatchObject([['export', { job: id, state: 'cancelled', file: null }]]);
    const jobWith = (status: string) => expect.objectContaining({ id, status });
    const by = { apiKey: null, impersonatedBy: null };
    await expect.poll(() => events).toContainEqual({ event: 'job', data: jobWith('cancelled'), by });
    // Progress that was written before may be published after `collectEvents`.
    const others = events.filter(({ data }) => (data as { status?: string }).status !== 'cancelled');
    expect(events).toHaveLength(others.length + 1);
    expect(others.map(({ data }) => data)).toEqual(others.map(() => jobWith('processing')));
    expect(await notificationsFor(id)).toEqual([]);
  });

  it('never starts if it is cancelled while it waits', async () => {
    const id = await fixture.export('quick', user);
    const { db, notifications, secret } = fixture;
    await cancelTableJob(
      { db, events: notifications.events, secret, hooks: noHooks },
      await fixture.find(id),
    );
    work = await fixture.startWork();
    const other = await fixture.export('quick', user, { n: 1 });
    await ended(other);
    expect(await fixture.find(id)).toMatchObject({ status: 'cancelled', attempt: 0 });
  });

  it('cannot be cancelled after it has ended', async () => {
    work = await fixture.startWork();
    const id = await fixture.export('quick', user);
    await ended(id);
    const { db, notifications, secret } = fixture;
    const parts = { db, events: notifications.events, secret, hooks: noHooks };
    await expect(cancelTableJob(parts, await fixture.find(id))).rejects.toMatchObject({ status: 409 });
  });

  it('continues in another process when its process stops', async () => {
    const first = await fixture.startWork();
    const id = await fixture.export('slow', user);
    await expect.poll(async () => (await fixture.find(id)).total).not.toBeNull();
    await first.stop();
    expect(await status(id)).toBe('processing');
    work = await fixture.startWork();
    await ended(id, 30_000);
    expect(await fixture.find(id)).toMatchObject({ status: 'finalized', attempt: 2, entries: '3000' });
    expect(await notificationsFor(id)).toHaveLength(1);
    expect(await filesOf(id)).toHaveLength(1);
  });

  it('is not ended by an attempt that another one has replaced', async () => {
    work = await fixture.startWork();
    const id = await fixture.export('endless', user);
    await expect.poll(async () => (await fixture.find(id)).total).not.toBeNull();
    // As if another worker had claimed it.
    await sql`update table_jobs set attempt = attempt + 1 where id = ${id}`.execute(fixture.db);
    await expect.poll(runningQueries).toBe(0);
    await expect.poll(() => filesOf(id)).toEqual([]);
    expect(await fixture.find(id)).toMatchObject({ status: 'processing', attempt: 2, file: null });
    expect(await notificationsFor(id)).toEqual([]);
    await sql`update table_jobs set status = 'cancelled' where id = ${id}`.execute(fixture.db);
  });

  it('fails at the time limit, and names the limit', async () => {
    const config = { ...fixture.config, tables: { ...fixture.config.tables } };
    config.tables.export = { ...config.tables.export, timeout: 1 };
    work = await fixture.startWork({ config });
    const id = await fixture.export('slow', user);
    await ended(id);
    expect(await fixture.find(id)).toMatchObject({
      status: 'failed',
      attempt: 1,
      outcome: { code: 'export.time_limit', parameters: { seconds: 1 } },
    });
    expect(await notificationsFor(id)).toMatchObject([
      { type: 'export.failed', title: 'The export of {name} failed' },
    ]);
  });
});

describe('A job fails, and notifies of the reason once,', () => {
  it('when its table was removed from the code', async () => {
    const id = await fixture.export('quick', user);
    work = await fixture.startWork({ definitions: [slow] });
    await ended(id);
    expect(await fixture.find(id)).toMatchObject({
      status: 'failed',
      outcome: { code: 'table.missing' },
    });
    expect(await notificationsFor(id)).toHaveLength(1);
  });

  it('when its kind was removed from the code', async () => {
    const id = await fixture.export('quick', user);
    await sql`
      update jobs.job set data = jsonb_set(data, '{kind}', '"removed"')
      where data->'data'->>'record' = ${id}`.execute(fixture.db);
    work = await fixture.startWork();
    await ended(id);
    expect(await fixture.find(id)).toMatchObject({
      status: 'failed',
      outcome: { code: 'queue.unknown' },
    });
    expect(await notificationsFor(id)).toHaveLength(1);
  });

  it('when the table no longer has a requested column', async () => {
    const id = await fixture.export('quick', user, {
      columns: [{ name: 'removed', meta: { sort: 'ASC' } }],
      meta: { sort: true },
    });
    work = await fixture.startWork();
    await ended(id);
    expect(await fixture.find(id)).toMatchObject({
      status: 'failed',
      outcome: {
        code: 'request.outdated',
        parameters: {
          fault: { text: '{0} is not a column of this table; {1}', parameters: { 0: '"removed"' } },
        },
      },
    });
  });

  it.each([
    ['active', 'is_active = false', { code: 'user.inactive' }],
    [
      'permitted to',
      'role_id = 3',
      { code: 'user.no_permission', parameters: { permission: 'quick.exportExcel' } },
    ],
  ])('when its owner is no longer %s', async (_what, change, outcome) => {
    const owner = await fixture.addUser();
    const id = await fixture.export('quick', owner);
    await sql`update users set ${sql.raw(change)} where id = ${owner.id}`.execute(fixture.db);
    work = await fixture.startWork();
    await ended(id);
    expect(await fixture.find(id)).toMatchObject({ status: 'failed', outcome, file: null });
    expect(await notificationsFor(id, owner)).toHaveLength(1);
  });

  it('after all attempts on a full disk', async () => {
    let attempts = 0;
    const full: FileStore = {
      ...fixture.files,
      // Fails with the system's ENOSPC.
      put: async () => {
        attempts++;
        await writeFile('/dev/full', 'x');
        return 0;
      },
    };
    work = await fixture.startWork({ files: full });
    const id = await fixture.export('quick', user);
    await ended(id, 30_000);
    expect(attempts).toBe(2);
    expect(await fixture.find(id)).toMatchObject({
      status: 'failed',
      outcome: { code: 'disk.full' },
    });
    expect(await notificationsFor(id)).toHaveLength(1);
    expect(await filesOf(id)).toEqual([]);
  });

  it('after all attempts with an error whose details are only in the log', async () => {
    work = await fixture.startWork();
    const id = await fixture.export('broken', user);
    await ended(id, 30_000);
    expect((await fixture.find(id)).outcome).toMatchObject({ code: 'service.failed' });
    expect(fixture.log.join('\n')).toContain('A fault of the code');
    expect(await notificationsFor(id)).toHaveLength(1);
  });

  it('when its queue is deleted', async () => {
    const id = await fixture.export('quick', user);
    const { db, notifications, config, secret, jobs } = fixture;
    const parts = {
      db,
      events: notifications.events,
      notifier: notifications.notifier(jobs),
      config,
      secret,
      hooks: noHooks,
    };
    await sql`update table_jobs set created_at = now() - interval '2 minutes' where id = ${id}`.execute(db);
    expect(await endLostJobs(parts, jobs)).toBe(0);
    await jobs.boss.deleteAllJobs('heavy');
    expect(await endLostJobs(parts, jobs)).toBe(1);
    expect(await fixture.find(id)).toMatchObject({
      status: 'failed',
      outcome: { code: 'queue.lost' },
    });
    expect(await notificationsFor(id)).toHaveLength(1);
    expect(await endLostJobs(parts, jobs)).toBe(0);
  });
});

describe('Orphaned files', () => {
  it('are removed at the start of a worker, and no others', async () => {
    work = await fixture.startWork();
    const kept = await fixture.export('quick', user);
    await ended(kept);
    await work.stop();
    const { file } = await fixture.find(kept);
    const folder = join(fixture.folder, 'exports');
    await sql`
      insert into table_jobs (kind, table_name, name, payload, created_by, language, fingerprint, status, attempt)
      values ('export', 'quick', 'Q', '{}', ${user.id}, 'en', 'being written', 'processing', 4)`.execute(
      fixture.db,
    );
    const { id } = await fixture.db
      .selectFrom('table_jobs')
      .select('id')
      .where('fingerprint', '=', 'being written')
      .executeTakeFirstOrThrow();
    const stored = join(fixture.folder, 'files', 'exports');
    const beingWritten = [join(folder, `${id}.4.partial`), join(stored, `${id}-4-abc.xlsx`)];
    const foreign = [join(folder, 'notes.txt'), join(stored, 'notes.txt')];
    const orphans = [
      join(folder, `${id}.3.partial`),
      join(folder, `${kept}.1.partial`),
      join(folder, '999999.1.partial'),
      join(stored, `${id}-3-abc.xlsx`),
      join(stored, `${kept}-1-abc.xlsx`),
      join(stored, '999999-1-abc.xlsx'),
    ];
    for (const path of [...beingWritten, ...foreign, ...orphans]) await writeFile(path, 'x');
    work = await fixture.startWork();
    const isThere = (path: string) =>
      access(path).then(
        () => true,
        () => false,
      );
    await expect.poll(async () => (await Promise.all(orphans.map(isThere))).filter(Boolean)).toEqual([]);
    expect(await Promise.all([...beingWritten, ...foreign].map(isThere))).toEqual([true, true, true, true]);
    expect(await fixture.files.exists(file ?? '')).toBe(true);
    await sql`update table_jobs set status = 'cancelled' where id = ${id}`.execute(fixture.db);
  });
});

/** The number of running queries over the slow tables. */
async function runningQueries(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = 'active'
      and query like '%pg_sleep%'`.execute(fixture.db);

  return rows[0]?.count ?? 0;
}
