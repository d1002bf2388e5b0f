import { sql } from 'kysely';
import type { RowCountReading } from '../runtime/CountCache.ts';
import { joinNext } from '../runtime/joinNext.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { parseReading } from './parseReading.ts';

export interface PresentState {
  readonly reading: RowCountReading | null;
  /** Names the snapshot of `reading`; null where snapshots cannot be told apart. */
  readonly snapshot: string | null;
}

/** How the state of some sources is read as it is now; requests that ask at the same time share one query. */
export function presentStateReader(
  { db, dialect }: TableRuntime,
  sources: readonly string[],
): () => Promise<PresentState> {
  const { reading, snapshot } = dialect.rowCounts;
  const compiled = sql<{ reading: string | null; snapshot: string | null }>`
    select ${reading(sources)} as reading, ${snapshot ?? sql.lit(null)} as snapshot`.compile(db);

  return joinNext(async () => {
    const { rows } = await db.executeQuery(compiled);

    return { reading: parseReading(rows[0]?.reading), snapshot: rows[0]?.snapshot ?? null };
  });
}
