import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/databases.ts';
import type { ApiLogTables } from '../src/log/apiLogs.ts';
import { installApiLogs, removeApiLogs } from '../src/log/apiLogs.ts';
import { type BufferedCallLog, createCallLog } from '../src/log/createCallLog.ts';
import { logCall } from '../src/log/maskCall.ts';
import type { UnmaskedCall } from '../src/log/UnmaskedCall.ts';
import { createMask } from '../src/mask/createMask.ts';
import { callRecord, storedCalls } from './logSupport.ts';
import { runProgram } from './runProgram.ts';

const canary = 'Kq7canaryZx9';
const module = new URL('./logDatabase.fixture.ts', import.meta.url);

function unmasked(changes: Partial<UnmaskedCall> = {}): UnmaskedCall {
  const { payload: _, ...rest } = callRecord();

  return {
    ...rest,
    url: `https://courier.example/parcels?token=${canary}`,
    error: `Refused: password=${canary}`,
    request: {
      headers: { authorization: `Bearer ${canary}` },
      body: `{"pin":"${canary}","city":"Cluj"}`,
      contentType: 'application/json',
    },
    response: {
      headers: `HTTP/1.1 401 No: ${canary}\r\nX-Api-Key: ${canary}\r\nvary: a\r\nVary: b\r\n\r\n`,
      body: Buffer.from(`{"message":"${canary} has expired"}`),
      contentType: 'application/json',
    },
    secrets: [],
    ...changes,
  };
}

describe('a log that is written by a thread of its own', () => {
  let database: TestDatabase<ApiLogTables>;
  let log: BufferedCallLog;
  beforeEach(async () => {
    database = await createTestDatabase<ApiLogTables>('postgres');
    await installApiLogs(database.db);
  });
  afterEach(async () => {
    await log?.close(20);
    await database?.destroy();
  });

  const open = (options: Partial<Parameters<typeof createCallLog>[0]> = {}, fails = false) => {
    log = createCallLog({
      ...options,
      database: { module, options: { url: database.url as string, fails } },
      db: undefined,
    });

    return log;
  };

  it('masks there, by the keys of the mask', async () => {
    open();
    logCall(log, unmasked(), createMask());
    logCall(log, unmasked({ direction: 'Inbound', secrets: ['expired'] }), createMask({ keys: ['city'] }));
    await log.flush();
    const [first, second] = await storedCalls(database.db);

    expect(first).toMatchObject({
      url: 'https://courier.example/parcels?token=***',
      error: 'Refused: password=***',
      payload: {
        request: { headers: { authorization: 'Bearer ***' }, body: { pin: '***', city: 'Cluj' } },
        response: { headers: { 'x-api-key': '***', vary: 'a, b' }, body: { message: '*** has expired' } },
      },
      created_at: '2026-03-04T05:06:07.089Z',
    });
    expect(second).toMatchObject({
      payload: {
        request: { body: { pin: '***', city: '***' } },
        response: { body: { message: `${canary} has ***` } },
      },
    });
    expect(log.state).toEqual({ waiting: 0, written: 2, dropped: 0, failed: 0, isUnavailable: false });
  });

  it('masks in the main thread what cannot be sent: custom masks, forms, and masked records', async () => {
    open();
    const own = { ...createMask(), url: () => 'own' };
    const form = new FormData();
    form.set('pin', canary);
    logCall(log, unmasked(), own);
    logCall(log, unmasked({ request: { headers: {}, body: form, contentType: null } }), createMask());
    log.add(callRecord());
    log.add({ ...callRecord(), createdAt: (() => canary) as unknown as Date });
    await log.flush();
    const [first, second, third] = await storedCalls(database.db);

    expect(first?.url).toBe('own');
    expect(second?.payload.request.body).toEqual([{ name: 'pin', value: '***' }]);
    expect(third?.payload).toEqual(callRecord().payload);
    expect(JSON.stringify([first, second])).not.toContain(canary);
    expect(log.state).toMatchObject({ written: 3, failed: 1, dropped: 0 });
  });

  it('keeps every call in order while more arrive', async () => {
    open({ batchSize: 50, capacity: 5_000 });
    for (let number = 1; number <= 2_000; number += 1) {
      logCall(log, unmasked({ try: number }), createMask());
    }
    await log.close(60_000);
    const rows = await storedCalls(database.db);

    expect(rows.map((row) => row.try)).toEqual(Array.from({ length: 2_000 }, (_, index) => index + 1));
    expect(log.state).toEqual({ waiting: 0, written: 2_000, dropped: 0, failed: 0, isUnavailable: false });
  });

  it('waits for its table, and reports records dropped for lack of room', async () => {
    await removeApiLogs(database.db);
    const dropped: number[] = [];
    open({ capacity: 3, flushAfter: 1, onDropped: (count) => dropped.push(count) });
    const mask = createMask();
    for (let number = 0; number < 5; number += 1) logCall(log, unmasked(), mask);
    await vi.waitFor(() => expect(log.state.isUnavailable).toBe(true), { timeout: 60_000 });
    expect(log.state).toMatchObject({ waiting: 3, dropped: 2, written: 0 });
    await installApiLogs(database.db);
    await log.flush();

    expect(log.state).toEqual({ waiting: 0, written: 3, dropped: 2, failed: 0, isUnavailable: false });
    expect(dropped).toEqual([2]);
  });

  it('counts the calls of a failed worker as lost, and starts another worker', async () => {
    await removeApiLogs(database.db);
    const onError = vi.fn();
    open({ flushAfter: 1, onError }, true);
    logCall(log, unmasked(), createMask());
    await vi.waitFor(() => expect(log.state.dropped).toBe(1), { timeout: 60_000 });
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: 'The worker has failed.' }));
    await installApiLogs(database.db);
    logCall(log, unmasked(), createMask());
    await log.flush();

    expect(log.state).toMatchObject({ waiting: 0, written: 1, dropped: 1 });
  });

  it('lets a process end when everything is written, and writes no secret to files after a crash', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rowhouse-log-'));
    const program = (end: string) => `
      import { createCallLog, createClient, Action } from '@rowhouse/integrations';
      process.chdir(${JSON.stringify(folder)});
      process.report.reportOnUncaughtException = true;
      process.report.reportOnFatalError = true;
      const log = createCallLog({ flushAfter: 1, database: {
        module: ${JSON.stringify(module.href)},
        options: ${JSON.stringify({ url: database.url, fails: false })},
      } });
      const transport = { send: async () => ({ status: 200, headers: {}, body: new Uint8Array() }) };
      class Ping { method() { return 'GET'; } body() { return null; } url() { return 'https://a.example/?token=${canary}'; } }
      await new Action(new Ping(), createClient({ log, transport })).handle();
      ${end}
    `;
    await runProgram('log-ends', program(''));
    expect(await storedCalls(database.db)).toMatchObject([{ url: 'https://a.example/?token=***' }]);
    await expect(
      runProgram(
        'log-fails',
        program(`setTimeout(() => { throw new Error('ended') }, 1_000); await new Promise(() => {});`),
      ),
    ).rejects.toThrow();
    const files = readdirSync(folder);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(readFileSync(join(folder, file), 'utf8')).not.toContain(canary);
    rmSync(folder, { recursive: true });
  });
});
