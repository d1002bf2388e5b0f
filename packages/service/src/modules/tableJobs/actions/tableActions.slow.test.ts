import { type Caller, currentCaller } from '@rowhouse/integrations/internal';
import { type ActionSummary, defineTable, type TableAction } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../../../kernel/access/User.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import type { UserEvent } from '../../../kernel/events/EventBus.ts';
import { noHooks } from '../../../kernel/hooks/createHooks.ts';
import type { RunningWork } from '../../../process/startWork.ts';
import { demoService } from '../../../testing/demoService.ts';
import { type WorkFixture, workFixture } from '../../../testing/workFixture.ts';
import { presentJob } from '../presentJob.ts';
import { cancelTableJob, presentWholeJob } from '../tableJobRoutes.ts';

const readerOf = (language: string) => ({
  language,
  timeZone: 'UTC',
  datetimeFormat: 'd-m-Y H:i:s',
  translate: demoService.translate,
});

interface Thing {
  readonly dtRowId: number;
}

const rows = 400;
/** Milliseconds per row. */
let pace = 0;
let failing = new Set<number>();
/** Rows wait for it. */
let gate: Promise<void> | null = null;
/** The caller of API calls made by the last row. */
let caller: Caller | null = null;
const touch: TableAction<Database, Thing, User>['row'] = async ({ dtRowId }, { db }) => {
  caller = currentCaller();
  await gate;
  if (pace > 0) await sql`select pg_sleep(${pace / 1000})`.execute(db);
  if (failing.has(dtRowId)) throw new Error('no');
  await sql`update things set touched = touched + 1 where id = ${dtRowId}`.execute(db);
};

const things = defineTable({
  template: {
    routePrefix: 'things',
    name: 'Things',
    buttons: [
      {
        type: 'global',
        name: 'touch',
        action: 'ajax',
        method: 'PATCH',
        routeSuffix: 'touch',
        icon: 'check',
        class: 'a',
      },
      {
        type: 'global',
        name: 'halt',
        action: 'ajax',
        method: 'PATCH',
        routeSuffix: 'halt',
        icon: 'check',
        class: 'a',
      },
    ],
    columns: [{ label: 'Id', name: 'id', data: 'things.id', meta: ['sortable', 'sort:ASC', 'filterable'] }],
  },
  query: (db: Kysely<Database & { things: { id: number } }>) =>
    db.selectFrom('things').select(['things.id as dtRowId', 'things.id']),
  actions: {
    touch: { row: touch, chunkSize: 20, background: true },
    halt: {
      row: touch,
      chunkSize: 20,
      background: true,
      onFailure: 'stop',
      message: ({ processed }: ActionSummary) => `${processed} touched.`,
    },
  } as never,
});

let fixture: WorkFixture;
let user: User;
let work: RunningWork | null = null;
beforeAll(async () => {
  fixture = await workFixture({ definitions: [things] });
  await sql`create table things (id int primary key, touched int not null default 0)`.execute(fixture.db);
  user = await fixture.addUser();
});
afterEach(async () => {
  await work?.stop();
  work = null;
  pace = 0;
  failing = new Set();
});
afterAll(() => fixture?.destroy());

async function start(action = 'touch', by = user): Promise<string> {
  await sql`delete from things`.execute(fixture.db);
  await sql`insert into things (id) select generate_series(1, ${sql.lit(rows)})`.execute(fixture.db);

  return fixture.act('things', action, by);
}

/** Number of touches → number of rows. */
async function touched(): Promise<Record<string, number>> {
  const found = await sql<{ touched: number; count: number }>`
    select touched, count(*)::int as count from things group by 1`.execute(fixture.db);

  return Object.fromEntries(found.rows.map(({ touched, count }) => [touched, count]));
}

const status = async (id: string) => (await fixture.find(id)).status;
const ended = (id: string) => expect.poll(() => status(id)).not.toMatch(/^(waiting|processing)$/);
const notificationsFor = async (id: string) =>
  (await fixture.notificationsOf(user)).filter(({ key }) => key === `action.${id}`);

