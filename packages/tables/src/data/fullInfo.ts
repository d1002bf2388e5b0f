import { sql } from 'kysely';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { type Observation, type Observed, unobserved } from '../runtime/Observation.ts';
import type { Reads } from '../runtime/reads.ts';
import type { ToObserve } from './readWindow.ts';
import { exactly, toObserveCount, totalCount, uncheckedTotal } from './totalCount.ts';

/**
 * Whether all rows that match may be read: the table has at most `fullInfoRecordLimit` rows, or the client sends
 * `forceInfo`.
 */
export async function allowsFullInfo(data: TableQuery, reads: Reads): Promise<boolean> {
  const { context, table } = data;
  if (context.request.forceInfo) return true;

  const { count, estimated } = (await uncheckedTotal(data, reads)) ?? (await presentTotal(data, reads));

  return !estimated && count <= table.config.fullInfoRecordLimit;
}

async function presentTotal(data: TableQuery, reads: Reads) {
  const entry = data.counter.cached();

  if (!entry?.reading) return exactly(await data.counter.count(reads));
  const observing = observe(data, toObserveCount(data, entry), reads);

  return (await totalCount(data, entry, observing, reads)).value;
}

/** Selected alone, because there is no page to select it with. */
async function observe(
  { runtime }: TableQuery,
  { reading }: ToObserve,
  reads: Reads,
): Promise<Observed<null>> {
  const name = reading ? null : runtime.dialect.rowCounts.snapshot;
  const [row] = await reads.count(
    sql<Pick<Observation, 'snapshot' | 'reading'>>`
      select ${name ?? sql.lit(null)} as snapshot, ${reading ?? sql.lit(null)} as reading`.compile(
      runtime.db,
    ),
  );

  return { value: null, seen: { ...unobserved, ...row } };
}
