import { defineTable } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Database, defineJob, defineModule, defineService } from '../index.ts';
import { startTestService, type TestService, type TestUser } from '../testing.ts';

interface OfficeDatabase extends Database {
  rooms: { id: number; name: string; booked: number };
}

const rooms = defineTable({
  template: {
    routePrefix: 'rooms',
    name: 'Rooms',
    columns: [{ label: 'Name', name: 'name', data: 'rooms.name', meta: ['searchable'] }],
  },
  query: (db: Kysely<OfficeDatabase>) => db.selectFrom('rooms').select(['rooms.id as dtRowId', 'rooms.name']),
});

const office = defineModule({
  name: 'office',
  tables: [rooms],
  migrations: {
    '0001_rooms': {
      up: async (db) => {
        await sql`create table rooms (id int primary key, name text, booked int not null default 0)`.execute(
          db,
        );
        await sql`insert into rooms values (1, 'Attic')`.execute(db);
      },
    },
  },
  routes: (app, { jobs }) => {
    app.post<{ Body: { room: number } }>(
      '/api/bookings',
      { config: { name: 'bookings.create' } },
      async ({ body, user }) => ({
        job: await jobs.send(booking, { room: body.room, user: user?.id ?? 0 }),
      }),
    );
  },
  jobs: ({ db, notifier }) => [
    booking.handledBy({
      run: async ({ room, user }, { attempt }) => {
        const { numAffectedRows } =
          await sql`update rooms set booked = booked + 1 where id = ${room}`.execute(db);
        if (numAffectedRows === 0n) throw new Error(`There is no room ${room}.`);
        if (attempt === 1) throw new Error('Once again.');
        const content = {
          type: 'export.finalized',
          key: `booking.${room}`,
          title: 'Booked',
          body: 'A room is yours.',
        };
        await notifier.notify(user, content, { channels: ['mail', 'database'] });
      },
    }),
  ],
});

interface Booking {
  readonly room: number;
  readonly user: number;
}
const booking = defineJob<Booking>({ name: 'booking', queue: 'heavy' });

async function portOf<DB>(db: Kysely<DB>): Promise<number | undefined> {
  return (await sql<{ port: number }>`select inet_server_port() as port`.execute(db)).rows[0]?.port;
}

let service: TestService<OfficeDatabase>;
let boss: TestUser;
beforeAll(async () => {
  service = await startTestService<OfficeDatabase>(defineService({ modules: [office] }), {
    config: { languages: ['en', 'de'], queues: { heavy: { attempts: 2 } } },
  });
  boss = await service.signIn({ role: 'administrator' });
});
afterAll(() => service?.stop());

describe('A test service', () => {
  it('serves the tables of its modules to a user who may see them', async () => {
    const { status, body } = await boss.get('/api/rooms/tableData?meta[length]=10');
    expect(status).toBe(200);
    expect(body.data).toMatchObject([{ name: 'Attic' }]);
    expect((await service.get('/api/rooms/init')).status).toBe(401);
    expect((await (await service.signIn()).get('/api/rooms/init')).status).toBe(403);
  });

  it('signs in a user with some permissions only', async () => {
    const reader = await service.signIn({ permissions: ['rooms.init'], name: 'Ada', language: 'de' });
    expect((await reader.get('/api/rooms/init')).status).toBe(200);
    expect((await reader.get('/api/rooms/tableData')).status).toBe(403);
    expect((await reader.get('/api/core/me')).body.user).toMatchObject({
      id: reader.id,
      name: 'Ada',
      language: 'de',
    });
    await expect(service.signIn({ permissions: ['room.init'] })).rejects.toThrow(
      'The service has no permission "room.init" (did you mean "rooms.init"?).',
    );
    await expect(service.signIn({ role: 'nobody' })).rejects.toThrow(
      'Role "nobody" does not exist. Choose one of',
    );
  });

  it('runs jobs, and returns their mails and notifications', async () => {
    const guest = await service.signIn({ permissions: ['bookings.create'] });
    expect((await guest.post('/api/bookings', { room: 1 })).status).toBe(200);
    expect(await service.runJobs()).toEqual([]);
    expect(await service.db.selectFrom('rooms').select('booked').execute()).toEqual([{ booked: 2 }]);
    expect(await guest.notifications()).toMatchObject([{ title: 'Booked', body: 'A room is yours.' }]);
    expect(guest.mails()).toMatchObject([
      { subject: expect.stringContaining('Booked'), to: { address: guest.email } },
    ]);
    expect(service.mails()).toHaveLength(1);
  });

  it('returns permanently failed jobs', async () => {
    await boss.post('/api/bookings', { room: 9 });
    expect(await service.runJobs()).toEqual([
      { kind: 'booking', data: { room: 9, user: boss.id }, error: 'There is no room 9.' },
    ]);
  });

  it('runs scheduled jobs on request', async () => {
    const { jobs } = service.context;
    await jobs.send(booking, { room: 8, user: 0 }, { startAfter: new Date(Date.now() + 3_600_000) });
    expect(await service.runJobs()).toHaveLength(1);
    expect(await service.runJobs({ scheduled: true })).toHaveLength(2);
  });

  it('removes its database when it stops, and only that', async () => {
    const other = await startTestService();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(other.db);
    await other.stop();
    const databases = await sql`select 1 from pg_database where datname = ${rows[0]?.name}`.execute(
      service.db,
    );
    expect(databases.rows).toEqual([]);
    expect((await boss.get('/api/core/me')).status).toBe(200);
  });

  it('uses an embedded PostgreSQL server by default', async () => {
    vi.stubEnv('TEST_POSTGRES_URL', '');
    try {
      const [one, two] = await Promise.all([startTestService(), startTestService()]);
      const ports = await Promise.all([one, two].map(({ db }) => portOf(db)));
      expect(ports[0]).toBe(ports[1]);
      expect(ports[0]).not.toBe(await portOf(service.db));
      await Promise.all([one.stop(), two.stop()]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('reports faults of modules and configuration', async () => {
    await expect(startTestService({ modules: [office, office] })).rejects.toThrow(
      'The module "office" is added by',
    );
    await expect(startTestService({}, { config: { langages: [] } })).rejects.toThrow('langages');
    await expect(startTestService({}, { postgresUrl: 'postgres://127.0.0.1:1/x' })).rejects.toThrow(
      'The tests cannot use the PostgreSQL server at 127.0.0.1:1',
    );
  });
});
