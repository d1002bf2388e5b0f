import type { Table } from '../definition/Table.ts';
import { dataColumn, expressionColumn } from '../query/ColumnResolver.ts';
import type { Catalogue, CatalogueColumn } from '../query/catalogue.ts';
import { dottedToDatabase } from '../query/databaseNames.ts';
import type { HostQuery } from '../query/HostQuery.ts';
import { parseTableName } from '../query/TableName.ts';
import type { StoredDates } from './readDate.ts';

/** The database column of a cell. */
export interface StoredColumn extends StoredDates {
  /** Digits after the point that its type declares, if its values may have more; 0 for integers. Null otherwise. */
  readonly scale: number | null;
}

export interface StoredColumns {
  readonly table: Table;
  readonly query: HostQuery;
  readonly catalogue: Catalogue;
}

/** The database column of the table column with these segments; kind `other` if unknown. */
export function storedColumn(path: readonly string[], columns: StoredColumns): StoredColumn {
  const column = databaseColumnOf(path, columns);
  const kind = column?.kind ?? 'other';

  return {
    kind,
    datesAreUtc: columns.catalogue.datesAreUtc,
    scale: kind === 'integer' ? 0 : (column?.scale ?? null),
  };
}

function databaseColumnOf(
  path: readonly string[],
  { table, query, catalogue }: StoredColumns,
): CatalogueColumn | undefined {
  const column = table.template.columns.find(({ name }) => name === path.join('.'));
  const expression = column && table.definition.expressions?.[column.name];

  if (expression) {
    return expressionColumn(expression, query);
  }

  if (column?.data) {
    return dataColumn(column.data, query);
  }

  const [relation = '', property = ''] = path;
  const related = table.definition.with?.[relation];

  return (
    related &&
    catalogue
      .find(parseTableName(dottedToDatabase(related.table, query.names)))
      ?.columns.get(query.names.toDatabase(property))
  );
}
