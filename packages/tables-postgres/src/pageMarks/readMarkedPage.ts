import type { CountEntry } from '@rowhouse/tables';
import {
  exactly,
  type Observed,
  type Page,
  type PageAnchor,
  type Reads,
  readCounts,
  readWindow,
  type TableQuery,
  together,
} from '@rowhouse/tables/internal';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { functionOf } from './markNames.ts';

/** The marks of a sort, and the requested direction. */
export interface SortMarks {
  readonly name: string;
  readonly direction: 'ASC' | 'DESC';
}

/** Maximum rows between a page and the nearer end for which a mark is not faster. */
const near = 5000;

/**
 * Reads a page far from both ends from a preceding mark, with the number of rows in its snapshot. Null if there is no
 * usable mark: the page is then found without marks.
 */
export async function readMarkedPage(
  data: TableQuery,
  marks: SortMarks,
  entry: CountEntry | undefined,
  reads: Reads,
): Promise<Observed<Page> | null> {
  const { plan, counter } = data;
  const { start, length } = plan;
  if (Math.min(start, entry ? entry.count - start : start) < near) return null;

  const window = { fromEnd: false, offset: start, limit: length, anchor: placeOf(marks, start, length) };
  const toObserve = { reading: total(marks.name, counter.reading) };
  const { value: rows, seen } = await readWindow(data, window, reads.page, toObserve);
  const [counted, reading = null] = (seen.reading ?? '').split('/');
  if (!counted) return null;

  const count = Number(counted);
  const carried = entry?.reading ? counter.carry(entry, reading) : count;
  // Marks and row counts are kept independently; if they differ, triggers were disabled.
  if (carried !== null && carried !== count) return null;
  if (rows.length !== Math.min(length, Math.max(0, count - start))) return null;

  const counts = await readCounts(data, exactly(count), reads);

  return { value: { rows, counts: counts.value }, seen: together(seen, counts.seen) };
}

/**
 * The rows of the table, a slash, and the reading of its cached count, as a scalar. Nothing before the slash while
 * the marks are invalid, for example while they are being set.
 */
function total(name: string, reading: RawBuilder<string | null> | null): RawBuilder<string | null> {
  return sql<
    string | null
  >`(select concat(${sql.raw(functionOf(name, 'total'))}(), '/', ${reading ?? sql`null`}))`;
}

const alias = 'rowhousePlace';

function placeOf({ name, direction }: SortMarks, start: number, length: number): PageAnchor {
  const isDownwards = direction === 'DESC';

  return {
    key: `${name} ${direction}`,
    from: sql`${sql.raw(functionOf(name, 'place'))}(${sql.lit(start)}, ${sql.lit(length)}, ${sql.lit(isDownwards)}) as ${sql.id(alias)}`,
    skip: sql<number>`${sql.id(alias, 'skip')}`,
    condition: (columns) => condition(columns, isDownwards),
  };
}

/**
 * The first column also by itself: PostgreSQL leaves partitions out by that, and not by a row of columns. Between two bounds it
 * expects few rows; with one it would expect a third of the table, and compile the statement for that.
 */
function condition(columns: readonly Expression<unknown>[], isDownwards: boolean): Expression<SqlBool> {
  const [first] = columns;
  const key = (name: string) => sql.id(alias, name);
  const keys = sql.join(columns.map((_column, index) => key(`k${index + 1}`)));
  const row = sql.join(columns);

  return isDownwards
    ? sql<SqlBool>`(${first} <= ${key('k1')} and ${first} >= ${key('bound')} and (${row}) < (${keys}))`
    : sql<SqlBool>`(${first} >= ${key('k1')} and ${first} <= ${key('bound')} and (${row}) >= (${keys}))`;
}
