import type { Kysely } from 'kysely';
import type { AnyDatabase, AnyRow } from '../definition/defineTable.ts';
import type { EditChange, EditFunction } from '../definition/TableEdit.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { ofApplication } from '../runtime/applicationErrors.ts';
import { CallScope } from '../runtime/CallScope.ts';
import type { EditedValue } from './parseEditValue.ts';

export interface CalledChange {
  readonly column: string;
  readonly row: AnyRow;
  readonly value: EditedValue;
  readonly requestId: string | null;
}

/**
 * Calls `before` or `write` of a column. Rejects with an error that clients may read as it is, with that of the database
 * after a conflict or when it is unavailable, and with any other error wrapped under the name of the function.
 */
export async function callEdit(
  run: EditFunction,
  name: 'before' | 'write',
  { column, row, value, requestId }: CalledChange,
  { transaction, query }: { readonly transaction: Kysely<AnyDatabase>; readonly query: TableQuery },
): Promise<void> {
  const scope = new CallScope(transaction, { withSavepoint: false });
  const { request, user, timeZone } = query.context;
  const change: EditChange = { request, user, timeZone, column, row, value, requestId, db: scope.db };

  try {
    await run(change);
    // The function may have caught it, but the transaction is lost.
    if (scope.conflict) throw scope.conflict;
  } catch (error) {
    if (error instanceof TableError && error.status < 500) throw error;
    if (scope.conflict ?? scope.unavailable) throw scope.conflict ?? scope.unavailable;
    throw ofApplication(
      new Error(`${name}() of the editable column "${column}" of table "${query.table.id}" failed.`, {
        cause: error,
      }),
    );
  } finally {
    scope.close();
  }
}
