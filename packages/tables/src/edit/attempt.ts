import { isConflict, isUnavailable } from '@rowhouse/drivers';
import { type Kysely, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';

export type Attempt<T> = { readonly done: T } | { readonly error: unknown };

/** Runs a part of a transaction, and rolls only that back if it fails. Rejects if the whole transaction is lost. */
export async function attempt<T>(
  transaction: Kysely<AnyDatabase>,
  run: () => Promise<T>,
): Promise<Attempt<T>> {
  await sql`savepoint rowhouse_row`.execute(transaction);
  try {
    const done = await run();
    await sql`release savepoint rowhouse_row`.execute(transaction);

    return { done };
  } catch (error) {
    if (isConflict(error) || isUnavailable(error)) throw error;
    await sql`rollback to savepoint rowhouse_row`.execute(transaction);
    await sql`release savepoint rowhouse_row`.execute(transaction);

    return { error };
  }
}
