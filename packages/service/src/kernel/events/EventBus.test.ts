import { spawn } from 'node:child_process';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/databases.ts';
import type { Database } from '../database/Database.ts';
import { channel, createEventBus, type OpenEventBus, type StoredJob, type UserEvent } from './EventBus.ts';
import { eventPayloads } from './eventChunks.ts';

let database: TestDatabase<Database>;
let db: Kysely<Database>;
const buses: OpenEventBus[] = [];
let log: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase<Database>('postgres');
  db = database.db;
});
afterEach(async () => {
  await Promise.all(buses.splice(0).map((bus) => bus.close()));
  log = [];
});
afterAll(() => database?.destroy());

async function open(): Promise<OpenEventBus> {
  const url = database.url as string;
  const bus = await createEventBus({ db, url, log: (level, text) => log.push(`${level}: ${text}`) });
  buses.push(bus);

  return bus;
}

function receivedBy(bus: OpenEventBus, userId: number): UserEvent[] {
  const received: UserEvent[] = [];
  bus.subscribe(userId, (event) => received.push(event));

  return received;
}

const notice = (id: number, rest = {}): UserEvent => ({ event: 'notification', data: { id, ...rest } });

const listeners = () =>
  sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = 'rowhouse events'`
    .execute(db)
    .then(({ rows }) => rows.map(({ pid }) => pid));

/** Terminates listening connections, as a restart of the database does. */
const terminate = () =>
  sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'rowhouse events'`.execute(db);

