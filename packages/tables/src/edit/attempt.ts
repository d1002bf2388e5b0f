import { isConflict, isUnavailable } from '@rowhouse/drivers';
import { type Kysely, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';

export type Attempt<T> = { readonly done: T } | { readonly error: unknown };

/**
 * Runs a part of a transaction, and rolls only that back if it fails. Rejects if the whole transaction is lost. One within another
 * needs a name of its own, since MariaDB replaces a savepoint of the same name.
 */
export async function attempt<T>(
  transaction: Kysely<AnyDatabase>,
  run: () => Promise<T>,
  savepoint: 'rowhouse_row' | 'rowhouse_value' = 'rowhouse_row',
): Promise<Attempt<T>> {
  const name = sql.id(savepoint);
  await sql`savepoint ${name}`.execute(transaction);
  try {
    const done = await run();
    await sql`release savepoint ${name}`.execute(transaction);

    return { done };
  } catch (error) {
    if (isConflict(error) || isUnavailable(error)) throw error;
    await sql`rollback to savepoint ${name}`.execute(transaction);
    await sql`release savepoint ${name}`.execute(transaction);

    return { error };
  }
}
