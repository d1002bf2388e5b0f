import type { TableJob } from '@rowhouse/table-protocol';
import { defineTable } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { defineModule } from '../../kernel/module/Module.ts';
import { openEventStream } from '../../testing/openEventStream.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';

type Headers = Record<string, string>;

interface NotesDatabase extends Database {
  notes: { id: number; text: string; is_hidden: boolean; marks: number };
}

/** Resolves when actions may change rows. */
let pause = Promise.resolve();
/** Seconds for each row of an action. */
let pace = 0;
/** The callers of the table's queries. */
let callers: User[] = [];

const button = { type: 'global', action: 'ajax', method: 'PATCH', icon: 'check', class: 'is-info' } as const;
const notes = defineTable({
  template: {
    routePrefix: 'notes',
    name: 'Notes',
    buttons: [{ ...button, name: 'mark', routeSuffix: 'mark' }],
    columns: [{ label: 'Text', name: 'text', data: 'notes.text', meta: ['sortable', 'searchable'] }],
  },
  // Administrators see hidden rows, unless they impersonate.
  query: (db: Kysely<NotesDatabase>, { user }: { user: User | null }) => {
    if (user !== null) callers.push(user);
    const seesAll = user?.role.isAdministrator === true && !user.isImpersonated;

    return db
      .selectFrom('notes')
      .select(['notes.id as dtRowId', 'notes.text'])
      .$if(!seesAll, (query) => query.where('notes.is_hidden', '=', false));
  },
  actions: {
    mark: {
      background: true,
      chunkSize: 1,
      row: async ({ dtRowId }: { dtRowId: number }, { db }: { db: Kysely<NotesDatabase> }) => {
        await pause;
        if (pace > 0) await sql`select pg_sleep(${pace})`.execute(db);
        await sql`update notes set marks = marks + 1 where id = ${dtRowId}`.execute(db);
      },
    },
  } as never,
});

const module = defineModule({
  name: 'notes',
  tables: [notes],
  migrations: {
    notes: {
      up: async (db) => {
        await sql`create table notes (id int primary key, text text, is_hidden boolean, marks int default 0)`.execute(
          db,
        );
        await sql`insert into notes values (1, 'open', false), (2, 'hidden', true)`.execute(db);
      },
    },
  },
});

let service: TestService;
let boss: Headers;
let deputy: Headers;
let bossId: number;
beforeAll(async () => {
  service = await startTestService({}, { definition: { modules: [module] } });
  bossId = await service.addUser('boss@example.com', 'administrator');
  await service.addUser('deputy@example.com', 'administrator');
  boss = await signedIn('boss@example.com');
  deputy = await signedIn('deputy@example.com');
});
beforeEach(async () => {
  callers = [];
  await sql`update notes set marks = 0`.execute(service.database.db);
});
afterEach(async () => {
  pause = Promise.resolve();
  pace = 0;
  await sql`delete from notes where id > 2`.execute(service.database.db);
});
afterAll(() => service?.destroy());

async function signedIn(email: string): Promise<Headers> {
  return { authorization: `Bearer ${(await service.signIn(email)).token}` };
}

const call = (method: string, path: string, headers: Headers, body?: object) =>
  service.call(path, { method, headers, ...(body !== undefined && { body }) });

async function keyOf(headers: Headers, permissions: readonly string[] | null): Promise<Headers> {
  const key = { name: 'program', expiresInDays: null, permissions };
  const { body } = await call('POST', '/api/core/api-keys', headers, key);

  return { 'x-api-key': body.key as string };
}

async function actingAsBoss(): Promise<Headers> {
  const { body } = await call('POST', `/api/core/impersonation/${bossId}`, deputy);

  return { authorization: `Bearer ${body.token}` };
}

const may = ['notes.init', 'notes.tableData', 'notes.exportExcel', 'notes.mark'];
/** A different payload for each export, so that it does not join another. */
let requests = 0;
const requestExport = async (headers: Headers, params: object = { n: ++requests }) =>
  (await call('POST', '/api/notes/exportExcel', headers, { format: 'csv', params })).body.export as TableJob;
const markRequest = () => ({ columns: [], meta: {}, params: { n: ++requests } });
async function requestMark(headers: Headers, request = markRequest()): Promise<TableJob> {
  const { status, text, body } = await call('PATCH', '/api/notes/mark', headers, request);
  expect([status, text]).toEqual([202, expect.anything()]);

  return body.job as TableJob;
}

async function ended(job: TableJob, headers = boss): Promise<TableJob> {
  const read = async () => (await call('GET', job.path, headers)).body as unknown as TableJob;
  await expect.poll(async () => (await read()).status).not.toMatch(/^(waiting|processing)$/);

  return read();
}

async function exportedRows(headers: Headers): Promise<string[]> {
  const { download } = await ended(await requestExport(headers), headers);
  const file = await service.call(download ?? '', { headers });

  return file.text.replace('\ufeff', '').trim().split(/\r?\n/).slice(1);
}

/** Starts an action on many rows, and resolves when it has changed some. */
async function startLongMark(headers: Headers): Promise<TableJob> {
  pace = 0.01;
  await sql`insert into notes select n, 'more', false from generate_series(3, 2000) as n`.execute(
    service.database.db,
  );
  const job = await requestMark(headers);
  await expect.poll(async () => (await call('GET', job.path, boss)).body.entries).toBeGreaterThan(0);

  return job;
}

