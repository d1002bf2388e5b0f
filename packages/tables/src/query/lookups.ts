import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  IdentifierNode,
  type JoinNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  ReferenceNode,
  type SelectQueryNode,
  TableNode,
} from 'kysely';
import type { Catalogue } from './catalogue.ts';

/** Alias of a looked up table → the words by which raw SQL could speak of it: its own and those of its columns. */
export type Lookups = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Joined tables that give each row at most one match and drop none: left joins by equality on all columns of a unique
 * key. Where nothing else speaks of such a table, the join changes neither the rows nor their number.
 */
export function lookupsOf(node: SelectQueryNode, { indexes, columns }: Catalogue): Lookups {
  const lookups = new Map<string, ReadonlySet<string>>();
  const expressions = commonTables(node);

  for (const join of node.joins ?? []) {
    const joined = tableAndAlias(join.table);

    if (join.joinType !== 'LeftJoin' || !joined || expressions.has(joined.table)) continue;

    const matched = matchedColumns(join, joined.alias);
    const isUnique = (indexes.get(joined.table) ?? []).some(
      (index) => index.unique && index.columns.every((column) => matched.has(column)),
    );

    if (isUnique) {
      lookups.set(
        joined.alias,
        new Set([joined.alias, ...(columns.get(joined.table) ?? [])].flatMap(wordsOf)),
      );
    }
  }

  return lookups;
}

/** A column as a query refers to it: `table` may be an alias. */
export interface ReferencedColumn {
  readonly table: string;
  readonly column: string;
}

/** The words of SQL text or of a name, in lower case. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? [];
}

/** Names of the query's common table expressions, which hide tables of the same name. */
export function commonTables({ with: clause }: SelectQueryNode): ReadonlySet<string> {
  return new Set(clause?.expressions.map(({ name }) => name.table.table.identifier.name));
}

/** Null for what is not a plain table, or one of a named schema, of which the catalogue says nothing. */
export function tableAndAlias(source: OperationNode): { table: string; alias: string } | null {
  const table = AliasNode.is(source) ? source.node : source;

  if (!TableNode.is(table) || table.table.schema) {
    return null;
  }

  const name = table.table.identifier.name;
  const alias = AliasNode.is(source) && IdentifierNode.is(source.alias) ? source.alias.name : name;

  return { table: name, alias };
}

/** Columns of the joined table that the join holds equal to something of other tables. */
function matchedColumns({ on }: JoinNode, alias: string): Set<string> {
  const columns = new Set<string>();

  for (const condition of conjuncts(on?.on)) {
    const sides = equalSides(condition);
    const [own, other] = sides[0]?.table === alias ? sides : sides.toReversed();

    if (own?.table === alias && other && other.table !== alias) {
      columns.add(own.column);
    }
  }

  return columns;
}

/** The two columns that a condition holds equal; empty for any other condition. */
export function equalSides(condition: OperationNode): ReferencedColumn[] {
  if (!BinaryOperationNode.is(condition)) return [];

  const { leftOperand, operator, rightOperand } = condition;
  const left = columnOf(leftOperand);
  const right = columnOf(rightOperand);

  return OperatorNode.is(operator) && operator.operator === '=' && left && right ? [left, right] : [];
}

export function conjuncts(node: OperationNode | undefined): OperationNode[] {
  if (!node) return [];
  if (ParensNode.is(node)) return conjuncts(node.node);

  return AndNode.is(node) ? [...conjuncts(node.left), ...conjuncts(node.right)] : [node];
}

export function columnOf(node: OperationNode): ReferencedColumn | null {
  return ReferenceNode.is(node) && node.table && ColumnNode.is(node.column)
    ? { table: node.table.table.identifier.name, column: node.column.column.name }
    : null;
}
