import { createTables, followPartitions, installRowCounts, type Tables } from '@rowhouse/tables';
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { countBySql, type LoggedDatabase, loggedDatabase } from '../../tables/test/support.ts';
import { installPageMarks, keepPageMarks, removePageMarks } from '../src/index.ts';
import {
  createEntries,
  type Entries,
  entriesTable,
  type Layout,
  layouts,
  moments,
  readEntries,
  size,
  sort,
} from './markedEntries.ts';
import { tablesOf } from './support.ts';

const every = 150;
/** Starts that are far enough from both ends to be found by marks. */
const middle = fc.integer({ min: 5000, max: 6500 });

describe.each(dialects.filter((dialect) => dialect === 'postgres'))('page marks on %s', (dialect) => {
  let database: LoggedDatabase<Entries>;
  let db: Kysely<Entries>;
  let tables: Tables;
  const where = { start: 6000, length: 20, direction: 'DESC' as 'ASC' | 'DESC' };

  const run = (statement: string) => sql.raw(statement).execute(db);
  const keep = () => keepPageMarks(db, [sort]);

  async function prepare(layout: Layout): Promise<void> {
    await createEntries(db, layout);
    await installRowCounts(db, ['entries']);
    await installPageMarks(db, [sort], { every });
    await keep();
  }

  beforeEach(async () => {
    database = await loggedDatabase(dialect);
    db = database.db;
    tables = tablesOf(db, entriesTable(where));
    Object.assign(where, { start: 6000, length: 20, direction: 'DESC' });
  });
  afterEach(() => database.destroy());

  /** Reads the page and compares it; returns whether a mark led to it. */
  async function readRight(change: Partial<typeof where> = {}): Promise<boolean> {
    Object.assign(where, change);
    database.statements();
    const { ids, expected, count, present } = await readEntries(tables, where);
    const pages = database.statements().filter((statement) => statement.includes('"dtRowId"'));

    expect(ids).toEqual(expected);
    expect(count).toBe(present);
    expect(ids.length).toBe(where.length);

    return pages.every((statement) => statement.includes('_place"('));
  }

  describe.each(Object.keys(layouts) as Layout[])('a table with %s', (layout) => {
    const { part } = layouts[layout];

    beforeEach(() => prepare(layout));

    const insert = (table: string, ids: string, at: string) =>
      run(`insert into ${table} (id, at) select ${ids}, ${at} from generate_series(1, 40) n`);

    const changes: Record<string, () => Promise<unknown>> = {
      'no change': async () => undefined,
      'inserted rows': () => insert('entries', '20000 + n', `n * 31 % ${moments}`),
      'rows inserted at the end': () => insert('entries', '20000 + n', `${moments} + n`),
      'rows inserted before all others': () => insert('entries', '20000 + n', '-n'),
      'rows written into a partition': () =>
        run(`update ${part} set at = at where id < 6000 and at between 1000 and 1500`),
      'rows deleted': () => run(`delete from entries where at between 200 and 230`),
      'rows deleted in a partition': () => run(`delete from ${part} where id % 7 = 0`),
      'all rows of some marks deleted': () => run('delete from entries where at between 600 and 800'),
      'a changed sort key': () => run(`update entries set at = (at + 1500) % ${moments} where id % 50 = 0`),
      'a changed key within its partition': () =>
        run(`update ${part} set at = 1001 where at between 1100 and 1120 and id between 4000 and 7999`),
      'a changed note': () => run(`update entries set note = 'x' where id < 500`),
      'an upsert': () =>
        run(`insert into entries (id, at) select n * 10, n * 10 * 7919 % ${moments} from generate_series(1, 1500) n
          on conflict (id, at) do update set note = 'again'`),
      'a rolled back change': () =>
        db
          .transaction()
          .execute(async (transaction) => {
            await sql`delete from entries where at < 700`.execute(transaction);
            throw new Error('stop');
          })
          .catch(() => undefined),
      'rows created and deleted in one transaction': () =>
        db.transaction().execute(async (transaction) => {
          await sql`insert into entries (id, at) select 30000 + n, 1500 from generate_series(1, 200) n`.execute(
            transaction,
          );
          await sql`delete from entries where id > 30100`.execute(transaction);
        }),
    };

    it.each(Object.keys(changes))(
      'are right after %s, before and after they are brought up to date',
      async (name) => {
        await changes[name]?.();
        for (const direction of ['ASC', 'DESC'] as const) expect(await readRight({ direction })).toBe(true);
        await keep();
        for (const direction of ['ASC', 'DESC'] as const) {
          expect(await readRight({ direction, start: 5500 })).toBe(true);
        }
      },
    );

    // Nothing is read before: a read brings marks up to date in the background, perhaps after the rows are new.
    it('are not used after TRUNCATE until they are set again', async () => {
      await run(`truncate ${part}`);
      await run(`insert into entries select 70000 + n, n % ${moments} from generate_series(1, 12000) n`);
      expect(await readRight({ start: 5500 })).toBe(false);
      await keep();
      expect(await readRight({ start: 5600 })).toBe(true);
    });

    it('equal a plain OFFSET after any changes, with any number of them folded', async () => {
      const step = fc.oneof(
        fc.record({
          kind: fc.constant('insert'),
          at: fc.integer({ min: -100, max: moments + 100 }),
          rows: fc.integer({ min: 1, max: 400 }),
        }),
        fc.record({
          kind: fc.constant('delete'),
          at: fc.integer({ min: 0, max: moments }),
          rows: fc.integer({ min: 1, max: 60 }),
        }),
        fc.record({
          kind: fc.constant('move'),
          at: fc.integer({ min: 0, max: moments }),
          rows: fc.integer({ min: 1, max: 100 }),
        }),
        fc.record({ kind: fc.constant('keep'), at: fc.constant(0), rows: fc.constant(0) }),
      );
      let next = 100_000;
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 1, maxLength: 4 }),
          middle,
          fc.integer({ min: 1, max: 30 }),
          fc.constantFrom('ASC' as const, 'DESC' as const),
          async (steps, start, length, direction) => {
            for (const { kind, at, rows } of steps) {
              if (kind === 'keep') await keep();
              if (kind === 'insert') {
                await run(
                  `insert into entries select ${next} + n, ${at} + n % 5 from generate_series(1, ${rows}) n`,
                );
                next += rows;
              }
              if (kind === 'delete')
                await run(`delete from entries where at >= ${at} and at < ${at + rows / 20}`);
              if (kind === 'move') {
                await run(
                  `update entries set at = (at * 7 + ${rows}) % ${moments} where id % 100 = ${rows % 100}`,
                );
              }
            }
            const present = await countBySql(db, 'entries');
            if (present < 12_000) {
              await run(
                `insert into entries select ${next} + n, n % ${moments} from generate_series(1, 12500 - ${present}) n`,
              );
              next += 12_500;
            }
            expect(await readRight({ start, length, direction })).toBe(true);
          },
        ),
        { numRuns: 25 },
      );
    });
  });

  describe('a table whose partitions change', () => {
    beforeEach(() => prepare('partitions by the sort'));

    it('are not used until they are set again for the new parts', async () => {
      await readRight();
      await run('alter table entries detach partition entries_middle');
      await run(`insert into entries_low select 40000 + n, n % 900 from generate_series(1, 6000) n`);
      expect(await readRight()).toBe(false);
      await keep();
      expect(await readRight({ start: 6100 })).toBe(true);

      await run('delete from entries_middle where id % 2 = 0');
      expect(await readRight({ start: 6200 })).toBe(true);
      await run('alter table entries attach partition entries_middle for values from (1000) to (2000)');
      expect(await readRight({ start: 6300 })).toBe(false);
      await keep();
      expect(await readRight({ start: 6400 })).toBe(true);

      await run('drop table entries_middle');
      expect(await readRight({ start: 6100 })).toBe(false);
      await keep();
      expect(await readRight({ start: 6150 })).toBe(true);
    });

    it('are not used with a partition whose changes are not recorded, until it is followed', async () => {
      await run('alter table entries detach partition entries_middle');
      await run('create table entries_new (like entries including all)');
      await run('insert into entries_new select 50000 + n, 1000 + n % 1000 from generate_series(1, 4000) n');
      await run('alter table entries attach partition entries_new for values from (1000) to (2000)');
      await keep();
      expect(await readRight()).toBe(false);
      await followPartitions(db, ['entries']);
      await keep();
      expect(await readRight({ start: 6010 })).toBe(true);
      await run('delete from entries_new where id % 3 = 0');
      expect(await readRight({ start: 5900 })).toBe(true);
    });

    it('record writes of a transaction into a partition that was attached after its snapshot', async () => {
      await run('alter table entries detach partition entries_middle');
      await keep();
      const { promise: attached, resolve: onAttached } = Promise.withResolvers<void>();
      const { promise: started, resolve: onStarted } = Promise.withResolvers<void>();
      const old = db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (transaction) => {
          await sql`select count(*) from pg_class`.execute(transaction);
          onStarted();
          await attached;
          await sql`delete from entries_middle where id % 5 = 0`.execute(transaction);
        });
      await started;
      await run('alter table entries attach partition entries_middle for values from (1000) to (2000)');
      await keep();
      onAttached();
      await old;
      expect(await readRight({ start: 5800 })).toBe(true);
    });
  });

  it('are set while rows are written, in steps that each include more of them', async () => {
    await createEntries(db, 'one table');
    await installRowCounts(db, ['entries']);
    await installPageMarks(db, [sort], { every: 50 });
    const { rows } = await sql<{ name: string }>`select name from rowhouse_page_marks`.execute(db);
    let steps = 0;
    for (let isComplete = false; !isComplete; steps++) {
      await sql`select ${sql.raw(`${rows[0]?.name}_keep`)}(true)`.execute(db);
      if (steps < 12) {
        await run(`delete from entries where id % 97 = ${steps}`);
        await run(
          `insert into entries select ${60_000 + steps * 100} + n, n * 37 % ${moments} from generate_series(1, 100) n`,
        );
        await run(`update entries set at = (at + 1000) % ${moments} where id % 89 = ${steps}`);
        await readRight({ start: 5000 + steps * 10 });
      }
      const state = await sql<{ is_complete: boolean }>`select is_complete from rowhouse_page_marks`.execute(
        db,
      );
      isComplete = state.rows[0]?.is_complete ?? false;
    }
    expect(await readRight()).toBe(true);
  });

  const hindrances: Record<string, () => Promise<unknown>> = {
    'a trigger is off': () => run('alter table entries disable trigger user'),
    'rows were written without triggers': () =>
      db.connection().execute(async (connection) => {
        await sql`set session_replication_role = replica`.execute(connection);
        await sql`delete from entries where at < 50`.execute(connection);
        await sql`set session_replication_role = origin`.execute(connection);
        // Counted again, as within the hour.
        tables = tablesOf(db, entriesTable(where));
        await tables.data('entries', {});
      }),
    'rows are hidden by policies': () => run('alter table entries enable row level security'),
    'the marks are removed': () => removePageMarks(db, [sort]),
    'a parent has the rows, too': async () => {
      await run('create table parents (like entries)');
      await run('alter table entries inherit parents');
    },
    'a column may be null': async () => {
      await run('alter table entries drop constraint entries_pkey');
      await run('alter table entries alter column at drop not null');
      tables = tablesOf(db, entriesTable(where));
    },
  };

  it.each(Object.keys(hindrances))('are not used where %s', async (name) => {
    await prepare('one table');
    expect(await readRight()).toBe(true);
    await hindrances[name]?.();
    expect(await readRight({ start: 5700 })).toBe(false);
  });

  it('are neither used nor set by tables without the capability', async () => {
    await prepare('one table');
    await run('update rowhouse_page_marks set parts = null, is_complete = false');
    tables = createTables({ db, definitions: [entriesTable(where)] });
    expect(await readRight()).toBe(false);
    await sql`select pg_sleep(0.2)`.execute(db);
    expect((await sql`select is_complete from rowhouse_page_marks`.execute(db)).rows).toEqual([
      { is_complete: false },
    ]);
  });

  it('are not used for other sorts, or for a part of the rows', async () => {
    await prepare('one table');
    database.statements();
    for (const payload of [
      { columns: [{ name: 'note', meta: { sort: 'ASC' } }] },
      { columns: [{ name: 'at', meta: { sort: 'ASC' } }], intervals: { entries: { at: { min: 10 } } } },
    ]) {
      await tables.data('entries', { ...payload, meta: { start: 6000, length: 5 } });
    }
    expect(database.statements().filter((statement) => statement.includes('_place"('))).toEqual([]);
  });

  it('are brought up to date in the background of pages, and leave nothing behind when they are removed', async () => {
    await createEntries(db, 'partitions by the id');
    await installPageMarks(db, [sort], { every });
    await readRight();
    await expect.poll(() => readRight({ start: 5500 })).toBe(true);
    await removePageMarks(db, [sort]);
    const { rows } = await sql`
      select tgname as name from pg_trigger where tgname like 'rowhouse%'
      union all select relname from pg_class where relname like 'rowhouse_marks%'`.execute(db);
    expect(rows).toEqual([]);
    expect(await readRight({ start: 5900 })).toBe(false);
  });

  it('are removed after another transaction that is setting them', async () => {
    await prepare('one table');
    let removed: Promise<void> | undefined;
    await db.transaction().execute(async (transaction) => {
      await sql`select from rowhouse_page_marks for update`.execute(transaction);
      removed = removePageMarks(db, [sort]);
      await expect
        .poll(async () => {
          const { rows } = await sql`select from pg_locks where not granted`.execute(transaction);
          return rows.length;
        })
        .toBeGreaterThan(0);
      await sql`select count(*) from entries`.execute(transaction);
    });
    await removed;
    expect(await readRight()).toBe(false);
  });

  it('need columns that are NOT NULL', async () => {
    await createEntries(db, 'one table');
    await expect(installPageMarks(db, ['entries(note, id)'])).rejects.toThrow('NOT NULL');
    await expect(installPageMarks(db, ['entries'])).rejects.toThrow('names no columns');
    expect(size).toBeGreaterThan(10_000);
  });
});