const marks = async () =>
  (await sql<{ marks: number }>`select marks from notes order by id`.execute(service.database.db)).rows.map(
    (row) => row.marks,
  );
const listed = async (kind: string, headers: Headers) =>
  ((await call('GET', `/api/${kind}`, headers)).body.data as TableJob[]).map(({ id }) => id);

describe('A job of a limited API key', () => {
  it('has the rows of the screen, in the file and in an action', async () => {
    const key = await keyOf(boss, may);
    expect((await call('POST', '/api/notes/tableData', key, {})).body.data).toHaveLength(1);
    expect(await exportedRows(key)).toEqual(['open']);
    expect(await exportedRows(boss)).toEqual(['open', 'hidden']);
    expect(await exportedRows(await keyOf(boss, null))).toEqual(['open', 'hidden']);
    await ended(await requestMark(key));
    expect(await marks()).toEqual([1, 0]);
    expect(callers.some(({ apiKey }) => apiKey?.permissions?.includes('notes.mark'))).toBe(true);
  });

  it('does not join an equal job of its owner, and is not joined by it', async () => {
    const key = await keyOf(boss, may);
    let resume = () => {};
    pause = new Promise((resolve) => {
      resume = resolve;
    });
    const request = markRequest();
    const start = async (headers: Headers) => (await requestMark(headers, request)).id;
    const ids = [await start(boss), await start(key), await start(boss), await start(key)];
    expect(new Set(ids).size).toBe(2);
    expect([ids[2], ids[3]]).toEqual([ids[0], ids[1]]);
    resume();
    for (const id of new Set(ids)) await ended({ path: `/api/actions/${id}` } as TableJob);
  });

  it.each(['deleted', 'disabled', 'expired', 'limited further'])('stops when the key is %s', async (what) => {
    const key = await keyOf(boss, may);
    const job = await startLongMark(key);
    const { db } = service.database;
    const { id } = await db
      .selectFrom('api_keys')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    if (what === 'deleted') await call('DELETE', `/api/core/api-keys/${id}`, boss);
    else {
      const set = {
        disabled: { enabled: false },
        expired: { expires_at: new Date(0) },
        'limited further': { permissions: '{"routes":["notes.init"]}' },
      }[what];
      await db
        .updateTable('api_keys')
        .set(set as object)
        .where('id', '=', id)
        .execute();
    }
    expect(await ended(job)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('API key'),
    });
  });
});

describe('The jobs of a user', () => {
  it('are neither listed, read, downloaded nor cancelled with a limited key that did not start them', async () => {
    const key = await keyOf(boss, may);
    const other = await keyOf(boss, may);
    const own = await ended(await requestExport(boss));
    const ofKey = await ended(await requestExport(key));
    expect(await listed('exports', boss)).toEqual(expect.arrayContaining([own.id, ofKey.id]));
    expect(await listed('exports', key)).toEqual([ofKey.id]);
    expect(await listed('exports', other)).toEqual([]);
    for (const [headers, job] of [
      [key, own],
      [other, ofKey],
    ] as const) {
      for (const [method, path] of [
        ['GET', job.path],
        ['DELETE', job.path],
        ['GET', job.download ?? ''],
      ] as const)
        expect((await call(method, path, headers)).status).toBe(404);
    }
    for (const headers of [boss, key])
      expect((await call('GET', ofKey.download ?? '', headers)).status).toBe(200);
  });

  it('do not appear in the event stream of a limited key that did not start them', async () => {
    const key = await keyOf(boss, may);
    const address = `${service.address}/api/core/notifications/stream`;
    const streams = [await openEventStream(address, boss), await openEventStream(address, key)];
    const jobs = () =>
      streams.map(
        ({ events }) =>
          new Set(events.flatMap(({ event, data }) => (event === 'job' ? [(data as TableJob).id] : []))),
      );
    const own = await ended(await requestExport(boss));
    const ofKey = await ended(await requestExport(key));
    await expect.poll(() => jobs()[1]).toContain(ofKey.id);
    expect(jobs()[0]).toEqual(new Set([own.id, ofKey.id]));
    expect(jobs()[1]).toEqual(new Set([ofKey.id]));
    for (const stream of streams) stream.close();
  });
});

describe('A job that an impersonator has started', () => {
  it('runs as an impersonation, and is separate from those of the user', async () => {
    const acting = await actingAsBoss();
    expect(await exportedRows(acting)).toEqual(['open']);
    expect(callers.at(-1)).toMatchObject({ isImpersonated: true, impersonatedBy: expect.any(Number) });
    const own = await ended(await requestExport(boss));
    const theirs = await ended(await requestExport(acting));
    expect(await listed('exports', acting)).not.toContain(own.id);
    expect((await call('GET', own.download ?? '', acting)).status).toBe(404);
    expect((await call('GET', theirs.download ?? '', boss)).status).toBe(200);
  });

  it('stops when the impersonator may no longer impersonate the user', async () => {
    const acting = await actingAsBoss();
    const job = await startLongMark(acting);
    const { db } = service.database;
    const demote = (role: number) =>
      db.updateTable('users').set({ role_id: role }).where('email', '=', 'deputy@example.com').execute();
    await demote(3);
    expect(await ended(job)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('impersonate'),
    });
    await demote(1);
  });
});
