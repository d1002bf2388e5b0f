import { installRowCounts } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../../../test/databases.ts';
import { type LoggedDatabase, loggedDatabase } from '../../tables/test/support.ts';
import { installPageMarks, keepPageMarks } from '../src/index.ts';
import {
  createEntries,
  type Entries,
  entriesTable,
  type Layout,
  layouts,
  moments,
  readEntries,
  sort,
} from './markedEntries.ts';
import { tablesOf } from './support.ts';

const writers = 3;
const pages = 200;

describe.each(dialects.filter((dialect) => dialect === 'postgres'))('page marks on %s', (dialect) => {
  let database: LoggedDatabase<Entries>;
  let db: Kysely<Entries>;

  beforeEach(async () => {
    database = await loggedDatabase(dialect);
    db = database.db;
  });
  afterEach(() => database.destroy());

  it.each(Object.keys(layouts) as Layout[])(
    'return the page of plain SQL for %s in the same snapshot while others write',
    async (layout) => {
      const where = { start: 6000, length: 20, direction: 'DESC' as 'ASC' | 'DESC' };
      await createEntries(db, layout);
      await installRowCounts(db, ['entries']);
      await installPageMarks(db, [sort], { every: 100 });
      await keepPageMarks(db, [sort]);
      const tables = tablesOf(db, entriesTable(where));
      const stop = new AbortController();
      const working = [
        ...Array.from({ length: writers }, (_, writer) => write(writer, stop.signal)),
        keepAll(stop.signal),
      ];

      let marked = 0;
      try {
        for (let page = 0; page < pages; page++) {
          Object.assign(where, {
            start: 5000 + ((page * 619) % 1800),
            direction: page % 2 === 0 ? 'ASC' : 'DESC',
          });
          database.statements();
          const { ids, expected, count, present } = await readEntries(tables, where);
          expect(ids).toEqual(expected);
          expect(count).toBe(present);
          const statements = database.statements().filter((statement) => statement.includes('"dtRowId"'));
          if (statements.every((statement) => statement.includes('_place"('))) marked++;
        }
      } finally {
        stop.abort();
        await Promise.all(working);
      }
      expect(marked).toBe(pages);
    },
  );

  /** Transactions of several statements, some of which are rolled back; the number of entries stays about the same. */
  async function write(writer: number, signal: AbortSignal): Promise<void> {
    for (let turn = 0; !signal.aborted; turn++) {
      const first = 1_000_000 * (writer + 1) + turn * 20;
      const at = (turn * 7919 + writer * 1000) % moments;
      const change = db.transaction().execute(async (transaction) => {
        await sql`insert into entries select ${sql.lit(first)} + n, ${sql.lit(at)} + n % 3
          from generate_series(1, 12) as n`.execute(transaction);
        await sql`update entries set at = (at + 1300) % ${sql.lit(moments)}
          where id in (${sql.lit(first + 1)}, ${sql.lit(first - 15)})`.execute(transaction);
        await sql`delete from entries where (id, at) in (
          select id, at from entries where at > ${sql.lit(at)} order by at, id limit 11 for update skip locked
        )`.execute(transaction);
        if (turn % 5 === 0) throw new Error('rolled back');
      });
      await change.catch((error: Error) => {
        // Two writers may have chosen the same rows in another order.
        if (!/rolled back|deadlock|concurrent update/.test(error.message)) throw error;
      });
    }
  }

  async function keepAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) await keepPageMarks(db, [sort]);
  }
});
