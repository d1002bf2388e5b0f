import { type OperationNode, SelectQueryNode } from 'kysely';
import type { HostQuery } from '../query/HostQuery.ts';
import { columnOf, conjuncts, equalSides } from '../query/lookups.ts';
import { tableAndAlias } from '../query/TableName.ts';

/** A column of the query, by the alias of its table. */
export interface QueryColumn {
  readonly alias: string;
  readonly column: string;
}

/** The columns of other tables by which a joined table is reached, one of each join condition that is an equality. */
export function joinKeys({ builder }: Pick<HostQuery, 'builder'>, alias: string): QueryColumn[] {
  const node: OperationNode = builder.toOperationNode();
  if (!SelectQueryNode.is(node)) return [];

  return (node.joins ?? [])
    .filter((join) => tableAndAlias(join.table)?.alias === alias)
    .flatMap(({ on }) => conjuncts(on?.on).flatMap((condition) => equalSides(condition)))
    .filter(({ table }) => table !== alias)
    .map(({ table, column }) => ({ alias: table, column }));
}

/** The column that is the row identifier; null where it is computed. */
export function keyColumn({ rowId }: Pick<HostQuery, 'rowId'>): QueryColumn | null {
  const found = columnOf(rowId.toOperationNode());

  return found && { alias: found.table, column: found.column };
}
