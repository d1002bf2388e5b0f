import type { OrderTerm } from '../plan/QueryPlan.ts';
import type { HostQuery } from './HostQuery.ts';
import { parseColumnName } from './TableName.ts';

/**
 * Whether an index of the query's tables holds the rows in this order, or all but for ties. Then the first rows are
 * found without sorting, and nothing is gained by finding their identifiers first.
 */
export function isIndexOrder(order: readonly OrderTerm[], query: HostQuery): boolean {
  const named = order.flatMap(({ source }) => (source.kind === 'data' ? [source.data] : []));
  const [first] = named;

  // Mixed directions and moved nulls need a sort, and so does an expression.
  if (
    first === undefined ||
    named.length < order.length - 1 ||
    order.some(({ direction, nulls }) => direction !== order[0]?.direction || nulls !== 'natural')
  ) {
    return order.length === 1;
  }

  const { alias } = parseColumnName(first);
  const columns = named.map(parseColumnName).map((own) => (own.alias === alias ? own.column : null));

  return (query.tables.get(alias)?.indexes ?? []).some((index) =>
    columns.every((column, position) => column === index.columns[position]),
  );
}