describe('The event bus', () => {
  it('sends the events of a user to all listeners of that user', async () => {
    const [here, there] = [await open(), await open()];
    const [ada, adaThere, ben] = [receivedBy(here, 1), receivedBy(there, 1), receivedBy(there, 2)];
    await here.publish(1, notice(7, { title: 'Grüße 👋' }));
    await there.publish(2, notice(8));
    await here.publish(1, notice(9));
    await expect.poll(() => [ada, adaThere, ben].map((events) => events.length)).toEqual([2, 2, 1]);
    expect(ada).toEqual([notice(7, { title: 'Grüße 👋' }), notice(9)]);
    expect(adaThere).toEqual(ada);
    expect(ben).toEqual([notice(8)]);
  });

  it('sends events to other processes', async () => {
    const bus = await open();
    const program = `
      import { Kysely, PostgresDialect } from 'kysely';
      import { Pool } from 'pg';
      import { createEventBus } from ${JSON.stringify(new URL('./EventBus.ts', import.meta.url).href)};
      const url = process.env.BUS_URL;
      const db = new Kysely({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: url }) }) });
      const bus = await createEventBus({ db, url, log: () => undefined });
      bus.subscribe(5, async ({ data }) => {
        await bus.publish(6, { event: 'notification', data: { id: data.id + 1 } });
        await bus.close();
        await db.destroy();
      });
      process.stdout.write('ready');`;
    const child = spawn(
      process.execPath,
      ['--conditions=@rowhouse/source', '--input-type=module', '--eval', program],
      {
        cwd: import.meta.dirname,
        env: { ...process.env, BUS_URL: database.url },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const received = receivedBy(bus, 6);
    await bus.publish(5, notice(1));
    await expect.poll(() => received).toEqual([notice(2)]);
    expect(await ended).toBe(0);
  });

  it('sends nothing if the transaction is rolled back, and sends events after a commit', async () => {
    const bus = await open();
    const received = receivedBy(bus, 1);
    await db
      .transaction()
      .execute(async (transaction) => {
        await bus.publish(1, notice(1), transaction);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await db.transaction().execute(async (transaction) => {
      await bus.publish(1, notice(2), transaction);
      // Published later, committed earlier.
      await bus.publish(1, notice(3));
      await expect.poll(() => received).toEqual([notice(3)]);
    });
    await expect.poll(() => received).toEqual([notice(3), notice(2)]);
  });

  it('sends nothing after the subscription has ended', async () => {
    const bus = await open();
    const kept = receivedBy(bus, 1);
    const ended: UserEvent[] = [];
    const end = bus.subscribe(1, (event) => ended.push(event));
    await bus.publish(1, notice(1));
    await expect.poll(() => kept).toHaveLength(1);
    end();
    end();
    await bus.publish(1, notice(2));
    await expect.poll(() => kept).toHaveLength(2);
    expect(ended).toEqual([notice(1)]);
  });

  it('continues if a listener throws, and if other programs send invalid payloads', async () => {
    const bus = await open();
    bus.subscribe(1, () => {
      throw new Error('cannot draw it');
    });
    const received = receivedBy(bus, 1);
    for (const payload of [
      '',
      'not json',
      'null',
      '[]',
      '{"user":"1","event":{"event":"notification","data":{}}}',
      '{"user":1,"event":{"event":"constructor","data":{}}}',
      '{"user":1,"event":{"event":"notification","data":[]}}',
      '{"user":1}',
    ]) {
      await sql`select pg_notify('rowhouse_events', ${payload})`.execute(db);
    }
    await bus.publish(1, notice(1));
    await expect.poll(() => received).toEqual([notice(1)]);
    expect(log).toEqual(['warn: A listener to events failed: cannot draw it']);
  });

  it('reconnects after its connection has ended, and reports that events may be missing', async () => {
    const bus = await open();
    const received = receivedBy(bus, 1);
    let gaps = 0;
    bus.onGap(() => gaps++);
    for (const round of [1, 2]) {
      const before = await listeners();
      await terminate();
      await expect.poll(() => gaps).toBe(round);
      expect((await listeners()).filter((pid) => before.includes(pid))).toEqual([]);
      await bus.publish(1, notice(round));
      await expect.poll(() => received).toHaveLength(round);
    }
    expect(log.filter((line) => line.startsWith('warn: The connection for events ended'))).toHaveLength(2);
    expect(log.at(-1)).toBe('info: The connection for events is restored.');
  });

  it('starts and stops without a database, and rejects publishing', async () => {
    const url = new URL(database.url as string);
    url.port = '1';
    const unavailable = await createEventBus({ db, url: url.href, log: (_level, text) => log.push(text) });
    expect(log).toHaveLength(1);
    expect(log[0]).not.toContain(url.password);
    const { db: closed, destroy } = await createTestDatabase<Database>('postgres');
    await destroy();
    await expect(unavailable.publish(1, notice(1), closed)).rejects.toThrow();
    await unavailable.close();
  });

  it('leaves no connection open when closed, even while reconnecting', async () => {
    const bus = await open();
    await terminate();
    await bus.close();
    await expect.poll(listeners).toEqual([]);
  });
});

describe('Waiting for all processes', () => {
  it('ends when each has received what was sent before, together for calls at the same time', async () => {
    const [bus, ...others] = [await open(), await open(), await open()];
    const received = others.map((other) => receivedBy(other, 1));
    for (let n = 1; n <= 20; n++) {
      await bus?.publish(1, notice(n, { title: 'Sent', body: '', parameters: {} }));
      await Promise.all([bus?.settled(), bus?.settled()]);
      expect(received.map((events) => events.length)).toEqual([n, n]);
    }
  });

  it('ends by itself if a process does not acknowledge, and without a connection', async () => {
    const bus = await open();
    const silent = new Client({ connectionString: database.url, application_name: 'rowhouse events' });
    await silent.connect();
    await bus.settled();
    await silent.end();
    await terminate();
    await expect.poll(() => log.length).toBeGreaterThan(0);
    await bus.settled();
  });
});

describe('A large event', () => {
  const job = (rest: Partial<StoredJob>): UserEvent => ({
    event: 'job',
    data: {
      id: '1',
      kind: 'export',
      table: 'orders',
      name: 'Orders',
      status: 'failed',
      total: 10,
      entries: 3,
      failed: 0,
      path: '/api/exports/1',
      download: null,
      message: null,
      ...rest,
    },
    by: { apiKey: { id: 3 }, impersonatedBy: null },
  });

  it('arrives whole, in the order of its transaction', async () => {
    const bus = await open();
    const received = receivedBy(bus, 1);
    // Characters of one to four bytes and of six in JSON, and equal parts.
    const large = ['x', '\u0001', '"', '€', '😀', '\ud83d'].map((character) => character.repeat(9_000));
    const events = large.flatMap((text, index) => [
      notice(index, { title: 'Short', body: text, parameters: { name: text, rows: 5 } }),
      job({ name: 'Orders', message: { text: '{message}', parameters: { message: text } } }),
    ]);
    await db.transaction().execute(async (transaction) => {
      for (const event of events) await bus.publish(1, event, transaction);
    });
    await expect.poll(() => received).toHaveLength(events.length);
    expect(received).toEqual(events);
  });

  it('that misses a part is not received, and neither is a part that is none', async () => {
    const bus = await open();
    const received = receivedBy(bus, 1);
    const [first = '', ...others] = eventPayloads({ user: 1, event: notice(1, { body: 'x'.repeat(9_000) }) });
    expect(others.length).toBeGreaterThan(2);
    await bus.publish(1, notice(2));
    for (const payload of [first, '{"part":', '{"part":1}', others.at(-1) ?? '']) {
      await sql`select pg_notify(${channel}, ${payload})`.execute(db);
    }
    await bus.publish(1, notice(3));
    await expect.poll(() => received).toEqual([notice(2), notice(3)]);
  });
});
