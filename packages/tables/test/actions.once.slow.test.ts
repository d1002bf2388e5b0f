import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { actionShop, closingTables, takeHandled } from './actionShop.ts';
import { type ActionShop, closing, noting } from './closing.ts';
import { type RestlessClient, restlessClient } from './restlessClient.ts';
import { idsBySql, type LoggedDatabase, refusal } from './support.ts';

const size = 3000;
const newOrders = { filters: { orders: { status: 'new' } } };

describe.each(dialects)('exactly-once runs on %s', (dialect) => {
  let database: LoggedDatabase<ActionShop>;
  let db: Kysely<ActionShop>;
  let calls: Map<number, number>;

  beforeEach(async () => {
    database = await actionShop(dialect, size);
    db = database.db;
    calls = new Map();
  });

  afterEach(() => database.destroy());

  /** Sets the very status that the request filters by, and counts its calls. */
  const close = (chunkSize = 50) =>
    closing({
      ...noting(async (row, context) => {
        const id = Number(row.dtRowId);
        calls.set(id, (calls.get(id) ?? 0) + 1);
        await context.db.updateTable('orders').set({ status: 'done' }).where('id', '=', id).execute();
      }),
      chunkSize,
    });
  const matching = () => idsBySql(db, "select id from orders where status = 'new' order by id");
  const ascending = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

  it('handles each row that matched at the start, while others create, delete and change rows', async () => {
    const wanted = await matching();
    let client: RestlessClient | null = null;
    const summary = await closingTables(db, close()).runAction('orders', 'close', newOrders, null, {
      onProgress: () => {
        client ??= restlessClient(db, size);
      },
    });
    const { deleted, changes, stop } = client as unknown as RestlessClient;
    await stop();
    const handled = await takeHandled(db);
    const gone = wanted.filter((id) => !handled.includes(id));

    expect(wanted.length).toBeGreaterThan(400);
    expect(changes).toBeGreaterThan(10);
    expect(new Set(handled).size).toBe(handled.length);
    expect(handled.filter((id) => !wanted.includes(id))).toEqual([]);
    expect(gone.filter((id) => !deleted.has(id))).toEqual([]);
    expect(summary).toMatchObject({
      state: 'finished',
      total: wanted.length,
      processed: handled.length,
      failed: 0,
      gone: gone.length,
    });
    expect(ascending(calls.keys())).toEqual(ascending(handled));
    expect(new Set(calls.values())).toEqual(new Set([1]));
  });

  it('counts rows deleted meanwhile as removed, and handles rows that no longer match', async () => {
    const [first, second, third, ...others] = await matching();
    let reported = false;
    const summary = await closingTables(db, close()).runAction('orders', 'close', newOrders, null, {
      onProgress: () => {
        reported = true;
      },
    });
    expect(reported).toBe(true);
    await db.updateTable('orders').set({ status: 'new' }).where('status', '=', 'done').execute();
    await takeHandled(db);
    calls.clear();

    const again = await closingTables(
      db,
      closing({
        async before(context) {
          await context.db
            .deleteFrom('orders')
            .where('id', 'in', [first ?? 0, second ?? 0])
            .execute();
          await context.db
            .updateTable('orders')
            .set({ status: 'lost' })
            .where('id', '=', third ?? 0)
            .execute();
        },
        row: (row, context) => noting().row(row, context),
      }),
    ).runAction('orders', 'close', { ...newOrders, intervals: { orders: { total: { min: 0 } } } }, null);

    expect(again.gone).toBe(2);
    expect(again.processed).toBe(again.total - 2);
    expect(again.message).toContain('2 rows no longer exist.');
    const handled = await takeHandled(db);
    expect(handled).toContain(third);
    expect(handled).toEqual(expect.arrayContaining(others));
    expect(handled).not.toContain(first);
    expect(summary.gone).toBe(0);
  });

  it('continues an abandoned run in another process after its last commit', async () => {
    const wanted = await matching();
    const runId = 'left';
    const leave = new Error('the process is to end');
    let left = 0;

    for (let done = 0; done < wanted.length; left++) {
      const pause = new AbortController();
      const target = done + 130;
      const run = closingTables(db, close(100)).runAction('orders', 'close', newOrders, 'ada', {
        runId,
        pause: pause.signal,
        onProgress: ({ processed }) => {
          done = processed;
          if (processed >= target) pause.abort(leave);
        },
      });
      await run.catch((error) => expect(error).toBe(leave));
    }

    const summary = await closingTables(db, close()).runAction('orders', 'close', newOrders, 'ada', {
      runId,
    });
    expect(left).toBeGreaterThan(2);
    expect(summary).toMatchObject({ runId, state: 'finished', processed: wanted.length });
    expect(await takeHandled(db)).toEqual(wanted);
    expect(new Set(calls.values())).toEqual(new Set([1]));
  });

  it('starts a run of one name once, and shares it among processes that start it at the same moment', async () => {
    const wanted = await matching();
    const results = await Promise.all(
      [1, 2, 3].map(() =>
        closingTables(db, close(20)).runAction('orders', 'close', newOrders, null, { runId: 'shared' }),
      ),
    );

    for (const result of results)
      expect(result).toMatchObject({ processed: wanted.length, state: 'finished' });
    expect(await takeHandled(db)).toEqual(wanted);
    expect(new Set(calls.values())).toEqual(new Set([1]));
  });

  it('returns the summary of a finished run, and refuses its identifier for another action', async () => {
    const tables = closingTables(db, close());
    const go = (action = 'close') =>
      tables.runAction('orders', action, newOrders, null, { runId: 'finished' });
    const first = await go();
    await takeHandled(db);

    expect(await go()).toEqual(first);
    expect(await takeHandled(db)).toEqual([]);

    const other = closingTables(db, { ...close(), actions: { open: { row: () => undefined } } });
    await expect(other.runAction('orders', 'open', newOrders, null, { runId: 'finished' })).rejects.toThrow(
      'is of the action "close"',
    );
  });

  it('keeps committed rows of a cancelled run, stops, and reports it', async () => {
    const cancel = new AbortController();
    let seen: AbortSignal | null = null;
    let ended = '';
    const definition = closing({
      chunkSize: 10,
      async row(row, context) {
        seen = context.signal;
        await noting().row(row, context);
        calls.set(Number(row.dtRowId), 1);
        if (calls.size === 27) cancel.abort(new Error('enough'));
      },
      after: ({ state }) => {
        ended = state;
      },
    });
    const go = (signal?: AbortSignal) =>
      closingTables(db, definition).runAction('orders', 'close', newOrders, null, {
        runId: 'cancelled',
        ...(signal && { signal }),
      });
    const summary = await go(cancel.signal);

    expect(summary).toMatchObject({ state: 'cancelled', processed: 27 });
    expect(ended).toBe('cancelled');
    expect((seen as AbortSignal | null)?.aborted).toBe(true);
    expect(await go()).toEqual(summary);
    expect(await takeHandled(db)).toHaveLength(27);
    expect((await sql`select * from rowhouse_action_lists`.execute(db)).rows).toEqual([]);
    await expect(
      closingTables(db, definition).runAction('orders', 'close', newOrders, null, { signal: cancel.signal }),
    ).rejects.toThrow('enough');
  });

  it('is left within a chunk when its process has to end, with the rows done so far committed', async () => {
    const pause = new AbortController();
    const leave = new Error('the process is to end');
    const definition = closing({
      chunkSize: 100,
      async row(row, context) {
        await noting().row(row, context);
        calls.set(Number(row.dtRowId), 1);
        if (calls.size === 3) pause.abort(leave);
      },
    });
    const run = closingTables(db, definition).runAction('orders', 'close', newOrders, null, {
      ...{ runId: 'left within', pause: pause.signal },
    });

    await expect(run).rejects.toBe(leave);
    expect(await takeHandled(db)).toHaveLength(3);
  });

  it('counts what a cancelled function abandons as neither done nor failed', async () => {
    const cancel = new AbortController();
    const summary = await closingTables(
      db,
      closing({
        async row(row, context) {
          await noting().row(row, context);
          calls.set(Number(row.dtRowId), 1);
          if (calls.size === 5) cancel.abort();
          context.signal.throwIfAborted();
        },
      }),
    ).runAction('orders', 'close', newOrders, null, { signal: cancel.signal });

    expect(summary).toMatchObject({ state: 'cancelled', processed: 4, failed: 0 });
    expect(await takeHandled(db)).toHaveLength(4);
  });

  it('abandons a run without progress for a day, and removes it after a month', async () => {
    const pause = new AbortController();
    const tables = closingTables(db, close(10));
    const go = (runId: string, options = {}) =>
      tables.runAction('orders', 'close', newOrders, null, { runId, ...options });
    await expect(
      go('old', { pause: pause.signal, onProgress: () => pause.abort(new Error('left')) }),
    ).rejects.toThrow('left');
    const age = (days: number) =>
      sql`update rowhouse_action_runs set updated_at = updated_at - ${days * 86_400_000} where id = 'old'`.execute(
        db,
      );
    const lists = async () =>
      (await sql`select distinct run from rowhouse_action_lists`.execute(db)).rows.length;

    await age(0.9);
    await go('first');
    expect(await lists()).toBe(1);
    await age(0.2);
    await go('second');
    expect(await lists()).toBe(0);
    expect(await refusal(go('old'))).toMatchObject({ code: 'tables.action_unavailable', status: 503 });

    await age(30);
    await go('third');
    const ids = await sql<{ id: string }>`select id from rowhouse_action_runs order by id`.execute(db);
    expect(ids.rows.map(({ id }) => id)).toEqual(['first', 'second', 'third']);
    expect(tables.reported).toEqual([]);
  });

  // SQLite has no connection to lose.
  if (dialect !== 'sqlite') {
    it('undoes a chunk whose connection breaks, and handles it in the process that continues', async () => {
      const wanted = await matching();
      let breaks = true;
      const definition = closing({
        chunkSize: 60,
        async row(row, context) {
          await noting().row(row, context);
          calls.set(Number(row.dtRowId), (calls.get(Number(row.dtRowId)) ?? 0) + 1);
          if (calls.size === 100 && breaks) {
            breaks = false;
            await breakConnection(context.db);
          }
        },
      });
      const go = (through = db) =>
        closingTables(through, definition).runAction('orders', 'close', newOrders, null, { runId: 'broken' });
      const other = dialect === 'postgres' ? breakable(database.url ?? '') : null;

      expect(await refusal(go(other ?? db))).toMatchObject({ code: 'tables.database_unavailable' });
      await other?.destroy();
      expect(await db.selectFrom('handled').select('id').execute()).toHaveLength(60);
      expect(await go()).toMatchObject({ processed: wanted.length, failed: 0 });
      expect(await takeHandled(db)).toEqual(wanted);
      // What functions do outside the database may be done twice for one chunk, and no more.
      expect([...calls.values()].filter((count) => count === 2)).toHaveLength(40);
    });
  }

  /** The end of a connection that is in use, and silent, would end the process. */
  function breakable(connectionString: string): Kysely<ActionShop> {
    const pool = new Pool({ connectionString, max: 2 });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));

    return new Kysely({ dialect: new PostgresDialect({ pool }) });
  }

  async function breakConnection(transaction: Kysely<ActionShop>): Promise<void> {
    const id = dialect === 'postgres' ? sql`pg_backend_pid()` : sql`connection_id()`;
    const { rows } = await sql<{ id: number }>`select ${id} as id`.execute(transaction);
    const own = sql.lit(Number(rows[0]?.id));

    await (dialect === 'postgres' ? sql`select pg_terminate_backend(${own})` : sql`kill ${own}`).execute(db);
    await transaction.selectFrom('handled').selectAll().execute();
  }
});
