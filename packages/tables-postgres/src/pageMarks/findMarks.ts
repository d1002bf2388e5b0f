import {
  columnOf,
  databaseColumn,
  type HostQuery,
  rowDependencies,
  type TableQuery,
  tableLabel,
} from '@rowhouse/tables/internal';
import { nameOf } from './markNames.ts';
import type { SortMarks } from './readMarkedPage.ts';

/** The marks of a request's sort; null if it has none, or they are not those of the query's rows. Search and filters are ignored. */
export type FindMarks = (data: TableQuery) => SortMarks | null;

export function findMarks(): FindMarks {
  // A query may be prepared once for many requests.
  const known = new WeakMap<HostQuery, boolean>();
  const isWholeTable = ({ query, catalogue }: TableQuery) => {
    const isWhole = known.get(query) ?? dependsOnOneTable(query, catalogue);
    known.set(query, isWhole);

    return isWhole;
  };

  return (data) => {
    const { plan, catalogue } = data;
    // Names of sorts are hashes: not computed for each request of a database without marks.
    if (!catalogue.find({ schema: null, name: 'rowhouse_page_marks' })) return null;
    const name = marksOf(data);
    if (name === null || !catalogue.find({ schema: null, name }) || !isWholeTable(data)) return null;

    return { name, direction: plan.order[0]?.direction ?? 'ASC' };
  };
}

/** Whether the rows of the query are exactly those of a table. */
function dependsOnOneTable(query: HostQuery, catalogue: TableQuery['catalogue']): boolean {
  const { tables, unknown } = rowDependencies(query, catalogue);

  return unknown === null && tables.size === 1;
}

function marksOf({ plan: { order }, query }: TableQuery): string | null {
  const { wholeTable: table } = query;
  const [first] = order;
  if (!table || !first || !query.identity || query.windowed) return null;
  // A table that is also joined has a second alias, so a column would be ambiguous.
  if ([...query.tables.values()].filter((other) => other === table).length > 1) return null;

  const columns = order.flatMap(({ source, direction, nulls }) => {
    if (direction !== first.direction || nulls !== 'natural') return [];

    const named =
      source.kind === 'data'
        ? databaseColumn(source.data, query)
        : source.kind === 'rowId'
          ? rowIdColumn(query)
          : null;

    return named?.table === table && table.columns.get(named.column)?.isNullable === false
      ? [named.column]
      : [];
  });

  return columns.length === order.length ? nameOf({ table: tableLabel(table), columns }) : null;
}

function rowIdColumn({ rowId, tables }: HostQuery) {
  const found = columnOf(rowId.toOperationNode());

  return found && { column: found.column, table: tables.get(found.table) };
}
