import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import type { ApiLogTables } from '../src/log/apiLogs.ts';
import { installApiLogs, isApiLogsUpgradePending } from '../src/log/apiLogs.ts';
import { createCallLog } from '../src/log/createCallLog.ts';
import { upgradeApiLogs } from '../src/log/upgradeApiLogs.ts';
import { callRecord, faulty, storedCalls } from './logSupport.ts';
import { createOlderLogs, type OlderLog, olderLogs } from './olderLogs.ts';

describe.each(dialects)('a log of the older form on %s', (dialect) => {
  let database: TestDatabase<ApiLogTables>;
  let db: Kysely<ApiLogTables>;
  beforeEach(async () => {
    database = await createTestDatabase<ApiLogTables>(dialect);
    db = database.db;
  });
  afterEach(() => database?.destroy());

  it('becomes the current one, with all of its rows', async () => {
    const older = olderLogs(3_000);
    await createOlderLogs(database, older);
    const progress: number[] = [];

    expect(await upgradeApiLogs(db, { step: 700, onProgress: (copied) => progress.push(copied) })).toEqual({
      upgraded: true,
      copied: 3_000,
    });
    expect(progress.slice(0, 5)).toEqual([700, 1_400, 2_100, 2_800, 3_000]);
    await expectUpgraded(older);
    expect(await upgradeApiLogs(db)).toEqual({ upgraded: false, copied: 0 });

    const log = createCallLog({ db });
    log.add(callRecord());
    await log.close();
    expect(log.state.written).toBe(1);
    expect(Number((await storedCalls(db)).at(-1)?.id)).toBeGreaterThan(older.at(-1)?.id ?? 0);
  });

  it('loses no row when it is interrupted at any statement, while rows are written', async () => {
    const older = olderLogs(40);
    let statements = 0;

    for (let until = 0, isDone = false; !isDone; until += 1) {
      await sql`drop table if exists api_logs`.execute(db);
      await createOlderLogs(database, older);
      statements = 0;
      const interrupted = faulty(db, () => {
        statements += 1;
        return statements > until ? new Error('killed') : null;
      });
      isDone = await upgradeApiLogs(interrupted, { step: 15 }).then(
        () => true,
        () => false,
      );
      await upgradeApiLogs(db, { step: 15 });
      await expectUpgraded(older);
    }
    expect(statements).toBeGreaterThan(15);
  });

  it('takes rows that were logged while the tables were exchanged', async () => {
    const older = olderLogs(20);
    const late: OlderLog = { ...(older[0] as OlderLog), id: 39 };
    await createOlderLogs(database, older);
    expect((await upgradeApiLogs(db, { step: 7 })).copied).toBe(20);
    // As if the older table had been left by an upgrade that was killed after the exchange.
    await createOlderLogs(database, [...older, late], 'api_logs_old');
    const log = createCallLog({ db });
    log.add(callRecord());
    await log.close();

    expect(await upgradeApiLogs(db)).toEqual({ upgraded: true, copied: 1 });
    const rows = await storedCalls(db);
    expect(rows).toHaveLength(22);
    expect(rows.map((row) => Number(row.id)).slice(0, 21)).toEqual([...older, late].map(({ id }) => id));
  });

  it('is refused and left unchanged with an unknown type', async () => {
    await createOlderLogs(database, [...olderLogs(3), { ...(olderLogs(1)[0] as OlderLog), id: 9, type: 3 }]);

    await expect(upgradeApiLogs(db)).rejects.toThrow('neither 1 (inbound) nor 2 (outbound): 3 (1 rows)');
    expect((await sql`select ${sql.ref('type')} from api_logs`.execute(db)).rows).toHaveLength(4);
  });

  it('is not searched for in a current table, or without a table', async () => {
    expect(await upgradeApiLogs(db)).toEqual({ upgraded: false, copied: 0 });
    await installApiLogs(db);
    expect(await upgradeApiLogs(db)).toEqual({ upgraded: false, copied: 0 });
  });

  it('is left unchanged by an installation, which reports the pending upgrade', async () => {
    const older = olderLogs(30);
    await createOlderLogs(database, older);
    const before = await sql`select * from api_logs order by id`.execute(db);

    await installApiLogs(db);
    expect((await sql`select * from api_logs order by id`.execute(db)).rows).toEqual(before.rows);
    expect(await isApiLogsUpgradePending(db)).toBe(true);
    await upgradeApiLogs(db);
    await installApiLogs(db);
    await expectUpgraded(older);
    expect(await isApiLogsUpgradePending(db)).toBe(false);

    // As if the older table had been left by an upgrade that was killed after the exchange.
    await createOlderLogs(database, older, 'api_logs_old');
    expect(await isApiLogsUpgradePending(db)).toBe(true);
    await upgradeApiLogs(db);
    expect(await isApiLogsUpgradePending(db)).toBe(false);
  });

  it('ends when its signal is aborted, and continues when run again', async () => {
    const older = olderLogs(50);
    await createOlderLogs(database, older);
    const stop = new AbortController();
    const progress: number[][] = [];
    const onProgress = (copied: number, total: number) => {
      progress.push([copied, total]);
      if (copied === 20) stop.abort(new Error('interrupted'));
    };

    await expect(upgradeApiLogs(db, { step: 10, signal: stop.signal, onProgress })).rejects.toThrow(
      'interrupted',
    );
    expect(await isApiLogsUpgradePending(db)).toBe(true);
    expect(await upgradeApiLogs(db, { step: 10, onProgress })).toEqual({ upgraded: true, copied: 30 });
    expect(progress.slice(0, 5)).toEqual([
      [10, 50],
      [20, 50],
      [10, 30],
      [20, 30],
      [30, 30],
    ]);
    await expectUpgraded(older);
  });

  async function expectUpgraded(older: readonly OlderLog[]): Promise<void> {
    const rows = await storedCalls(db);

    expect(new Set(rows.map((row) => row.call_id)).size).toBe(older.length);
    expect(
      rows.map(({ call_id, ...row }) => ({ ...row, id: Number(row.id), user_id: Number(row.user_id) })),
    ).toEqual(
      older.map((row) => ({
        id: row.id,
        user_id: row.user_id,
        route: row.route,
        url: row.url,
        payload: null,
        method: row.method.toUpperCase(),
        status: row.status,
        error: null,
        fault: null,
        try: row.try,
        direction: row.type === 1 ? 'Inbound' : 'Outbound',
        duration: row.duration,
        created_at: row.created_at,
        updated_at: row.created_at,
      })),
    );
  }
});
