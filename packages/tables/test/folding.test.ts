import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, dialects, type TestDatabase } from '../../../test/databases.ts';
import { createTables, installRowCounts, type Tables } from '../src/index.ts';
import { addEvents, createEvents, type Events, eventsTable } from './events.ts';
import { countBySql } from './support.ts';

const whole = { count: { sources: ['events'], wholeTable: true } };
/** Milliseconds that writers, readers and folders run against each other at least. */
const duration = 1500;
/** The same at most. */
const patience = 20_000;

describe.each(dialects)('folding the change records on %s', (dialect) => {
  let database: TestDatabase<Events>;
  let db: Kysely<Events>;
  let failures: unknown[];

  beforeAll(async () => {
    database = await createTestDatabase<Events>(dialect);
    db = database.db;
    await createEvents(db);
    await installRowCounts(db, ['events']);
  });

  beforeEach(() => {
    failures = [];
  });

  afterAll(() => database.destroy());

  const newTables = () =>
    createTables({
      db,
      definitions: [eventsTable('events', whole)],
      onBackgroundError: (error) => failures.push(error),
    });

  const records = () => countBySql(db, 'rowhouse_row_changes');

  /** One change record each, on every database. */
  async function singleChanges(first: number, count: number) {
    await db.transaction().execute(async (transaction) => {
      for (let id = first; id < first + count; id++) await addEvents(transaction, id, 1);
    });
  }

  /**
   * The count of a deep page is that of the snapshot in which its rows were read; that of others may be a moment later.
   * Nobody here makes the table smaller, so that it cannot be less, nor more than what is there afterwards.
   */
  async function readAt(tables: Tables, start: number) {
    const { data, count } = await tables.data('events', { meta: { start, length: 5 } });
    const alive = Number(data[0]?.alive);

    if (start >= 1000) {
      expect(count).toBe(alive);
    } else {
      expect(count).toBeGreaterThanOrEqual(alive);
      expect(count).toBeLessThanOrEqual(await countBySql(db, 'events'));
    }
  }

  it('starts automatically above a thousand records, and changes no count', async () => {
    const [tables, other] = [newTables(), newTables()];
    await tables.data('events', {});
    await other.data('events', {});
    await singleChanges(1, 1100);
    expect(await records()).toBeGreaterThanOrEqual(1100);

    expect((await tables.data('events', {})).count).toBe(1100);
    await expect.poll(records).toBe(0);

    expect((await tables.data('events', {})).count).toBe(1100);
    expect((await other.data('events', {})).count).toBe(1100);
    await db.deleteFrom('events').where('id', '>', 1000).execute();
    await addEvents(db, 5000, 7);
    expect((await tables.data('events', {})).count).toBe(1007);
    expect((await other.data('events', {})).count).toBe(1007);
    expect(failures).toEqual([]);
  });

  it('keeps every count consistent with its snapshot under concurrent writes, folds and reads, without deadlocks', async () => {
    const begin = Date.now();
    // As long as it takes to have done enough, on a slow machine too.
    const isOngoing = () =>
      Date.now() < begin + duration || (!(reads > 20 && written > 5) && Date.now() < begin + patience);
    const processes = [newTables(), newTables()];
    let next = 100_000;
    let reads = 0;
    let written = 0;
    await db.deleteFrom('events').execute();
    await addEvents(db, 1, 2500);
    for (const tables of processes) await tables.data('events', {});

    const writer = async () => {
      while (isOngoing()) {
        const first = next;
        next += 10;
        await db
          .transaction()
          .execute(async (transaction) => {
            await addEvents(transaction, first, 1 + (first % 3));
            if (first % 20 === 0) await transaction.deleteFrom('events').where('id', '=', first).execute();
            if (first % 70 === 0) throw new RolledBack();
          })
          .catch((error: unknown) => {
            if (!(error instanceof RolledBack)) throw error;
          });
        written++;
      }
    };
    const reader = async (tables: Tables) => {
      for (let start = 0; isOngoing(); start = (start + 613) % 2400) {
        await readAt(tables, start);
        reads++;
      }
    };
    // Enough records, repeatedly, that both processes fold at the same time.
    const flood = async (of: number) => {
      for (let first = 10_000_000 * of; isOngoing(); first += 1500) {
        await singleChanges(first, 1500);
      }
    };

    await Promise.all([
      writer(),
      writer(),
      ...processes.map(reader),
      reader(processes[0] as Tables),
      flood(1),
    ]);

    expect(failures).toEqual([]);
    expect(written).toBeGreaterThan(5);
    expect(reads).toBeGreaterThan(20);
    for (const tables of processes) {
      expect((await tables.data('events', {})).count).toBe(await countBySql(db, 'events'));
    }
    await expect.poll(records).toBeLessThan(1500);
    const { rows } = await sql<{ net: number | string }>`
      select net + (select coalesce(sum(delta), 0) from rowhouse_row_changes) as net
      from rowhouse_row_counts where source = 'events'`.execute(db);
    expect(Number(rows[0]?.net)).toBe(await countBySql(db, 'events'));
  });
});

class RolledBack extends Error {}
