import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Table } from '../definition/Table.ts';
import { type AggregateQuery, countQuery, queryKey } from '../query/aggregateQuery.ts';
import type { QueryRunner } from '../query/cancellable.ts';
import type { Catalogue } from '../query/catalogue.ts';
import type { Dialect } from '../query/dialects/Dialect.ts';
import type { HostQuery } from '../query/HostQuery.ts';
import type { CountEntry, RowCountReading } from '../runtime/CountCache.ts';
import type { Observation, Observed } from '../runtime/Observation.ts';
import type { Reads } from '../runtime/reads.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { type FollowedSources, followedSources } from './followedSources.ts';
import { presentStateReader } from './presentState.ts';

const hour = 60 * 60 * 1000;
/** Number of change records above which they are folded. */
const foldAbove = 1000;

/** The unfiltered count of one query: counts, caches, and brings cached counts up to date. */
export interface RowCounter {
  /** Undefined if the rows have to be counted. */
  cached(): CountEntry | undefined;
  /** The state of the sources, to be selected with rows in one snapshot. Null if changes are not recorded. */
  readonly reading: RawBuilder<string | null> | null;
  /** The count in the snapshot of a result of `reading`, computed from a cached entry; null if that is not possible. */
  carry(entry: CountEntry, reading: string | null): number | null;
  /** The count of a cached entry in a named snapshot; null if it was not verified in that one. */
  countIn(snapshot: string | null, entry: CountEntry): number | null;
  /** The current count, computed from a cached entry; null if that is not possible. One statement, with that of `present`. */
  verify(entry: CountEntry): Promise<Observed<number | null>>;
  /**
   * Whether the keys that the query relies on exist, and the state of the sources. Concurrent requests share the
   * statement.
   */
  present(): Promise<Observation>;
  /** Counts now, and caches the result if the template has `cache`. */
  count(reads: Reads): Promise<number>;
  /** Null if the database has no estimate. */
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
  // A count with sources is cached only if their changes are recorded.
  const isCached = cache && (reading !== null || !hasSources(table));
  const counting = countQuery(runtime.db, query, []);
  const compiled = (
    reading ? (counting.select(reading.as('reading')) as AggregateQuery) : counting
  ).compile();
  // The statement is part of the key, so that counts of different users or parameters are never mixed.
  const key = `${table.id}\n${cacheKey}\n${queryKey(compiled)}`;

  const countNow = async (run: QueryRunner) => {
    const [row] = await run(compiled);
    const entry = { count: Number(row?.count), reading: parseReading(row?.reading) };

    if (isCached && (entry.reading || !reading)) runtime.countCache.set(key, entry, hour);

    return entry.count;
  };

  const present = presentStateReader(
    runtime,
    {
      // Without names of snapshots, they are read with the rows.
      records: (runtime.dialect.rowCounts.snapshot && followed?.records) ?? [],
      tables: query.reliesOn,
    },
    table.config.limits,
  );
  const carry: RowCounter['carry'] = (entry, text) => {
    if (entry.reading === null) return entry.count;
    const now = parseReading(text);
    if (now === null || now.epoch !== entry.reading.epoch) return null;
    if (now.pending > foldAbove) foldSoon(followed?.records ?? [], runtime);
    if (now.changes === entry.reading.changes) return entry.count;

    return followed?.isWholeTable ? entry.count + now.net - entry.reading.net : null;
  };

  return {
    cached: () => (isCached ? runtime.countCache.get(key) : undefined),
    reading,
    carry,
    countIn(snapshot, entry) {
      const verified = runtime.verifiedCounts.get(entry);

      return verified && verified.snapshot === snapshot ? verified.count : null;
    },
    async verify(entry) {
      const seen = await present();
      const { snapshot } = seen;
      const count = carry(entry, seen.reading);

      if (count !== null && snapshot !== null) runtime.verifiedCounts.set(entry, { count, snapshot });

      return { value: count, seen };
    },
    present,
    count: (reads) => reads.share(`count\n${key}`, countNow),
    estimate: (reads) =>
      reads.share(`estimate\n${key}`, (run) => runtime.dialect.estimateRows(runtime.db, query, run)),
  };
}

/** Parses `changes:net:pending:epoch`; null for anything else. */
function parseReading(text: unknown): RowCountReading | null {
  if (typeof text !== 'string') {
    return null;
  }

  const [changes, net, pending, epoch] = text.split(':').map(Number) as [number, number, number, number];

  return { changes, net, pending, epoch };
}

function hasSources({ definition }: Table): boolean {
  return (definition.count?.sources ?? []).length > 0;
}

/** Null if changes are not followed: not requested, not possible, or not installed. */
function followedRecords(table: Table, query: HostQuery, catalogue: Catalogue): FollowedSources | null {
  if (!hasSources(table) || !catalogue.find({ schema: null, name: 'rowhouse_row_counts' })) return null;

  const followed = followedSources(table, query, catalogue);

  return 'unknown' in followed ? null : followed;
}

/** Not awaited: readings are correct either way, folding only keeps them cheap. */
function foldSoon(
  sources: readonly string[],
  { writer, dialect, share, onBackgroundError }: TableRuntime,
): void {
  for (const source of sources) {
    share(`fold\n${source}`, () => foldRowCounts(writer, source, dialect)).catch(onBackgroundError);
  }
}

/** Change records folded in one transaction, so that it stays short. */
const batch = 5000;

/**
 * Adds recorded changes to a source's kept sums and removes the records. Readers see either both or neither, so a
 * reading is the same before and after. Safe to run in several processes at the same time.
 */
async function foldRowCounts<DB>(db: Kysely<DB>, source: string, dialect: Dialect): Promise<void> {
  let folded: number;

  do {
    folded = await db.transaction().execute(async (transaction) => {
      // One process folds a source at a time; the next one continues with the rest.
      await sql`select source from rowhouse_row_counts where source = ${source} ${sql.raw(dialect.rowCounts.lock)}`.execute(
        transaction,
      );
      const { rows } = await sql<{ id: number | string; delta: number | string }>`
        select id, delta from rowhouse_row_changes where source = ${source} order by id limit ${sql.lit(batch)}`.execute(
        transaction,
      );

      if (rows.length > 0) {
        const net = rows.reduce((sum, { delta }) => sum + Number(delta), 0);
        await sql`delete from rowhouse_row_changes where id in (${sql.join(rows.map(({ id }) => id))})`.execute(
          transaction,
        );
        await sql`update rowhouse_row_counts set changes = changes + ${sql.lit(rows.length)}, net = net + ${sql.lit(net)}
          where source = ${source}`.execute(transaction);
      }

      return rows.length;
    });
  } while (folded === batch);
}
