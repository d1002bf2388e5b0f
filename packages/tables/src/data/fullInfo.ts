import { type RawBuilder, sql } from 'kysely';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { Reads } from '../runtime/reads.ts';
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
  const evidence = countEvidence(data, entry);

  return evidence
    ? totalCount(data, entry, readEvidence(data, evidence, reads), reads)
    : exactly(await data.counter.count(reads));
}

/** Selected alone, because there is no page to select it with. */
async function readEvidence({ runtime }: TableQuery, evidence: RawBuilder<string | null>, reads: Reads) {
  const [row] = await reads.count(
    sql<{ value: string | null }>`select ${evidence} as value`.compile(runtime.db),
  );

  return { rows: [], extra: row?.value ?? null };
}