describe('A background action', () => {
  it.each([
    ['is deactivated', { is_active: false }, 'user.inactive'],
    ['loses the permission', { role_id: 0 }, 'user.no_permission'],
  ])('stops within a second when its owner %s, and is not resumed', async (_what, change, reason) => {
    work = await fixture.startWork();
    pace = 10;
    const id = await start();
    await expect.poll(async () => Number((await fixture.find(id)).entries)).toBeGreaterThan(20);
    const { db } = fixture;
    const role = await db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'user')
      .executeTakeFirstOrThrow();
    const before = await db
      .selectFrom('users')
      .select('role_id')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('users')
      .set('role_id' in change ? { role_id: role.id } : change)
      .where('id', '=', user.id)
      .execute();
    await ended(id);
    await db
      .updateTable('users')
      .set({ is_active: true, role_id: before.role_id })
      .where('id', '=', user.id)
      .execute();
    const row = await fixture.find(id);
    expect(row).toMatchObject({ status: 'failed', outcome: { code: reason } });
    const { 0: untouched = 0 } = await touched();
    expect(untouched).toBeGreaterThan(0);
    expect((await sql`select * from rowhouse_action_lists`.execute(db)).rows).toEqual([]);
    expect((await notificationsFor(id)).map(({ type }) => type)).toEqual(['action.failed']);
  });

  it('that hangs does not hold up exports', async () => {
    const other = await fixture.addUser();
    work = await fixture.startWork();
    let open = () => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const hanging = await start();
    await expect.poll(() => status(hanging)).toBe('processing');
    const exports = [
      await fixture.export('things', other, { n: 1 }),
      await fixture.export('things', user, { n: 2 }),
    ];
    try {
      for (const id of exports) await ended(id);
      expect(await Promise.all(exports.map(status))).toEqual(['finalized', 'finalized']);
      expect(await status(hanging)).toBe('processing');
    } finally {
      gate = null;
      open();
    }
    await ended(hanging);
    expect(await touched()).toEqual({ 1: rows });
  });

  it('waits for the first action of another user, however many its owner has', async () => {
    const other = await fixture.addUser();
    await sql`delete from things`.execute(fixture.db);
    await sql`insert into things (id) values (1), (2)`.execute(fixture.db);
    const many: string[] = [];
    for (let index = 0; index < 5; index += 1)
      many.push(await fixture.act('things', 'touch', user, { index }));
    const single = await fixture.act('things', 'touch', other, {});
    work = await fixture.startWork();
    await Promise.all([...many, single].map(ended));
    const { rows } = await sql<{ id: string }>`
      select id::text from table_jobs where id = any(${[...many, single]}) order by started_at`.execute(
      fixture.db,
    );
    expect(rows.map(({ id }) => id).indexOf(single)).toBe(1);
  });

  it('runs, with its progress and one notification', async () => {
    work = await fixture.startWork();
    const events: UserEvent[] = [];
    fixture.notifications.events.subscribe(user.id, (event) => events.push(event));
    pace = 3;
    failing = new Set([7]);
    const id = await start();
    await ended(id);
    expect(await touched()).toEqual({ 0: 1, 1: rows - 1 });
    expect(caller).toEqual({ userId: user.id, route: 'things.touch' });
    expect(await fixture.find(id)).toMatchObject({
      status: 'finalized',
      total: `${rows}`,
      entries: `${rows}`,
      failed: '1',
      outcome: { code: 'action.applied_in_part', parameters: { processed: 399, failed: 1 } },
    });
    expect(await notificationsFor(id)).toMatchObject([
      { type: 'action.finalized', title: 'The action {name} is done' },
    ]);
    const { db, secret } = fixture;
    const link = db.selectFrom('notifications').select('link_path').where('key', '=', `action.${id}`);
    expect((await link.executeTakeFirst())?.link_path).toBe(`/actions/${id}`);
    expect((await presentWholeJob(db, await fixture.find(id), secret, readerOf('en'))).failures).toEqual([
      { dtRowId: 7, message: 'The action failed on this row; the log of the application says why.' },
    ]);
    expect(JSON.stringify(events)).not.toContain('failures');
    await expect.poll(() => events.filter(({ event }) => event === 'job').length).toBeGreaterThan(2);
  });

  it('is for the rows of its order, however late its worker, and joined only for as many', async () => {
    const id = await start();
    expect(await fixture.find(id)).toMatchObject({ status: 'waiting', total: `${rows}` });
    await sql`insert into things (id) values (100001)`.execute(fixture.db);
    expect(await fixture.act('things', 'touch', user, { confirmed: rows })).toBe(id);
    await expect(fixture.act('things', 'touch', user, { confirmed: rows + 1 })).rejects.toThrow(
      `"touch" is already running with another number of rows: ${rows}; confirmed: ${rows + 1}.`,
    );
    work = await fixture.startWork();
    await ended(id);
    expect(await touched()).toEqual({ 0: 1, 1: rows });
    expect(await runState(id)).toBe('finished');
  });

  it('does not start if its rows are not as many as were confirmed, or the user has too many waiting', async () => {
    const open = async () => {
      const { rows: found } = await sql<{ jobs: number; runs: number }>`select
        (select count(*)::int from table_jobs where status in ('waiting', 'processing')) as jobs,
        (select count(*)::int from rowhouse_action_runs where state = 'listed') as runs`.execute(fixture.db);

      return found[0];
    };
    await sql`delete from things`.execute(fixture.db);
    await sql`insert into things (id) values (1), (2)`.execute(fixture.db);
    const before = await open();
    await expect(fixture.act('things', 'touch', user, { confirmed: 3 })).rejects.toMatchObject({
      code: 'tables.rows_changed',
      extensions: { confirmed: 3, rows: 2 },
    });
    expect(await open()).toEqual(before);
    const most = fixture.config.exports.openPerUser;
    const ids = await Promise.all(
      Array.from({ length: most }, (_, index) => fixture.act('things', 'touch', user, { index })),
    );
    const full = await open();
    await expect(fixture.act('things', 'touch', user, { index: most })).rejects.toMatchObject({
      code: 'service.too_many_requests',
    });
    expect(await open()).toEqual(full);
    work = await fixture.startWork();
    await Promise.all(ids.map(ended));
  });

  it('says in the language of its reader why a row failed', async () => {
    work = await fixture.startWork();
    failing = new Set([7]);
    const id = await start();
    await ended(id);
    expect(presentJob(await fixture.find(id), fixture.secret, readerOf('fr')).message).toMatch(
      /^Elle a été appliquée à 399 lignes et a échoué pour 1\. Premier échec : L’action a échoué pour cette ligne/,
    );
  });

  it('continues where it stopped when its process stops: each row exactly once', async () => {
    const first = await fixture.startWork();
    pace = 5;
    const id = await start();
    await expect.poll(async () => Number((await fixture.find(id)).entries)).toBeGreaterThan(0);
    await first.stop();
    expect(await status(id)).toBe('processing');
    expect(Object.keys(await touched())).toContain('0');
    work = await fixture.startWork();
    await ended(id);
    expect(await touched()).toEqual({ 1: rows });
    expect(await fixture.find(id)).toMatchObject({ status: 'finalized', attempt: 2, entries: `${rows}` });
    expect(await notificationsFor(id)).toHaveLength(1);
  });

  it('runs in time slices, so that it may take longer than its queue allows for one job', async () => {
    const config = { ...fixture.config, tables: { ...fixture.config.tables } };
    config.tables.export = { ...config.tables.export, timeout: 1 };
    work = await fixture.startWork({ config });
    pace = 6;
    const id = await start();
    await ended(id);
    expect(await touched()).toEqual({ 1: rows });
    expect((await fixture.find(id)).attempt).toBeGreaterThan(1);
    expect(await fixture.find(id)).toMatchObject({ status: 'finalized' });
  });

  it('stops when it is cancelled: finished rows stay changed, and it is not resumed', async () => {
    work = await fixture.startWork();
    pace = 5;
    const id = await start();
    await expect.poll(async () => Number((await fixture.find(id)).entries)).toBeGreaterThan(0);
    const { db, notifications, secret } = fixture;
    await cancelTableJob(
      { db, events: notifications.events, secret, hooks: noHooks },
      await fixture.find(id),
    );
    await expect.poll(() => runState(id)).toBe('cancelled');
    const after = await touched();
    expect(after[0]).toBeGreaterThan(0);
    expect(after[1]).toBeGreaterThan(0);
    expect(await notificationsFor(id)).toEqual([]);
  });

  it('fails if its action stops on a failure, with the message of the action', async () => {
    work = await fixture.startWork();
    failing = new Set([30]);
    const id = await start('halt');
    await ended(id);
    expect(await fixture.find(id)).toMatchObject({
      status: 'failed',
      outcome: { code: 'own', parameters: { message: { text: '29 touched.' } } },
      entries: '30',
      failed: '1',
    });
    expect(await notificationsFor(id)).toMatchObject([
      { type: 'action.failed', title: 'The action {name} was stopped by an error', body: '{message}' },
    ]);
  });

  it('is the same one for a repeated request', async () => {
    const id = await start();
    expect(await fixture.act('things', 'touch', user)).toBe(id);
    expect(await fixture.act('things', 'touch', user, { index: 1 })).not.toBe(id);
    await sql`update table_jobs set status = 'cancelled' where status = 'waiting'`.execute(fixture.db);
  });

  it('requires the permission when it runs', async () => {
    const id = await start();
    await sql`update users set role_id = 3 where id = ${user.id}`.execute(fixture.db);
    work = await fixture.startWork();
    await ended(id);
    await sql`update users set role_id = 1 where id = ${user.id}`.execute(fixture.db);
    expect(await fixture.find(id)).toMatchObject({
      status: 'failed',
      outcome: { code: 'user.no_permission', parameters: { permission: 'things.touch' } },
    });
    expect(await touched()).toEqual({ 0: rows });
  });
});

async function runState(id: string): Promise<string | undefined> {
  const found = await sql<{ state: string }>`
    select state from rowhouse_action_runs where id = (select run from table_jobs where id = ${id})`.execute(
    fixture.db,
  );

  return found.rows[0]?.state;
}
