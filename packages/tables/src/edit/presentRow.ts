import type { Kysely } from 'kysely';
import type { AnyDatabase, AnyRow } from '../definition/TableContext.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { runnerOf } from '../query/cancellable.ts';
import { computeRows, type ResponseRow } from '../rows/computeRows.ts';

/** The row as the data route returns it. Mutates its argument. */
export async function present(
  row: AnyRow,
  query: TableQuery,
  transaction: Kysely<AnyDatabase>,
): Promise<ResponseRow> {
  const [shown] = await computeRows([row], query, runnerOf(transaction));

  return shown ?? {};
}
