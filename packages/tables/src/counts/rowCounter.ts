import type { RawBuilder } from 'kysely';
import type { Table } from '../definition/Table.ts';
import { type AggregateQuery, countQuery } from '../query/aggregateQuery.ts';
import type { Catalogue } from '../query/catalogue.ts';
import type { HostQuery } from '../query/HostQuery.ts';
import type { QueryRunner } from '../query/QueryRunner.ts';
import { queryKey } from '../query/queryKey.ts';
import type { CountEntry, RowCountReading } from '../runtime/CountCache.ts';
import type { Reads } from '../runtime/reads.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { foldRowCounts } from './foldRowCounts.ts';
import { type FollowedSources, followedSources } from './followedSources.ts';
import { parseReading } from './parseReading.ts';
import { presentStateReader } from './presentState.ts';

const hour = 60 * 60 * 1000;
/** Change records above which they are folded. */
const foldAbove = 1000;

/** The unfiltered count of one query: how it is counted, kept, and carried to the present. */
export interface RowCounter {
  /** Undefined when the rows have to be counted. */
  kept(): CountEntry | undefined;
  /** The state of the sources, to be selected beside rows and so in their snapshot. Null when nothing tells it. */
  readonly reading: RawBuilder<string | null> | null;
  /** The count in the snapshot of `reading`, told by a kept entry; null when the entry does not tell it. */
  carry(entry: CountEntry, reading: RowCountReading | null): number | null;
  /** Names the snapshot of the rows it is selected beside, for `verify`. Null when there is nothing to verify by. */
  readonly snapshot: RawBuilder<string | null> | null;
  /**
   * The present count, told by a kept entry; null when the entry does not tell it. Asks the database only if something
   * was committed since it was last asked: if `snapshot`, the name of a snapshot just seen, is another one.
   */
  verify(entry: CountEntry, snapshot: string | null): Promise<number | null>;
  /** Counts now, and keeps the result where the template says `cache`. */
  count(reads: Reads): Promise<number>;
  /** Null when the database cannot say. */
  estimate(reads: Reads): Promise<number | null>;
}

export function rowCounter(
  table: Table,
  query: HostQuery,
  runtime: TableRuntime,
  catalogue: Catalogue,
  /** The definition's own part of the cache key. */
  cacheKey: string,
): RowCounter {
  const { cache } = table.template;
  const followed = cache ? followedRecords(table, query, catalogue) : null;
  const reading = followed && runtime.dialect.rowCounts.reading(followed.records);
  // A count with sources is kept only while something tells its changes.
  const isKept = cache && (reading !== null || !hasSources(table));
  const counting = countQuery(runtime.db, query, []);
  const compiled = (
    reading ? (counting.select(reading.as('reading')) as AggregateQuery) : counting
  ).compile();
  // The statement is part of the key, so that whatever a user or a parameter changes in it is never mixed up.
  const key = `${table.id}\n${cacheKey}\n${queryKey(compiled)}`;

  const countNow = async (run: QueryRunner) => {
    const [row] = await run(compiled);
    const entry = { count: Number(row?.count), reading: parseReading(row?.reading) };

    if (isKept && (entry.reading || !reading)) runtime.countCache.set(key, entry, hour);

    return entry.count;
  };

  const present = followed && presentStateReader(runtime, followed.records, table.config.limits);
  const carry: RowCounter['carry'] = (entry, now) => {
    if (entry.reading === null) return entry.count;
    if (now === null || now.epoch !== entry.reading.epoch) return null;
    if (now.pending > foldAbove) foldSoon(followed?.records ?? [], runtime);
    if (now.changes === entry.reading.changes) return entry.count;

    return followed?.isWholeTable ? entry.count + now.net - entry.reading.net : null;
  };

  return {
    kept: () => (isKept ? runtime.countCache.get(key) : undefined),
    reading,
    carry,
    snapshot: reading && runtime.dialect.rowCounts.snapshot,
    async verify(entry, snapshot) {
      const verified = runtime.verifiedCounts.get(entry);

      if (verified && verified.snapshot === snapshot) return verified.count;
      if (!present) return null;

      const now = await present();
      const count = carry(entry, now.reading);

      if (count !== null && now.snapshot !== null) {
        runtime.verifiedCounts.set(entry, { count, snapshot: now.snapshot });
      }

      return count;
    },
    count: (reads) => reads.share(`count\n${key}`, countNow),
    estimate: (reads) =>
      reads.share(`estimate\n${key}`, (run) => runtime.dialect.estimateRows(runtime.db, query, run)),
  };
}

function hasSources({ definition }: Table): boolean {
  return (definition.count?.sources ?? []).length > 0;
}

/** Null where no changes are followed: not wanted, not possible, or nothing is installed. */
function followedRecords(table: Table, query: HostQuery, catalogue: Catalogue): FollowedSources | null {
  if (!hasSources(table) || !catalogue.find({ schema: null, name: 'rowhouse_row_counts' })) return null;

  const followed = followedSources(table, query, catalogue);

  return 'unknown' in followed ? null : followed;
}

/** Not awaited: readings are right either way, folding only keeps them cheap. */
function foldSoon(
  sources: readonly string[],
  { own, dialect, share, onBackgroundError }: TableRuntime,
): void {
  for (const source of sources) {
    share(`fold\n${source}`, () => foldRowCounts(own, source, dialect)).catch(onBackgroundError);
  }
}
