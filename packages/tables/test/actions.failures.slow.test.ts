import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { type ActionContext, readActionFailures, TableError } from '../src/index.ts';
import { actionShop, closingTables, takeHandled } from './actionShop.ts';
import { type ActionShop, closing, noting, type ShopAction } from './closing.ts';
import { databaseWords, idsBySql, type LoggedDatabase, refusal } from './support.ts';
import { untilOneWaits } from './untilOneWaits.ts';

const size = 40;
const ids = Array.from({ length: size }, (_, index) => index + 1);
const without = (...left: number[]) => ids.filter((id) => !left.includes(id));
const isRow = ({ dtRowId }: { dtRowId: unknown }, ...wanted: number[]) => wanted.includes(Number(dtRowId));

describe.each(dialects)('an action that fails on %s', (dialect) => {
  let database: LoggedDatabase<ActionShop>;
  let db: Kysely<ActionShop>;

  beforeAll(async () => {
    database = await actionShop(dialect, size);
    db = database.db;
  });

  afterEach(() => takeHandled(db));

  afterAll(() => database.destroy());

  async function run(action: ShopAction) {
    const tables = closingTables(db, closing(action));

    return { summary: await tables.runAction('orders', 'close', {}, null), reported: tables.reported };
  }

  it('continues with the others after row 7, undoes what that row wrote, and calls each function once', async () => {
    const calls: number[] = [];
    const { summary, reported } = await run(
      noting((row) => {
        calls.push(Number(row.dtRowId));
        if (isRow(row, 7)) throw new TableError('tables.action_refused', 'Order 7 is shipped already.');
      }),
    );

    expect(summary).toMatchObject({ state: 'finished', total: size, processed: size - 1, failed: 1 });
    expect(summary.failures).toHaveLength(1);
    expect(String(summary.failures[0]?.dtRowId)).toBe('7');
    expect(summary.failures[0]?.message).toBe('Order 7 is shipped already.');
    expect(summary.message).toBe('The action was applied to 39 rows. 1 row failed.');
    expect(calls).toEqual(ids);
    expect(await takeHandled(db)).toEqual(without(7));
    expect(reported).toEqual([]);
  });

  it('stops the run at row 7 if onFailure says so, and keeps earlier rows', async () => {
    const calls: number[] = [];
    let ended = '';
    const { summary } = await run({
      ...noting((row) => {
        calls.push(Number(row.dtRowId));
        if (isRow(row, 7)) throw new TableError('tables.action_refused', 'No.');
      }),
      onFailure: 'stop',
      after: ({ state }) => {
        ended = state;
      },
    });

    expect(summary).toMatchObject({ state: 'stopped', processed: 6, failed: 1 });
    expect(summary.message).toContain('33 rows were not processed');
    expect(ended).toBe('stopped');
    expect(calls).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await takeHandled(db)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('shows users nothing of an error of the database, and the application all of it', async () => {
    const { summary, reported } = await run(
      noting(async (row, { db: transaction }) => {
        if (isRow(row, 7, 8)) await sql`insert into handled (row_id) values (null)`.execute(transaction);
        if (isRow(row, 9)) await sql`select * from no_such_table`.execute(transaction);
        if (isRow(row, 10)) throw new Error('password=hunter2');
      }),
    );

    expect(summary).toMatchObject({ processed: 36, failed: 4 });
    for (const { message } of summary.failures) {
      expect(message).toBe('The action failed on this row; the log of the application says why.');
    }
    expect(databaseWords(new TableError('tables.action_refused', summary.message))).toEqual([]);
    expect(reported).toHaveLength(4);
    expect(reported[2]?.message).toContain('row 9');
    expect(reported[3]?.cause).toMatchObject({ message: 'password=hunter2' });
    expect(await takeHandled(db)).toEqual(without(7, 8, 9, 10));
  });

  it('fails the row if it swallows an error of the database, which then accepts nothing more', async () => {
    const { summary } = await run(
      noting(async (row, { db: transaction }) => {
        if (!isRow(row, 7)) return;
        await sql`insert into handled (row_id) values (null)`.execute(transaction).catch(() => undefined);
      }),
    );
    const kept = await takeHandled(db);

    // PostgreSQL ends a transaction with its first failed statement; the others continue.
    expect(summary.failed).toBe(dialect === 'postgres' ? 1 : 0);
    expect(kept).toEqual(dialect === 'postgres' ? without(7) : ids);
  });

  it('fails all rows of a chunk, and no others', async () => {
    const chunks: number[][] = [];
    const { summary, reported } = await run({
      chunkSize: 10,
      async rows(rows, context) {
        const values = rows.map(({ dtRowId }) => ({ row_id: dtRowId }));
        chunks.push(rows.map(({ dtRowId }) => Number(dtRowId)));
        await context.db.insertInto('handled').values(values).execute();
        if (rows.some((row) => isRow(row, 17))) throw new Error('no');
      },
    });

    expect(chunks.flat()).toEqual(ids);
    expect(summary).toMatchObject({ processed: 30, failed: 10 });
    expect(summary.failures.map(({ dtRowId }) => Number(dtRowId))).toEqual(ids.slice(10, 20));
    expect(reported).toHaveLength(1);
    expect(reported[0]?.message).toContain('rows 11 to 20');
    expect(await takeHandled(db)).toEqual([...ids.slice(0, 10), ...ids.slice(20)]);
  });

  it('reports single rows of a chunk, and keeps what was written for the others', async () => {
    const { summary, reported } = await run({
      chunkSize: 10,
      async rows(rows, { db: transaction, fail }) {
        const others = rows.filter((row) => !isRow(row, 7, 12, 13));
        for (const row of rows) if (!others.includes(row)) fail(row.dtRowId, `Order ${row.dtRowId} is lost.`);
        await transaction
          .insertInto('handled')
          .values(others.map(({ dtRowId }) => ({ row_id: dtRowId })))
          .execute();
      },
    });

    expect(summary).toMatchObject({ state: 'finished', processed: 37, failed: 3, gone: 0 });
    expect(summary.failures.map(({ dtRowId, message }) => [Number(dtRowId), message])).toEqual(
      [7, 12, 13].map((id) => [id, `Order ${id} is lost.`]),
    );
    expect(summary.failures[0]?.name).toMatch(/^R-/);
    expect(await takeHandled(db)).toEqual(without(7, 12, 13));
    expect(reported).toEqual([]);
  });

  it('stops after the chunk of single failed rows, if onFailure is stop', async () => {
    const { summary } = await run({
      chunkSize: 10,
      onFailure: 'stop',
      rows: (rows, { fail }) => {
        for (const row of rows) if (isRow(row, 12)) fail(row.dtRowId, 'No.');
      },
    });

    expect(summary).toMatchObject({ state: 'stopped', processed: 19, failed: 1 });
  });

  it('fails the chunk for a row that is not in it, or without a message, and reports it to the application', async () => {
    for (const [id, message, problem] of [
      [11, 'No.', 'fail() was called with the dtRowId 11, which no row of this chunk has.'],
      [3, ' ', 'fail() was called without a message for the row 3.'],
    ] as const) {
      const { summary, reported } = await run({
        chunkSize: 10,
        rows: (rows, { fail }) => {
          if (rows.some((row) => isRow(row, 1))) fail(id, message);
        },
      });

      expect(summary).toMatchObject({ processed: 30, failed: 10 });
      expect(reported[0]?.cause).toMatchObject({ message: expect.stringContaining(problem) });
    }
  });

  it('cannot fail rows after its call, nor in a function for one row', async () => {
    let kept: ((id: number, message: string) => void) | undefined;
    await run({
      rows: (_rows, { fail }) => {
        kept = fail;
      },
    });
    const { summary, reported } = await run({
      row: (row, context) => {
        const { fail } = context as unknown as { fail(id: number, message: string): void };
        if (isRow(row, 3)) fail(3, 'No.');
      },
    });

    expect(() => kept?.(1, 'late')).toThrow('fail() is for the rows of one call of rows()');
    expect(summary.failed).toBe(1);
    expect(reported[0]?.cause).toMatchObject({ message: expect.stringContaining('Throw an error instead.') });
  });

  it('does not start if before throws, and shows the reason if it is meant for users', async () => {
    const failing = (error: Error): ShopAction => ({
      async before(context) {
        await context.db.insertInto('handled').values({ row_id: -1 }).execute();
        throw error;
      },
      row: () => {
        throw new Error('called');
      },
    });
    const refused = await refusal(
      run(failing(new TableError('tables.action_refused', 'The period is closed.'))),
    );

    expect(refused).toMatchObject({ status: 422, message: 'The period is closed.' });
    await expect(run(failing(new Error('secret')))).rejects.toThrow(
      /^before\(\) of the action "close" of table "orders" \(run .+\) failed\.$/,
    );
    expect(await takeHandled(db)).toEqual([]);
    const lists = await sql`select * from rowhouse_action_lists`.execute(db);
    expect(lists.rows).toEqual([]);
  });

  it('keeps the rows if after throws, and calls it again for the same run only', async () => {
    let fails = true;
    const tables = closingTables(
      db,
      closing({
        ...noting(),
        async after(_summary, context) {
          await context.db.insertInto('handled').values({ row_id: -2 }).execute();
          if (fails) throw new Error('no');
        },
      }),
    );
    const runId = `after-${dialect}`;
    const go = () => tables.runAction('orders', 'close', {}, null, { runId });

    await expect(go()).rejects.toThrow('after()');
    fails = false;
    expect(await go()).toMatchObject({ processed: size, state: 'finished' });
    expect(await go()).toMatchObject({ processed: size, state: 'finished' });
    expect(await takeHandled(db)).toEqual([...ids, -2]);
  });

  it('returns the failures by the name of its run: which rows, their labels, and why', async () => {
    const tables = closingTables(
      db,
      closing(
        noting(async (row, { db: transaction }) => {
          if (isRow(row, 7)) throw new TableError('tables.action_refused', 'Order 7 is shipped already.');
          if (isRow(row, 9)) await sql`insert into handled (row_id) values (null)`.execute(transaction);
        }),
      ),
    );
    const runId = `named-${dialect}`;
    const { failures } = await tables.runAction('orders', 'close', {}, null, { runId });
    const found = await readActionFailures(db, runId);
    const { number } = await db
      .selectFrom('orders')
      .select('number')
      .where('id', '=', 7)
      .executeTakeFirstOrThrow();

    expect(found).toEqual(failures);
    expect(found.map(({ dtRowId }) => Number(dtRowId))).toEqual([7, 9]);
    expect(found[0]).toMatchObject({ name: number, message: 'Order 7 is shipped already.' });
    expect(found[1]?.message).toBe('The action failed on this row; the log of the application says why.');
    expect(await readActionFailures(db, 'no such run')).toEqual([]);
  });

  it('lists a hundred failures for every row and counts them all', async () => {
    const tables = closingTables(db, closing({ rows: () => Promise.reject(new Error('no')) }));
    const row = await db.selectFrom('orders').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
    await db
      .insertInto('orders')
      .values(ids.concat(ids, ids).map((_, index) => ({ ...row, id: 1000 + index })))
      .execute();

    try {
      const summary = await tables.runAction('orders', 'close', {}, null);
      expect(summary).toMatchObject({ total: 160, processed: 0, failed: 160 });
      expect(summary.failures).toHaveLength(100);
      expect(Number(summary.failures[99]?.dtRowId)).toBe(1059);
    } finally {
      await db.deleteFrom('orders').where('id', '>=', 1000).execute();
    }
  });

  it('refuses a database that is used after its call', async () => {
    const contexts: ActionContext<ActionShop>[] = [];
    await run({
      row: (row, context) => void (isRow(row, 1, 2) && contexts.push(context) && isRow(row, 1) && context.db),
    });

    for (const { db: late } of contexts) {
      await expect(late.selectFrom('handled').selectAll().execute()).rejects.toThrow(
        'Await every query before the function returns.',
      );
    }
    expect(contexts).toHaveLength(2);
  });

  // SQLite has one connection here, and so no two transactions at a time.
  if (dialect !== 'sqlite') {
    it.each(['lets through', 'wraps', 'swallows'])(
      'repeats what the database undid in a deadlock of its function %s, and fails nothing',
      async (how) => {
        await db.updateTable('orders').set({ note: null }).execute();
        const calls: number[] = [];
        const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const other = db
          .transaction()
          .execute(async (transaction) => {
            await reached.promise;
            await transaction.updateTable('orders').set({ note: 'other' }).where('id', '>=', 30).execute();
            // MySQL ends the transaction that has written less.
            const countries = Array.from({ length: 400 }, (_, id) => ({
              id: 1000 + id,
              name: 'X',
              code: 'XX',
            }));
            await transaction.insertInto('countries').values(countries).execute();
            // PostgreSQL ends the transaction that looks for a deadlock first.
            if (dialect === 'postgres') await sql`set local deadlock_timeout = '10min'`.execute(transaction);
            const update = transaction
              .updateTable('orders')
              .set({ note: 'other' })
              .where('id', '=', 5)
              .execute();
            await untilOneWaits(db, dialect);
            held.resolve();
            await update;
            throw new Error('back');
          })
          .catch((error: Error) => error.message);
        const { summary, reported } = await run(
          noting(async (row, { db: transaction }) => {
            calls.push(Number(row.dtRowId));
            if (isRow(row, 29)) {
              reached.resolve();
              await held.promise;
            }
            const closed = transaction
              .updateTable('orders')
              .set({ note: 'closed' })
              .where('id', '=', row.dtRowId)
              .execute();
            await closed.catch((error: Error) => {
              if (how === 'lets through') throw error;
              if (how === 'wraps') throw new Error('It did not work.');
            });
          }),
        );

        expect(await other).toBe('back');
        expect(calls.filter((id) => id === 30)).toHaveLength(2);
        // MySQL undoes the whole transaction, PostgreSQL the row alone.
        expect(calls.filter((id) => id === 1)).toHaveLength(dialect === 'mysql' ? 2 : 1);
        expect(reported).toEqual([]);
        expect(summary).toMatchObject({ processed: size, failed: 0 });
        expect(await takeHandled(db)).toEqual(ids);
        expect(await idsBySql(db, "select id from orders where note = 'closed' order by id")).toEqual(ids);
      },
    );
  }
});
