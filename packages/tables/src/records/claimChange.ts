import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';

/** Marks a change as undone in the transaction that undoes it, so that this happens once. */
export async function claimChange(
  rawDb: Kysely<AnyDatabase>,
  { runtime: { changes } }: Pick<TableQuery, 'runtime'>,
  id: string,
): Promise<void> {
  if (await changes.claim(rawDb, id)) return;
  throw new TableError('tables.edit_refused', 'The change has already been undone. Reload the table.');
}
