import type { OrderTerm } from '../plan/QueryPlan.ts';
import type { Catalogue } from '../query/catalogue.ts';
import { tableLabel } from '../query/catalogue.ts';
import { databaseColumn, type HostQuery } from '../query/HostQuery.ts';
import { columnOf } from '../query/lookups.ts';
import { rowDependencies } from '../query/rowDependencies.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { keepMarks } from './keepMarks.ts';

/** The marks of a sort, and the requested direction. */
export interface SortMarks {
  readonly name: string;
  readonly direction: 'ASC' | 'DESC';
}

/** The marks of one query's sorts. */
export interface PageMarker {
  /** Null if the sort has no marks, or they are not those of the query's rows. */
  find(order: readonly OrderTerm[]): SortMarks | null;
  /** Brings marks up to date in the background of a request, at most once per second. */
  keepSoon(marks: SortMarks): void;
}

/** Minimum milliseconds between two runs of this process. */
const interval = 1000;

/** For requests without conditions: the query alone determines whether its rows are exactly those of a table. */
export function pageMarker(query: HostQuery, catalogue: Catalogue, runtime: TableRuntime): PageMarker {
  // Names of sorts are hashes: not computed for each request of a database without marks.
  const hasMarks = catalogue.find({ schema: null, name: 'rowhouse_page_marks' }) !== undefined;
  let isWhole: boolean | null = null;
  // The query may be prepared for each request.
  const isWholeTable = () => {
    const { tables, unknown } = rowDependencies(query, catalogue);

    return unknown === null && tables.size === 1;
  };

  return {
    find(order) {
      const name = hasMarks ? nameOf(order, query, runtime) : null;
      if (name === null || !catalogue.find({ schema: null, name })) return null;

      isWhole ??= isWholeTable();

      return isWhole ? { name, direction: order[0]?.direction ?? 'ASC' } : null;
    },
    keepSoon({ name }) {
      const { keptMarks, onBackgroundError, share } = runtime;
      const now = performance.now();
      if (now - (keptMarks.get(name) ?? Number.NEGATIVE_INFINITY) < interval) return;

      keptMarks.set(name, now);
      share(`marks\n${name}`, () => keepMarks(runtime.writer, runtime.dialect, name, { waits: false })).catch(
        onBackgroundError,
      );
    },
  };
}

function nameOf(order: readonly OrderTerm[], query: HostQuery, { dialect }: TableRuntime): string | null {
  const { wholeTable: table } = query;
  const [first] = order;
  if (!dialect.pageMarks || !table || !first || !query.identity || query.windowed) return null;
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

  return columns.length === order.length
    ? dialect.pageMarks.nameOf({ table: tableLabel(table), columns })
    : null;
}

function rowIdColumn({ rowId, tables }: HostQuery) {
  const found = columnOf(rowId.toOperationNode());

  return found && { column: found.column, table: tables.get(found.table) };
}
