import { TableError } from '../errors.ts';
import { type DatabaseNames, dottedToDatabase } from './databaseNames.ts';
import { parseTableName } from './TableName.ts';

/**
 * A table whose changes a cached count follows, in the form of `installRowCounts` and definitions: `users(deleted_at,
 * role)`.
 */
export interface CountSource {
  readonly table: string;
  /** Columns whose updates count as changes. */
  readonly columns: readonly string[];
}

/** Parses a source; `names` converts names into those of the database. */
export function parseCountSource(text: string, names: DatabaseNames): CountSource {
  const [, table = text, list = ''] = text.match(/^([^(]*)\(([^)]*)\)$/) ?? [];

  return {
    table: dottedToDatabase(table.trim(), names),
    columns: list.split(',').flatMap((column) => (column.trim() ? names.toDatabase(column.trim()) : [])),
  };
}

/** The keys of change records: created and deleted rows of a table, and updates of each column. */
export function recordsOf({ table, columns }: CountSource): string[] {
  return [table, ...columns.map((column) => columnRecord(table, column))];
}

export function columnRecord(table: string, column: string): string {
  return `${table}(${column})`;
}

/** Refuses tables of other schemas if a trigger cannot write to the bookkeeping of the connection's own schema. */
export function refuseOtherSchemas({ table }: CountSource): void {
  const { schema } = parseTableName(table);

  if (schema !== null) {
    throw new TableError(
      'tables.invalid_query',
      `installRowCounts cannot track "${table}" on this database: triggers of ${schema} cannot record in another ` +
        'schema. Remove it from `count.sources`; the count is then cached for an hour, or counted for each request.',
    );
  }
}
