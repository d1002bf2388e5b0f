import { defineTable, type TableDefinition } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../../kernel/access/User.ts';
import type { Database } from '../../../kernel/database/Database.ts';
import type { RunningWork } from '../../../process/startWork.ts';
import { type WorkFixture, workFixture } from '../../../testing/workFixture.ts';
import { storedJob } from '../presentJob.ts';

const rows = 4000;
const things = defineTable({
  template: {
    routePrefix: 'things',
    name: 'Things',
    buttons: [
      {
        ...{ type: 'global', name: 'close', action: 'ajax', method: 'PATCH', routeSuffix: 'close' },
        ...{ icon: 'check', class: 'a', label: 'Close' },
      },
    ],
    columns: [{ label: 'Id', name: 'id', data: 'things.id', meta: ['sortable', 'sort:ASC'] }],
  } as never,
  query: (db: Kysely<Database & { things: { id: number } }>) =>
    db.selectFrom('things').select(['things.id as dtRowId', 'things.id']),
  actions: { close: { update: { set: { state: 'closed' } }, chunkSize: 100, background: true } } as never,
}) as TableDefinition;

let fixture: WorkFixture;
let user: User;
let work: RunningWork | null = null;
beforeAll(async () => {
  fixture = await workFixture({ definitions: [things] });
  await sql`create table things (id int primary key, state text not null)`.execute(fixture.db);
  user = await fixture.addUser();
});
beforeEach(async () => {
  await sql`delete from things`.execute(fixture.db);
  await sql`insert into things select n, 'open ' || n from generate_series(1, ${sql.lit(rows)}) as n`.execute(
    fixture.db,
  );
});
afterEach(async () => {
  await work?.stop();
  work = null;
});
afterAll(() => fixture?.destroy());

const status = async (id: string) => (await fixture.find(id)).status;
const ended = (id: string) => expect.poll(() => status(id)).not.toMatch(/^(waiting|processing)$/);
const restored = async () => {
  const found = await sql<{
    n: number;
  }>`select count(*)::int as n from things where state = 'open ' || id`.execute(fixture.db);

  return found.rows[0]?.n;
};
async function closed(): Promise<string> {
  const id = await fixture.act('things', 'close', user);
  await ended(id);
  const { undo } = storedJob(await fixture.find(id), fixture.secret);
  expect(undo?.path).toBe('/api/things/close/undo');

  return undo?.id ?? '';
}

describe('undoing a background action', () => {
  it('is a background job, with one notification, and leaves what others have changed', async () => {
    work = await fixture.startWork();
    const change = await closed();
    await sql`update things set state = 'theirs' where id <= 10`.execute(fixture.db);
    const id = await fixture.undo('things', 'close', user, change);
    await ended(id);
    expect(await restored()).toBe(rows - 10);
    expect(await fixture.find(id)).toMatchObject({
      ...{ status: 'finalized', failed: '10', undo: null },
      outcome: { code: 'action.undone_in_part', parameters: { processed: rows - 10, failed: 10 } },
    });
    const { rows: offered } = await sql`select id from table_jobs where undo is not null`.execute(fixture.db);
    expect(offered).toEqual([]);
    const sent = (await fixture.notificationsOf(user)).filter(({ key }) => key === `action.${id}`);
    expect(sent).toMatchObject([{ type: 'action.finalized', title: 'The action {name} was undone' }]);
  });

  it('continues where it stopped when its process stops: each row exactly once', async () => {
    const first = await fixture.startWork();
    work = first;
    const change = await closed();
    const id = await fixture.undo('things', 'close', user, change);
    await expect.poll(async () => Number((await fixture.find(id)).entries)).toBeGreaterThan(0);
    await first.stop();
    work = await fixture.startWork();
    await ended(id);
    expect(await restored()).toBe(rows);
    expect(await fixture.find(id)).toMatchObject({ status: 'finalized', entries: `${rows}`, failed: '0' });
    await expect(fixture.undo('things', 'close', user, change)).resolves.not.toBe(id);
  });

  it('requires the permission of the action when it runs, and is of its user only', async () => {
    work = await fixture.startWork();
    const change = await closed();
    await work.stop();
    const other = await fixture.addUser();
    await expect(fixture.undo('things', 'close', other, change)).rejects.toMatchObject({
      code: 'tables.row_not_found',
    });
    const id = await fixture.undo('things', 'close', user, change);
    const { role_id } = await fixture.db
      .selectFrom('users')
      .select('role_id')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    await sql`update users set role_id = (select id from roles where name = 'user') where id = ${user.id}`.execute(
      fixture.db,
    );
    work = await fixture.startWork();
    await ended(id);
    await sql`update users set role_id = ${role_id} where id = ${user.id}`.execute(fixture.db);
    expect(await fixture.find(id)).toMatchObject({
      status: 'failed',
      outcome: { code: 'user.no_permission', parameters: { permission: 'things.close' } },
    });
    expect(await restored()).toBe(0);
  });
});
