import { ProblemError } from '@rowhouse/problems';
import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { EditedCell } from '../definition/TableEdit.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { ofApplication } from '../runtime/applicationErrors.ts';
import { CallScope } from '../runtime/CallScope.ts';

/** A change without the members that belong to one call of a function. */
export type CalledChange = Omit<EditedCell, 'db'>;

/**
 * Calls a function of the application in a transaction. Rejects with a client-facing error unchanged, with that of the
 * database after a conflict or when it is unavailable, and with any other error wrapped under the name of the function.
 */
export async function callInTransaction<T>(
  run: (db: Kysely<AnyDatabase>) => T | Promise<T>,
  name: string,
  transaction: Kysely<AnyDatabase>,
): Promise<T> {
  const scope = new CallScope(transaction, { withSavepoint: false });

  try {
    const result = await run(scope.db);
    // The function may have caught it, but the transaction is lost.
    if (scope.conflict) throw scope.conflict;

    return result;
  } catch (error) {
    if (error instanceof ProblemError && error.status < 500) throw error;
    if (scope.conflict ?? scope.unavailable) throw scope.conflict ?? scope.unavailable;
    throw failed(name, error);
  } finally {
    scope.close();
  }
}

/** Calls a function around a change of one field. */
export async function callEdit(
  run: (change: EditedCell) => unknown,
  name: string,
  change: CalledChange,
  transaction: Kysely<AnyDatabase>,
): Promise<void> {
  await callInTransaction((db) => run({ ...change, db }), nameOf(name, change), transaction);
}

function nameOf(name: string, { column, table }: CalledChange): string {
  return `${name}() of the editable column "${column}" of table "${table}"`;
}

function failed(name: string, cause: unknown): Error {
  return ofApplication(new Error(`${name} failed.`, { cause }));
}

/** Calls the application's function after a change; its error is reported. */
export async function callAfter(
  run: (change: CalledChange) => unknown,
  change: CalledChange,
  { runtime }: Pick<TableQuery, 'runtime'>,
): Promise<void> {
  try {
    await run(change);
  } catch (error) {
    runtime.onBackgroundError(failed(nameOf('edits.after', change), error));
  }
}
