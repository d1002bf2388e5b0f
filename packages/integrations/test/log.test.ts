import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, dialects, inSqlMode, type TestDatabase } from '../../../test/databases.ts';
import type { CallRecord, Direction } from '../src/CallRecord.ts';
import { Action, createClient } from '../src/index.ts';
import { type ApiLogTables, installApiLogs, pruneApiLogs, removeApiLogs } from '../src/log/apiLogs.ts';
import { createCallLog } from '../src/log/createCallLog.ts';
import { callLogContract, fakeTransport } from '../src/testing/index.ts';
import { callRecord, faulty, storedCalls } from './logSupport.ts';

describe.each(dialects)('the log of calls on %s', (dialect) => {
  let database: TestDatabase<ApiLogTables>;
  beforeEach(async () => {
    database = await createTestDatabase<ApiLogTables>(dialect);
    await installApiLogs(database.db);
  });
  afterEach(() => database?.destroy());

  it.each(
    callLogContract(() => {
      const log = createCallLog({ db: database.db });

      return {
        log,
        async stored(callId) {
          await log.flush();
          const rows = await storedCalls(database.db);

          return rows
            .filter(({ call_id }) => call_id === callId)
            .sort((a, b) => a.try - b.try)
            .map(({ call_id, user_id, created_at, duration, ...row }) => ({
              callId: call_id,
              userId: user_id,
              route: row.route,
              url: row.url,
              payload: row.payload as CallRecord['payload'],
              method: row.method,
              status: row.status,
              error: row.error,
              try: row.try,
              direction: row.direction as Direction,
              duration: Number(duration),
              createdAt: new Date(created_at),
            }));
        },
      };
    }),
  )('$name', ({ run }) => run());

  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const count = async () => (await storedCalls(database.db)).length;

  it('has a row with every field for each attempt', async () => {
    await installApiLogs(database.db);
    const log = createCallLog({ db: database.db });
    const record = callRecord();
    log.add(record);
    log.add(
      callRecord({
        userId: null,
        route: null,
        status: null,
        error: 'No\0 answer \ud800',
        fault: { code: 'dns', parameters: { message: 'No\0 answer \ud800' } },
        try: 2,
        direction: 'Inbound',
      }),
    );
    await log.flush();

    const [first, second] = await storedCalls(database.db);
    expect({ ...first, id: Number(first?.id), user_id: Number(first?.user_id) }).toEqual({
      id: 1,
      call_id: record.callId,
      user_id: 7,
      route: 'orders.ship',
      url: record.url,
      payload: record.payload,
      method: 'POST',
      status: 201,
      error: null,
      fault: null,
      try: 1,
      direction: 'Outbound',
      duration: 12.346,
      created_at: '2026-03-04T05:06:07.089Z',
      updated_at: '2026-03-04T05:06:07.089Z',
    });
    expect(second).toMatchObject({
      user_id: null,
      route: null,
      status: null,
      error: 'No\uFFFD answer \uFFFD',
      fault: { code: 'dns', parameters: { message: 'No\uFFFD answer \uFFFD' } },
      try: 2,
    });
    expect(log.state).toEqual({ waiting: 0, written: 2, dropped: 0, failed: 0, isUnavailable: false });
    await log.close();
  });

  it('gets the column of faults, if it was created without', async () => {
    await installApiLogs(database.db);
    await database.db.schema.alterTable('api_logs').dropColumn('fault').execute();
    await installApiLogs(database.db);
    const log = createCallLog({ db: database.db });
    log.add(callRecord({ error: 'dns: x', fault: { code: 'dns', parameters: { message: 'x' } } }));
    await log.close();

    expect((await storedCalls(database.db)).at(-1)).toMatchObject({
      fault: { code: 'dns', parameters: { message: 'x' } },
    });
  });

  it('keeps the JSON of bodies as it was received, with all digits of its numbers', async () => {
    const log = createCallLog({ db: database.db });
    const received =
      '{"2":12345678901234567890,"1":1.10,"b":-0,"a":[1e400,12345.678901234567],"text":"é\\u00e9\\"{"}';
    const sent = '{"password":"Kq7canaryZx9","amount":1.10,"id":98765432109876543210}';
    const transport = fakeTransport();
    transport
      .when('POST', 'https://pay.example/')
      .alwaysAnswers({ headers: { 'content-type': 'application/json' }, body: received });
    class Pay {
      method() {
        return 'POST' as const;
      }
      url() {
        return 'https://pay.example/';
      }
      body() {
        return sent;
      }
      headers() {
        return { 'content-type': 'application/json' };
      }
    }
    await new Action(new Pay(), createClient({ transport, log })).handle();
    await log.flush();

    const text = { postgres: sql`payload::text`, mysql: sql`payload`, sqlite: sql`payload` }[dialect];
    const { rows } = await sql<{ payload: string }>`select ${text} as payload from api_logs`.execute(
      database.db,
    );
    expect(rows[0]?.payload).toContain(`"body":${received}`);
    expect(rows[0]?.payload).toContain('"body":{"password":"***","amount":1.10,"id":98765432109876543210}');
  });

  it('is written automatically, in batches', async () => {
    const statements: number[] = [];
    const db = faulty(database.db, () => {
      statements.push(1);
      return null;
    });
    const log = createCallLog({ db, batchSize: 100 });
    for (let number = 0; number < 250; number += 1) log.add(callRecord());

    await vi.waitFor(async () => expect(await count()).toBe(250), { timeout: 60_000 });
    expect(statements.length).toBe(3);
    await log.close();
  });

  it('cuts texts that are too long for their column', async () => {
    const log = createCallLog({ db: database.db });
    log.add(
      callRecord({
        route: 'r'.repeat(300),
        method: 'M'.repeat(30),
        error: 'ü'.repeat(100_000),
        url: '🚚'.repeat(9_000),
      }),
    );
    await log.close();
    const [row] = await storedCalls(database.db);

    expect([row?.route, row?.method, row?.error, row?.url].map((text) => text?.slice(-2))).toEqual([
      'r…',
      'M…',
      'ü…',
      expect.stringMatching(/^.…$/),
    ]);
    expect([row?.route, row?.method, row?.error, row?.url].map((text) => text?.length)).toEqual([
      255, 20, 8_192, 8_192,
    ]);
  });

  it('omits a record that the database refuses, and writes the others', async () => {
    const onError = vi.fn();
    const log = createCallLog({ db: database.db, onError });
    for (let number = 0; number < 40; number += 1) {
      log.add(callRecord(number === 3 || number === 17 ? { url: null as unknown as string } : {}));
    }
    const unreadable = callRecord();
    Object.defineProperty(unreadable, 'payload', {
      get: () => {
        throw new Error('cannot be read');
      },
    });
    log.add(unreadable);
    await log.flush();

    expect(await count()).toBe(38);
    expect(log.state).toMatchObject({ written: 38, failed: 3, dropped: 0, waiting: 0 });
    expect(onError).toHaveBeenCalledTimes(3);
    await log.close();
  });

  it('keeps the oldest records while the database is unavailable, and reports dropped ones', async () => {
    let isAway = true;
    const dropped: number[] = [];
    const onError = vi.fn();
    const log = createCallLog({
      db: faulty(database.db, () => (isAway ? away : null)),
      capacity: 50,
      batchSize: 10,
      flushAfter: 1,
      onDropped: (number) => dropped.push(number),
      onError,
    });
    for (let number = 1; number <= 70; number += 1) log.add(callRecord({ try: number }));
    await vi.waitFor(() => expect(log.state.isUnavailable).toBe(true), { timeout: 60_000 });
    expect(log.state).toMatchObject({ waiting: 50, dropped: 20, written: 0 });
    expect(onError).toHaveBeenCalledWith(away);
    expect(log.refuses?.()).toBe(true);
    expect(log.state.dropped).toBe(21);

    isAway = false;
    await log.flush();
    expect((await storedCalls(database.db)).map((row) => row.try)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    expect(log.state).toEqual({ waiting: 0, written: 50, dropped: 21, failed: 0, isUnavailable: false });
    expect(log.refuses?.()).toBe(false);
    expect(dropped.reduce((sum, number) => sum + number, 0)).toBe(21);
    await log.close();
  });

  it('waits for a missing table', async () => {
    await removeApiLogs(database.db);
    const log = createCallLog({ db: database.db, flushAfter: 1 });
    log.add(callRecord());
    await vi.waitFor(() => expect(log.state.isUnavailable).toBe(true), { timeout: 60_000 });
    await installApiLogs(database.db);
    await log.close();

    expect(log.state).toMatchObject({ written: 1, failed: 0, dropped: 0 });
  });

  it('is flushed when it is closed, within the time limit if the database is unavailable', async () => {
    const log = createCallLog({ db: database.db, flushAfter: 60_000 });
    log.add(callRecord());
    await log.close();
    log.add(callRecord());
    expect(await count()).toBe(1);
    expect(log.state).toMatchObject({ written: 1, dropped: 1, waiting: 0 });

    const dropped = vi.fn();
    const lost = createCallLog({ db: faulty(database.db, () => away), onDropped: dropped });
    lost.add(callRecord());
    lost.add(callRecord());
    await lost.close(20);
    expect(lost.state).toMatchObject({ written: 0, dropped: 2, waiting: 0 });
    expect(dropped).toHaveBeenCalledWith(2);
  });

  it('survives listeners that throw', async () => {
    const broken = () => {
      throw new Error('listener');
    };
    const log = createCallLog({ db: database.db, capacity: 1, onDropped: broken, onError: broken });
    log.add(callRecord({ url: null as unknown as string }));
    log.add(callRecord());
    await log.close();

    expect(log.state).toMatchObject({ failed: 1, dropped: 1 });
  });

  it('is pruned in bounded steps, the oldest first, and only of older calls', async () => {
    const log = createCallLog({ db: database.db });
    for (let day = 1; day <= 25; day += 1) {
      log.add(callRecord({ try: day, createdAt: new Date(Date.UTC(2026, 0, day)) }));
    }
    await log.close();
    const progress: number[] = [];
    const before = new Date(Date.UTC(2026, 0, 23));
    const stop = new AbortController();

    expect(
      await pruneApiLogs(database.db, {
        before,
        step: 5,
        signal: stop.signal,
        onProgress: (deleted) => {
          progress.push(deleted);
          if (deleted === 10) stop.abort();
        },
      }),
    ).toBe(10);
    expect((await storedCalls(database.db))[0]?.try).toBe(11);
    expect(
      await pruneApiLogs(database.db, { before, step: 5, onProgress: (deleted) => progress.push(deleted) }),
    ).toBe(12);
    expect(progress).toEqual([5, 10, 5, 10, 12]);
    expect((await storedCalls(database.db)).map((row) => row.try)).toEqual([23, 24, 25]);
    await expect(pruneApiLogs(database.db, { before, step: 0 })).rejects.toThrow('step is 0');
  });

  it('is pruned with pauses, which end with the signal', async () => {
    const log = createCallLog({ db: database.db });
    for (let number = 0; number < 3; number += 1) log.add(callRecord());
    await log.close();
    const stop = new AbortController();

    expect(
      await pruneApiLogs(database.db, {
        before: new Date(),
        step: 2,
        pause: 3_600_000,
        signal: stop.signal,
        onProgress: () => setImmediate(() => stop.abort()),
      }),
    ).toBe(2);
    expect(await count()).toBe(1);
  });

  if (dialect === 'postgres') {
    it('compresses payloads by LZ4 where PostgreSQL has it, in an older log too', async () => {
      const state = async () => {
        const { rows } = await sql<{ isUsed: boolean; isBuilt: boolean }>`
        select attcompression = 'l' as "isUsed", 'lz4' = any(enumvals) as "isBuilt" from pg_attribute, pg_settings
        where attrelid = 'api_logs'::regclass and attname = 'payload' and name = 'default_toast_compression'`.execute(
          database.db,
        );

        return rows[0];
      };
      const { isUsed, isBuilt } = (await state()) ?? {};
      expect(isUsed).toBe(isBuilt);

      await sql`alter table api_logs alter column payload set compression default`.execute(database.db);
      expect((await state())?.isUsed).toBe(false);
      await installApiLogs(database.db);
      expect((await state())?.isUsed).toBe(isBuilt);
    });
  }

  it('are deleted with their table', async () => {
    await removeApiLogs(database.db);
    await removeApiLogs(database.db);

    await expect(sql`select 1 from api_logs`.execute(database.db)).rejects.toThrow();
  });
});

describe.each(dialects.filter((dialect) => dialect === 'mysql'))('the log of calls on %s', (dialect) => {
  it('stores what was sent unchanged, also in sessions whose backslashes escape nothing', async () => {
    const database = await createTestDatabase<ApiLogTables>(dialect);
    await installApiLogs(database.db);
    const strict = inSqlMode<ApiLogTables>(database.url as string, 'NO_BACKSLASH_ESCAPES');
    const body = { note: `it's "quoted" \\ ' or 1=1 -- `, more: "'); delete from api_logs; -- " };
    const payload = { request: { headers: {}, body }, response: null };
    const log = createCallLog({ db: strict });

    log.add(callRecord({ payload }));
    await log.flush();
    await log.close();

    expect(await storedCalls(database.db)).toMatchObject([{ payload }]);
    await strict.destroy();
    await database.destroy();
  });
});
