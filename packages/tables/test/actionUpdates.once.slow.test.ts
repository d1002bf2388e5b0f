import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { actionShop, closingTables } from './actionShop.ts';
import { type ActionShop, closing } from './closing.ts';
import { type RestlessClient, restlessClient } from './restlessClient.ts';
import { idsBySql, type LoggedDatabase } from './support.ts';
import { untilOneWaits } from './untilOneWaits.ts';

const size = 3000;
const newOrders = { filters: { orders: { status: 'new' } } };

/** Each write of a row raises its version, so that a row that was written twice is seen. */
const versioned = { edit: { columns: {}, version: 'orders.version' } };

describe.each(dialects)('a declared update, exactly once on %s', (dialect) => {
  let database: LoggedDatabase<ActionShop>;
  let db: Kysely<ActionShop>;
  const running = new Set<ChildProcess>();

  beforeEach(async () => {
    database = await actionShop(dialect, size);
    db = database.db;
    await db.schema
      .alterTable('orders')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  });

  afterEach(async () => {
    for (const child of running) child.kill('SIGKILL');
    running.clear();
    await database.destroy();
  });

  const ids = (where: string) => idsBySql(db, `select id from orders where ${where} order by id`);
  const finish = (chunkSize?: number) =>
    closing(
      {
        update: {
          set: { status: 'done' },
          refuse: [{ when: { status: 'lost' }, message: 'It is lost.' }],
        },
        ...(chunkSize !== undefined && { chunkSize }),
      } as never,
      versioned,
    );

  it('writes, refuses or reports as removed each row that matched at the start, while others create, delete and change rows', async () => {
    const wanted = await ids("status = 'new'");
    let client: RestlessClient | null = null;
    const summary = await closingTables(db, finish(20)).runAction('orders', 'close', newOrders, null, {
      onProgress: () => {
        client ??= restlessClient(db, size);
      },
    });
    const { deleted, changes, stop } = client as unknown as RestlessClient;
    await stop();
    const written = await ids('version = 1');

    expect(changes).toBeGreaterThan(5);
    expect(await ids('version > 1')).toEqual([]);
    expect(written.filter((id) => !wanted.includes(id) && id <= size)).toEqual([]);
    expect(summary).toMatchObject({ state: 'finished', total: wanted.length });
    expect(summary.processed + summary.failed + summary.gone).toBe(wanted.length);
    expect(summary.gone).toBeLessThanOrEqual(deleted.size);
    // The client also deletes rows that were written.
    const refused = new Set(summary.failures.map(({ dtRowId }) => Number(dtRowId)));
    for (const id of wanted) {
      if (!refused.has(id) && !deleted.has(id)) expect(written).toContain(id);
      if (refused.has(id)) expect(written).not.toContain(id);
    }
  });

  it.each([
    ['in chunks', 20, newOrders, "status = 'new'"],
    ['of several lists a transaction', undefined, {}, "status <> 'lost'"],
  ])(
    'shares a run %s among processes that start it at the same moment',
    async (_name, chunkSize, payload, where) => {
      const wanted = await ids(where);
      const total = payload === newOrders ? wanted.length : size;
      const results = await Promise.all(
        [1, 2, 3].map(() =>
          closingTables(db, finish(chunkSize)).runAction('orders', 'close', payload, null, {
            runId: 'shared',
          }),
        ),
      );

      for (const result of results) {
        expect(result).toMatchObject({
          ...{ total, processed: wanted.length, failed: total - wanted.length, gone: 0, state: 'finished' },
        });
      }
      expect(await ids('version = 1')).toEqual(wanted);
      expect(await ids('version > 1')).toEqual([]);
    },
  );

  it('writes each row twice in two runs over the same rows, in opposite orders', async () => {
    const wanted = await ids("status <> 'lost'");
    const over = (sort: 'ASC' | 'DESC') =>
      closingTables(db, finish()).runAction(
        'orders',
        'close',
        { columns: [{ name: 'number', meta: { sort } }] },
        null,
      );
    const results = await Promise.all([over('ASC'), over('DESC')]);

    for (const result of results) {
      expect(result).toMatchObject({ processed: wanted.length, failed: size - wanted.length });
    }
    expect(await ids('version = 2')).toEqual(wanted);
  });

  // SQLite has one connection here, so no other transaction is open.
  it.skipIf(dialect === 'sqlite')(
    'evaluates a row that another transaction is changing after its commit',
    async () => {
      await sql`update orders set status = 'new' where id <= 40`.execute(db);
      const locked = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      const other = db.transaction().execute(async (transaction) => {
        await sql`update orders set status = 'lost' where id = 5`.execute(transaction);
        await sql`update orders set status = 'new', note = 'changed' where id = 6`.execute(transaction);
        locked.resolve();
        await held.promise;
      });
      await locked.promise;
      let isWaiting = true;
      const run = closingTables(db, finish(50))
        .runAction('orders', 'close', newOrders, null)
        .finally(() => {
          isWaiting = false;
        });
      await untilOneWaits(db, dialect);
      expect(isWaiting).toBe(true);
      held.resolve();
      await other;
      const summary = await run;

      expect(summary.failures.map(({ dtRowId, message }) => [Number(dtRowId), message])).toEqual([
        [5, 'It is lost.'],
      ]);
      expect(await ids("id in (5, 6) and version = 1 and status = 'done' and note = 'changed'")).toEqual([6]);
      expect(await ids("id = 5 and version = 0 and status = 'lost'")).toEqual([5]);
    },
  );

  // The database has to outlive the process.
  it.skipIf(dialect === 'sqlite')('leaves the run of a killed process to others', async () => {
    const wanted = await ids("status = 'new'");
    const runId = 'killed';
    const position = async () => {
      const { rows } = await sql<{
        position: number;
      }>`select position from rowhouse_action_runs where id = ${runId}`.execute(db);

      return rows[0]?.position ?? 0;
    };
    const killedAt: number[] = [];

    for (let kill = 1; kill <= 3; kill++) {
      const child = work(runId);
      const before = killedAt.at(-1) ?? 0;
      await expect.poll(position, { interval: 2, timeout: 30_000 }).toBeGreaterThan(before + 30);
      child.kill('SIGKILL');
      await once(child, 'close');
      running.delete(child);
      killedAt.push(await position());
    }
    // The server may still commit for the killed process: both are read at one instant.
    const { rows } = await sql<{ difference: number | string }>`
      select (select count(*) from orders where version > 0) - position as difference
      from rowhouse_action_runs where id = ${runId}`.execute(db);

    expect(killedAt.at(-1)).toBeLessThan(wanted.length);
    expect(Number(rows[0]?.difference)).toBe(0);
    const summary = await closingTables(db, finish()).runAction('orders', 'close', newOrders, null, {
      runId,
    });

    expect(summary).toMatchObject({ state: 'finished', processed: wanted.length, failed: 0, gone: 0 });
    expect(await ids('version = 1')).toEqual(wanted);
    expect(await ids('version > 1')).toEqual([]);
  });

  function work(runId: string): ChildProcess {
    const program = new URL('./updateProcess.ts', import.meta.url).pathname;
    const child = spawn(
      process.execPath,
      ['--conditions=@rowhouse/source', program, dialect, database.url ?? '', runId],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    running.add(child);

    return child;
  }
});
