import { timeZone } from '@rowhouse/table-protocol/internal';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { utcText } from './dialects/sqlText.ts';

/** A change of a zone's offset. Both in milliseconds; `after` is added to UTC from `at` on. */
interface OffsetChange {
  readonly at: number;
  readonly after: number;
}

interface OffsetChanges {
  /** The offset before the first change. */
  readonly first: number;
  readonly changes: readonly OffsetChange[];
}

const firstYear = 1900;
const lastYear = 2100;
/** Maximum step: no zone has changed to another offset and back within this time. */
const pace = 4 * 86_400_000;

const known = new LRUCache<string, OffsetChanges>({ max: 20 });

/**
 * The seconds to add to an instant in UTC for the clock of a zone, for databases that know no zones. Offsets are those
 * of 1900 to 2100; other years use those of the nearest year. `instant` must be comparable with text in UTC.
 */
export function offsetSeconds(instant: Expression<unknown>, zoneName: string): RawBuilder<number> {
  const found = known.get(zoneName) ?? offsetChanges(zoneName);
  known.set(zoneName, found);

  return offsetAmong(instant, found.first, found.changes);
}

/** Binary search, so that each offset needs few comparisons. */
function offsetAmong(
  instant: Expression<unknown>,
  first: number,
  changes: readonly OffsetChange[],
): RawBuilder<number> {
  const middle = changes[Math.floor(changes.length / 2)];
  if (!middle) return sql<number>`${sql.lit(first / 1000)}`;

  const index = changes.indexOf(middle);
  const before = offsetAmong(instant, first, changes.slice(0, index));
  const after = offsetAmong(instant, middle.after, changes.slice(index + 1));

  return sql<number>`case when ${instant} < ${sql.lit(utcText(new Date(middle.at)))} then ${before} else ${after} end`;
}

function offsetChanges(zoneName: string): OffsetChanges {
  const { offset } = timeZone(zoneName);
  const start = Date.UTC(firstYear, 0);
  const end = Date.UTC(lastYear + 1, 0);
  const changes: OffsetChange[] = [];

  for (let from = start; from < end; from += pace) {
    if (offset(from) !== offset(from + pace)) {
      changes.push({ at: changeWithin(from, offset), after: offset(from + pace) });
    }
  }

  return { first: offset(start), changes };
}

/** The first instant after `from` with the offset at the end of the step. */
function changeWithin(from: number, offset: (instant: number) => number): number {
  let [outside, inside] = [from, from + pace];
  const target = offset(inside);

  while (inside - outside > 1) {
    const middle = Math.floor((outside + inside) / 2);
    if (offset(middle) === target) inside = middle;
    else outside = middle;
  }

  return inside;
}
