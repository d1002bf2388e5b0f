import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataResponse, InitResponse, RecordForm, TableJob } from '@rowhouse/table-protocol';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../../../test/databases.ts';
import { minutes } from '../../../../../test/patience.ts';
import type { ServiceDefinition } from '../../definition/ServiceDefinition.ts';
import { openProcess, type RunningProcess } from '../../process/openProcess.ts';
import { createExistingDatabase, type ExistingDatabase } from '../../testing/existingDatabase.ts';
import { startTestService, type TestService } from '../../testing/startTestService.ts';

/** Longer than the test: all comparisons are caused by requests and jobs. */
const interval = { ROWHOUSE_SCHEMA_CHECK_SECONDS: '3600', ROWHOUSE_WORKERS: 'false' };

describe.each(dialects)('A database whose schema changes while it is served, on %s', (dialect) => {
  let folder: string;
  let existing: ExistingDatabase;
  let service: TestService;
  let worker: RunningProcess;
  let boss: Record<string, string>;
  let clerk: Record<string, string>;
  let user: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rowhouse-changed-'));
    const template = {
      ...{ routePrefix: 'seats', name: 'Seats', source: 'shop:tickets', buttons: ['excel'] },
      columns: [{ label: 'Seat', name: 'seat', meta: ['sortable'] }],
    };
    await writeFile(join(folder, 'seats.json'), JSON.stringify(template));
    existing = await createExistingDatabase(dialect);
    // With a view that fails, SQLite alters no table.
    if (dialect === 'sqlite') await run('drop view broken');
    await run('create table tickets (id integer primary key, seat varchar(10))');
    await run("insert into tickets values (1, 'A1')");
    const { url, schemas } = existing;
    const definition: ServiceDefinition = {
      databases: { shop: { url, writable: true, ...(schemas && { schemas }) } },
      tables: folder,
      roles: { clerk: ['shop.*'] },
    };
    service = await startTestService(interval, { definition });
    worker = await openProcess(service.config, definition, {
      logger: pino({ level: 'silent' }),
      databaseUse: 'share',
      work: {},
    });
    boss = await signedIn('boss@example.com', 'administrator');
    clerk = await signedIn('clerk@example.com', 'clerk');
    user = await signedIn('user@example.com', 'user');
  }, minutes(2));
  afterAll(async () => {
    await worker?.stop();
    await service?.destroy();
    await existing?.destroy();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(statement: string): Promise<void> {
    await sql.raw(statement).execute(existing.db);
  }
  async function signedIn(email: string, role: string): Promise<Record<string, string>> {
    await service.addUser(email, role);

    return { authorization: `Bearer ${(await service.signIn(email)).token}` };
  }
  const call = (path: string, body?: object, headers = boss) =>
    service.call(`/api/${path}`, { headers, ...(body && { method: 'POST', body }) });
  const menuOf = async (headers: Record<string, string>) =>
    ((await call('core/tables', undefined, headers)).body.data as { id: string; create?: string }[]).map(
      ({ id }) => id,
    );
  const columnsOf = async (id: string) => {
    const { template } = (await call(`${id.replaceAll('.', '/')}/init`)).body as unknown as InitResponse;

    return template.columns.map(({ name }) => name);
  };
  /** An unknown table causes a comparison, at most every five seconds. */
  const compared = async (isTrue: () => Promise<boolean>) => {
    await expect
      .poll(
        async () => {
          expect((await call('shop/nothing/init')).status).toBe(404);

          return isTrue();
        },
        { timeout: minutes(1), interval: 500 },
      )
      .toBe(true);
  };

  it('serves a new table to its first request, with the rights of a start', {
    timeout: minutes(3),
  }, async () => {
    expect(await menuOf(boss)).not.toContain('shop.films');
    // Not INTEGER, which SQLite numbers itself.
    await run(
      'create table films (id int not null primary key, title varchar(80), password_hash varchar(80))',
    );
    await run("insert into films values (1, 'Metropolis', 'x'), (2, 'Nosferatu', 'y')");
    const data = await call('shop/films/tableData', {});
    expect([data.status, data.body.count], data.text).toEqual([200, 2]);
    expect(data.text).not.toContain('password_hash');
    expect(await columnsOf('shop.films')).toContain('title');
    expect(await menuOf(boss)).toContain('shop.films');
    // Permissions are granted after the tables are replaced.
    await expect.poll(() => menuOf(clerk)).toContain('shop.films');
    expect(await menuOf(user)).toEqual([]);
    expect((await call('shop/films/tableData', {}, user)).status).toBe(403);
    expect((await call('shop/films/tableData', {}, {})).status).toBe(401);
    const form = (await call('shop/films/create')).body as unknown as RecordForm;
    expect(form.fields.map(({ name }) => name)).toEqual(['id', 'title']);
    const stored = await call('shop/films/store', { values: { id: 3, title: 'M' } });
    expect(stored.status, stored.text).toBe(201);
    expect((await call('roles/1')).text).toContain('Export films');
  });

  it('exports a new table by a worker that has not seen it', { timeout: minutes(3) }, async () => {
    const ids = worker.databases.flatMap(({ tables }) => tables.map(({ id }) => id));
    expect(ids).not.toContain('shop.films');
    const started = await call('shop/films/exportExcel', {});
    expect(started.status, started.text).toBe(202);
    const { path } = started.body.export as TableJob;
    await expect
      .poll(async () => (await service.call(path, { headers: boss })).body, { timeout: 60_000 })
      .toMatchObject({ status: 'finalized', entries: 3 });
  });

  it('shows, writes and filters a new column', { timeout: minutes(3) }, async () => {
    await run('alter table films add column minutes integer');
    await compared(async () => (await columnsOf('shop.films')).includes('minutes'));
    const stored = await call('shop/films/store', { values: { id: 4, title: 'Faust', minutes: 107 } });
    expect(stored.status, stored.text).toBe(201);
    const where = { data: 'films.minutes', operator: 'moreThan', value: '100' };
    const { body, text } = await call('shop/films/tableData', { where });
    expect((body as unknown as DataResponse).filtered, text).toBe(1);
  });

  it('says that a column was dropped, then responds as to any unknown column', {
    timeout: minutes(3),
  }, async () => {
    const sorted = (column: string) =>
      call('shop/films/tableData', {
        ...{ meta: { sort: true }, columns: [{ name: column, meta: { sort: 'ASC' } }] },
      });
    const filtered = (column: string) =>
      call('shop/films/tableData', {
        where: { data: `films.${column}`, operator: 'moreThan', value: '100' },
      });
    expect((await sorted('minutes')).status).toBe(200);
    await run('alter table films drop column minutes');
    const first = await call('shop/films/tableData', {});
    expect([first.status, first.body.type], first.text).toEqual([503, 'service.schema_changed']);
    expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
    await compared(async () => !(await columnsOf('shop.films')).includes('minutes'));
    expect((await call('shop/films/tableData', {})).body.count).toBe(4);
    for (const request of [sorted, filtered]) {
      const [dropped, unknown] = [await request('minutes'), await request('never')];
      expect(dropped.status).toBeLessThan(500);
      expect([dropped.status, dropped.body.type]).toEqual([unknown.status, unknown.body.type]);
    }
    const stored = await call('shop/films/store', { values: { id: 5, title: 'Tabu', minutes: 84 } });
    expect([stored.status, Object.keys(stored.body.errors as object)]).toEqual([422, ['values.minutes']]);
  });

  it('serves all tables as they were while a template has a fault', { timeout: minutes(3) }, async () => {
    expect((await call('seats/tableData', {})).body.count).toBe(1);
    await run('alter table tickets rename column seat to place');
    await run('create table actors (id integer primary key)');
    await expect
      .poll(
        async () => {
          expect((await call('shop/actors/init')).status).toBe(404);

          return service.log.join('');
        },
        { timeout: minutes(1), interval: 500 },
      )
      .toContain('stay as they were');
    expect((await call('shop/films/tableData', {})).body.count).toBe(4);
    const broken = await call('seats/tableData', {});
    expect([broken.status, broken.body.type]).toEqual([503, 'service.schema_changed']);
    await run('alter table tickets rename column place to seat');
    await compared(async () => (await menuOf(boss)).includes('shop.actors'));
    expect((await call('seats/tableData', {})).body.count).toBe(1);
  });

  it('no longer serves a dropped table', { timeout: minutes(3) }, async () => {
    await run('drop table films');
    expect((await call('shop/films/tableData', {})).status).toBe(503);
    await compared(async () => !(await menuOf(boss)).includes('shop.films'));
    for (const route of ['init', 'tableData', 'exportExcel', 'create']) {
      expect([route, (await call(`shop/films/${route}`)).status]).toEqual([route, 404]);
    }
    expect((await call('core/tables/shop.films/links')).status).toBe(404);
    expect((await call('views?table=shop.films')).status).toBe(404);
    // A table that was there at the start had routes of its own.
    await run('drop table actors');
    await run('create table guests (id integer primary key)');
    expect((await call('shop/without_key/init')).status).toBe(200);
    await run(`drop table without_key`);
    await compared(async () => !(await menuOf(boss)).includes('shop.without_key'));
    expect((await call('shop/without_key/init')).status).toBe(404);
    expect(await menuOf(boss)).toContain('shop.guests');
  });
});
