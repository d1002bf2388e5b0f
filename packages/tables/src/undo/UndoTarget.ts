import type { Kysely } from 'kysely';
import type { RowsChange } from '../changes/Change.ts';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { anchorOf, type EditedRecord } from '../edit/EditTarget.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { columnRules, type TableRules } from '../query/columnRules.ts';
import type { TextUpdate } from '../query/dialects/Dialect.ts';
import { softColumn, softDeletion } from '../records/softDeletion.ts';
import { returnsAll, versionCounter } from '../update/UpdateTarget.ts';

/** The records and columns of a change of many rows, as they are written to undo it. */
export interface UndoTarget {
  readonly query: TableQuery;
  readonly record: EditedRecord;
  /** Whether the user's query returns all records, so that they need not be looked up in it. */
  readonly isWhole: boolean;
  readonly set: TextUpdate['set'];
  readonly types: TextUpdate['types'];
  readonly rules: TableRules;
  /** Column that is incremented with each change of a record; null without one. */
  readonly version: string | null;
  /** Marks a created record as deleted; null if it is removed. */
  readonly soft: ReturnType<typeof softDeletion> | null;
}

/** Throws `tables.edit_refused` if the table has other columns than when the change was made. */
export async function undoTarget(
  query: TableQuery,
  { ids, columns }: RowsChange,
  rawDb: Kysely<AnyDatabase>,
): Promise<UndoTarget> {
  const { table, runtime } = query;
  const record = anchorOf(table, query.query);
  const isSame = record?.ids.map(({ column }) => column).join('\n') === ids.join('\n');
  const set = columns.flatMap((column) => {
    const stored = record?.table.columns.get(column);

    return stored ? [{ column, stored }] : [];
  });
  if (record === null || !isSame || set.length < columns.length) {
    throw new TableError(
      'tables.edit_refused',
      'The table has other columns now, so that the change cannot be undone. Change the rows yourself.',
    );
  }
  const soft = softColumn(table);

  return {
    ...{ query, record, set },
    isWhole: returnsAll(query.query, record),
    types: await runtime.dialect.changedRows.columnTypes(rawDb, record.table),
    rules: await columnRules(rawDb, runtime.dialect, record.table),
    version: versionCounter({ table, query: query.query, record }),
    soft: soft === undefined ? null : softDeletion({ query, record }, soft),
  };
}
