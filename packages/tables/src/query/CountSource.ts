import { TableError } from '../errors.ts';
import { type DatabaseNames, dottedToDatabase } from './databaseNames.ts';
import { parseTableName } from './TableName.ts';

/** A table whose changes a kept count follows, as `installRowCounts` and definitions name it: `users(deleted_at, role)`. */
export interface CountSource {
  readonly table: string;
  /** Columns whose updates count as changes. */
  readonly columns: readonly string[];
}

/** Reads a source; `names` turn it into the database's own names. */
export function parseCountSource(text: string, names: DatabaseNames): CountSource {
  const [, table = text, list = ''] = text.match(/^([^(]*)\(([^)]*)\)$/) ?? [];

  return {
    table: dottedToDatabase(table.trim(), names),
    columns: list.split(',').flatMap((column) => (column.trim() ? names.toDatabase(column.trim()) : [])),
  };
}

/** What is recorded under a name of its own: the created and deleted rows of a table, and the updates of each column. */
export function recordsOf({ table, columns }: CountSource): string[] {
  return [table, ...columns.map((column) => columnRecord(table, column))];
}

export function columnRecord(table: string, column: string): string {
  return `${table}(${column})`;
}

/** Refuses tables of other schemas where a trigger cannot write to the bookkeeping of the connection's own. */
export function refuseOtherSchemas({ table }: CountSource): void {
  const { schema } = parseTableName(table);

  if (schema !== null) {
    throw new TableError(
      'tables.invalid_query',
      `installRowCounts cannot follow "${table}" on this database: triggers of ${schema} cannot record in another ` +
        'schema. Remove it from `count.sources`; the count is then cached for an hour, or counted for each request.',
    );
  }
}
