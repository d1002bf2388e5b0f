import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createTables, defineTable } from '@rowhouse/tables';
import { installPageMarks } from '@rowhouse/tables-postgres';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresPool } from '../../../../test/databases.ts';
import type { Database } from '../kernel/database/Database.ts';
import { defineJob } from '../kernel/jobs/Jobs.ts';
import { defineModule, type Module } from '../kernel/module/Module.ts';
import { startTestService, type TestService } from '../testing/startTestService.ts';
import { createService } from './createService.ts';

interface RoomsDatabase extends Database {
  rooms: { id: number; name: string; seats: number };
}

const rooms = defineTable({
  template: {
    routePrefix: 'rooms',
    name: 'Rooms',
    columns: [
      { label: 'Name', name: 'name', data: 'rooms.name', meta: ['searchable', 'sortable'] },
      { label: 'Seats', name: 'seats', data: 'rooms.seats', meta: ['sortable', 'total'] },
    ],
  },
  query: (db: Kysely<RoomsDatabase>) =>
    db.selectFrom('rooms').select(['rooms.id as dtRowId', 'rooms.name', 'rooms.seats']),
});

const closed: string[] = [];
const done: number[] = [];
const clean = defineJob<{ room: number }>({ name: 'clean', queue: 'heavy' });
const office = defineModule({
  name: 'office',
  tables: [rooms],
  locales: { de: { Rooms: 'Räume' } },
  migrations: {
    '0001_rooms': {
      up: async (db) => {
        await sql`create table rooms (id int primary key, name text not null, seats int not null)`.execute(
          db,
        );
        await sql`insert into rooms values (1, 'Attic', 4), (2, 'Cellar', 12)`.execute(db);
        await sql`create index rooms_seats on rooms (seats, id)`.execute(db);
        await installPageMarks(db, ['rooms(seats, id)']);
      },
    },
  },
  open: () => ({ close: async () => void closed.push('office') }),
  routes: (app, { db, jobs }) => {
    app.post('/api/rooms/clean', { config: { name: 'rooms.clean' } }, async () => {
      await jobs.send(clean, { room: 2 });

      return {
        seats: (await sql<{ n: number }>`select sum(seats)::int n from rooms`.execute(db)).rows[0]?.n,
      };
    });
  },
  jobs: () => [clean.handledBy({ run: async ({ room }) => void done.push(room) })],
});

describe('A module of an application', () => {
  let service: TestService;
  let headers: Record<string, string>;
  beforeAll(async () => {
    service = await startTestService({ ROWHOUSE_LANGUAGES: 'en,de' }, { definition: { modules: [office] } });
    await service.addUser('boss@example.com', 'administrator');
    headers = { authorization: `Bearer ${(await service.signIn('boss@example.com')).token}` };
  });
  afterAll(() => service?.destroy());

  it('has its migrations run, with its name as prefix', async () => {
    const { rows } = await sql<{ name: string }>`
      select name from rowhouse.kysely_migration where name like 'office/%'`.execute(service.database.db);
    expect(rows).toEqual([{ name: 'office/0001_rooms' }]);
  });

  it('has its table served, and listed in the menu of users who may open it', async () => {
    const { body } = await service.call('/api/rooms/tableData?meta[search]=Att', { headers });
    expect(body.data).toMatchObject([{ name: 'Attic', seats: 4 }]);
    const german = await service.call('/api/core/me', { method: 'PATCH', headers, body: { language: 'de' } });
    expect(german.status).toBe(200);
    const menu = await service.call('/api/core/tables', { headers });
    expect(menu.body.data).toEqual([
      expect.objectContaining({
        id: 'rooms',
        name: 'Räume',
        path: '/tables/rooms',
        init: '/api/rooms/init',
        icon: 'fa-table',
      }),
    ]);
    await service.addUser('guest@example.com');
    const guest = { authorization: `Bearer ${(await service.signIn('guest@example.com')).token}` };
    expect((await service.call('/api/core/tables', { headers: guest })).body.data).toEqual([]);
    expect((await service.call('/api/rooms/tableData', { headers: guest })).status).toBe(403);
  });

  it('has its routes guarded by permissions, and its jobs run', async () => {
    expect((await service.call('/api/rooms/clean', { method: 'POST' })).status).toBe(401);
    const response = await service.call('/api/rooms/clean', { method: 'POST', headers });
    expect([response.status, response.body]).toEqual([200, { seats: 16 }]);
    await expect.poll(() => done).toEqual([2]);
  });

  it('has its page marks set by the pages of its table', async () => {
    const sort = { columns: [{ name: 'seats', meta: { sort: 'ASC' } }] };
    const page = await service.call('/api/rooms/tableData', { method: 'POST', headers, body: sort });
    expect(page.body.data).toMatchObject([{ name: 'Attic' }, { name: 'Cellar' }]);
    await expect
      .poll(
        async () =>
          (await sql`select is_complete from rowhouse_page_marks`.execute(service.database.db)).rows,
      )
      .toEqual([{ is_complete: true }]);
  });

  it('has its rows exported by COPY', async () => {
    const statements: string[] = [];
    const db = new Kysely<Database>({
      dialect: new PostgresDialect({
        pool: postgresPool({ connectionString: service.database.url as string }),
      }),
      log: ({ query }) => void statements.push(query.sql),
    });
    const { tablesOptions } = createService({ modules: [office] });
    const output = new PassThrough();
    try {
      const [file] = await Promise.all([
        text(output),
        createTables(tablesOptions({ db, config: service.config })).exportRows('rooms', {}, null, {
          output,
          format: 'csv',
        }),
      ]);
      expect(file).toContain('Attic');
    } finally {
      await db.destroy();
    }
    expect(statements.filter((statement) => statement.startsWith('copy ('))).toHaveLength(1);
  });

  it('does not include the demo', async () => {
    expect((await service.call('/api/orders/init', { headers })).status).toBe(404);
    const { rows } = await sql<{ there: string | null }>`select to_regclass('orders')::text as there`.execute(
      service.database.db,
    );
    expect(rows).toEqual([{ there: null }]);
  });
});

