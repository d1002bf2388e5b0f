import { sql } from 'kysely';
import type { RowCountReading } from '../runtime/CountCache.ts';
import { gate } from '../runtime/gate.ts';
import { joinNext } from '../runtime/joinNext.ts';
import { limitedReads } from '../runtime/reads.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import type { TableLimits } from '../template/TableConfig.ts';
import { parseReading } from './parseReading.ts';

export interface PresentState {
  readonly reading: RowCountReading | null;
  /** Names the snapshot of `reading`; null where snapshots cannot be told apart. */
  readonly snapshot: string | null;
}

/** How the state of some sources is read as it is now; requests that ask at the same time share one query. */
export function presentStateReader(
  runtime: TableRuntime,
  sources: readonly string[],
  limits: TableLimits,
): () => Promise<PresentState> {
  const { reading, snapshot } = runtime.dialect.rowCounts;
  // No request of those that share the query ends it by leaving.
  const { count } = limitedReads(runtime, { limits, gate: gate(0), signal: new AbortController().signal });
  const compiled = sql<{ reading: string | null; snapshot: string | null }>`
    select ${reading(sources)} as reading, ${snapshot ?? sql.lit(null)} as snapshot`.compile(runtime.db);

  return joinNext(async () => {
    const [row] = await count(compiled);

    return { reading: parseReading(row?.reading), snapshot: row?.snapshot ?? null };
  });
}
