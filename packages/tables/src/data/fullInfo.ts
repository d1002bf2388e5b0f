import { sql } from 'kysely';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { Reads } from '../runtime/reads.ts';
import type { Evidence, WindowRows } from './readWindow.ts';
import { countEvidence, exactly, totalCount, uncheckedTotal } from './totalCount.ts';

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
  const entry = data.counter.kept();

  return entry?.reading
    ? totalCount(data, entry, readEvidence(data, countEvidence(data, entry), reads), reads)
    : exactly(await data.counter.count(reads));
}

/** Selected alone, because there is no page to select it with. */
async function readEvidence({ runtime }: TableQuery, { reading }: Evidence, reads: Reads) {
  const name = reading ? null : runtime.dialect.rowCounts.snapshot;
  const [row] = await reads.count(
    sql<Pick<WindowRows, 'snapshot' | 'reading'>>`
      select ${name ?? sql.lit(null)} as snapshot, ${reading ?? sql.lit(null)} as reading`.compile(
      runtime.db,
    ),
  );

  return { rows: [], snapshot: row?.snapshot ?? null, reading: row?.reading ?? null };
}