it('closes modules with the service, modules of the application first', async () => {
  closed.length = 0;
  const late = defineModule({ name: 'late', open: () => ({ close: async () => void closed.push('late') }) });
  const service = await startTestService(
    { ROWHOUSE_WORKERS: 'false' },
    { definition: { modules: [office, late] } },
  );
  await service.destroy();
  expect(closed).toEqual(['late', 'office']);
});

it('lets modules close their resources asynchronously in each part of a process', async () => {
  const patient: [part: string, hasTime: boolean][] = [];
  const slow = defineModule({
    name: 'slow',
    open: ({ mode }) => ({ close: async (patience) => void patient.push([mode, patience > 0]) }),
  });
  const service = await startTestService({}, { definition: { modules: [slow] } });
  await service.destroy();
  expect(patient).toEqual([
    ['work', true],
    ['serve', true],
  ]);
});

it('names a module that throws in `open`, and closes earlier ones', async () => {
  closed.length = 0;
  const broken = defineModule({
    name: 'broken',
    open: () => {
      throw new Error('no licence');
    },
  });
  await expect(startTestService({}, { definition: { modules: [office, broken] } })).rejects.toThrow(
    'The module "broken" could not be opened: no licence',
  );
  expect(closed).toEqual(['office']);
});

const reindex = { description: 'Nothing.', run: () => undefined };

describe('Conflicting modules', () => {
  it.each<[string, readonly Module[], string]>([
    [
      'have the same name',
      [office, { name: 'office' }],
      'The module "office" is added by "office" and "office".',
    ],
    [
      'have the same table',
      [office, { name: 'other', tables: [rooms] }],
      'The table "rooms" is added by "office" and "other".',
    ],
    [
      'take the name of a built-in one',
      [{ name: 'users' }],
      'The module "users" is added by "users" and "users".',
    ],
    [
      'have the same enumeration',
      [
        { name: 'a', enums: { sizes: { 1: 'S' } } },
        { name: 'b', enums: { sizes: { 1: 'M' } } },
      ],
      'The enumeration "sizes" is added by "a" and "b".',
    ],
    [
      'have the same command',
      [
        { name: 'a', commands: { 'shop:reindex': reindex } },
        { name: 'b', commands: { 'shop:reindex': reindex } },
      ],
      'The command "shop:reindex" is added by "a" and "b".',
    ],
    [
      'have a command of the service',
      [{ name: 'a', commands: { serve: reindex } }],
      'The command "serve" of the module "a" is one of the service itself.',
    ],
    [
      'have a command that cannot be typed',
      [{ name: 'a', commands: { 'Re index': reindex } }],
      'The command "Re index" of the module "a" needs a name of lower-case words',
    ],
    ['have a name that is none', [{ name: 'Über uns' }], 'The module "Über uns" needs a name of letters'],
  ])('%s', (_, modules, message) => {
    expect(() => createService({ modules })).toThrow(message);
  });

  it('are all reported together', () => {
    expect(() => createService({ modules: [{ name: '1' }, office, office] })).toThrow(
      /"1" needs a name[\s\S]*module "office"[\s\S]*table "rooms"/,
    );
  });
});
