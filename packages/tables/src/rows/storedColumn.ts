import type { Table } from '../definition/Table.ts';
import { dataKind, expressionKind } from '../query/ColumnResolver.ts';
import type { Catalogue } from '../query/catalogue.ts';
import { dottedToDatabase } from '../query/databaseNames.ts';
import type { ColumnKind } from '../query/dialects/Dialect.ts';
import type { HostQuery } from '../query/HostQuery.ts';
import { parseTableName } from '../query/TableName.ts';
import type { StoredColumn } from './readDate.ts';

export interface StoredColumns {
  readonly table: Table;
  readonly query: HostQuery;
  readonly catalogue: Catalogue;
}

/** The database column of the table column with these segments; kind `other` if unknown. */
export function storedColumn(path: readonly string[], columns: StoredColumns): StoredColumn {
  return { kind: columnKind(path, columns), datesAreUtc: columns.catalogue.datesAreUtc };
}

function columnKind(path: readonly string[], { table, query, catalogue }: StoredColumns): ColumnKind {
  const column = table.template.columns.find(({ name }) => name === path.join('.'));
  const expression = column && table.definition.expressions?.[column.name];

  if (expression) {
    return expressionKind(expression, query);
  }

  if (column?.data) {
    return dataKind(column.data, query);
  }

  const [relation = '', property = ''] = path;
  const related = table.definition.with?.[relation];

  return (
    (related &&
      catalogue
        .find(parseTableName(dottedToDatabase(related.table, query.names)))
        ?.columns.get(query.names.toDatabase(property))?.kind) ??
    'other'
  );
}
