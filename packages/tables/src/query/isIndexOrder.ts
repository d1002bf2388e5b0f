import type { ColumnSource, OrderTerm } from '../plan/QueryPlan.ts';
import { databaseColumn, type HostQuery } from './HostQuery.ts';

/**
 * Whether an index of the query's tables holds the rows in this order, or all but for ties. Then the first rows are
 * found without sorting, and nothing is gained by finding their identifiers first.
 */
export function isIndexOrder(order: readonly OrderTerm[], query: HostQuery): boolean {
  // Mixed directions and moved nulls need a sort.
  if (order.some(({ direction, nulls }) => direction !== order[0]?.direction || nulls !== 'natural')) {
    return false;
  }

  const sources = order.map(({ source }) => source);
  const sorts = sources.slice(0, sources.findLastIndex((source) => !isOfKey(source, query)) + 1);

  if (sorts.length === 0) {
    // In the order of the key itself; the row identifier is taken for one.
    return query.key.length === 0 || isIndexed(sources, query);
  }

  return isIndexed(sorts, query) || isIndexed(sources, query);
}

/** Whether a term breaks ties: it is the row identifier, or a column of the definition's `key`. */
function isOfKey(source: ColumnSource, { key }: HostQuery): boolean {
  return source.kind === 'rowId' || (source.kind === 'data' && key.includes(source.data));
}

function isIndexed(sources: readonly ColumnSource[], query: HostQuery): boolean {
  const named = sources.flatMap((source) =>
    source.kind === 'data' ? [databaseColumn(source.data, query)] : [],
  );
  const [first] = named;

  // An expression needs a sort.
  if (!first || named.length < sources.length) return false;

  return (first.table?.indexes ?? []).some((index) =>
    named.every(({ alias, column }, position) => alias === first.alias && column === index.columns[position]),
  );
}
