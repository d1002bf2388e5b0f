import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type JoinNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  ReferenceNode,
  type SelectQueryNode,
} from 'kysely';
import type { CatalogueTable } from './catalogue.ts';
import { tableAndAlias } from './TableName.ts';

/** A joined table with exactly one match per row, or with at most one match and without dropping rows. */
export interface Lookup {
  /** The words by which raw SQL could refer to it: its names and those of its columns. */
  readonly words: ReadonlySet<string>;
  /** The tables whose keys guarantee it. */
  readonly reliesOn: readonly CatalogueTable[];
}

/** By alias. */
export type Lookups = ReadonlyMap<string, Lookup>;

/**
 * The lookups of a query: if nothing else refers to such a table, its join changes neither the rows nor their number.
 *
 * - A left join by equality on all columns of a unique key gives each row at most one match.
 * - An inner join by equality on exactly the columns of a foreign key that is never null gives each row its one match.
 */
export function lookupsOf(node: SelectQueryNode, tables: ReadonlyMap<string, CatalogueTable>): Lookups {
  const lookups = new Map<string, Lookup>();
  const complete = completeAliases(node);

  for (const join of node.joins ?? []) {
    const alias = aliasOf(join);
    const table = alias === null ? undefined : tables.get(alias);

    if (alias === null || !table) continue;

    const pairs = equalColumns(join, alias, tables);
    const isUnique = table.indexes.some(
      (index) =>
        index.unique && index.columns.every((column) => pairs.some(({ joined }) => joined === column)),
    );
    const source =
      isUnique && join.joinType === 'InnerJoin' ? requiredBy(join, alias, pairs, tables, complete) : null;

    if (isUnique && (join.joinType === 'LeftJoin' || source)) {
      lookups.set(alias, {
        words: new Set([alias, ...table.columns.keys()].flatMap(wordsOf)),
        reliesOn: [table, ...(source ? [source] : pairs.map(({ otherTable }) => otherTable))],
      });
    }
  }

  return lookups;
}

/** Alias of a joined table → the columns of its shortest unique key that the join compares: each row has one record. */
export function joinedBy(
  node: SelectQueryNode,
  tables: ReadonlyMap<string, CatalogueTable>,
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...joinedKeys(node, tables)].map(([alias, pairs]) => [alias, pairs.map(({ key }) => key)] as const),
  );
}

/** A column of a unique key, and the column of another table that a join compares it with. */
export interface JoinedKey {
  readonly key: string;
  readonly from: ReferencedColumn;
}

/** The same with the columns of other tables. */
export function joinedKeys(
  { joins = [] }: SelectQueryNode,
  tables: ReadonlyMap<string, CatalogueTable>,
): ReadonlyMap<string, readonly JoinedKey[]> {
  return new Map(
    joins.flatMap((join) => {
      const alias = aliasOf(join);
      const indexes = (alias !== null && tables.get(alias)?.indexes) || [];
      const compared = new Map(
        (alias === null ? [] : equalColumns(join, alias, tables)).map((pair) => [pair.joined, pair]),
      );
      const [key] = indexes
        .filter(({ unique, columns }) => unique && columns.every((column) => compared.has(column)))
        .map(({ columns }) => columns)
        .toSorted((a, b) => a.length - b.length);
      const pairs = (key ?? []).flatMap((column) => compared.get(column) ?? []);

      return alias !== null && key !== undefined
        ? [
            [
              alias,
              pairs.map(({ joined, otherAlias, other }) => ({
                key: joined,
                from: { table: otherAlias, column: other },
              })),
            ] as const,
          ]
        : [];
    }),
  );
}

/** A column of the joined table that the join compares with one of another table. */
interface ColumnPair {
  readonly joined: string;
  readonly otherAlias: string;
  readonly otherTable: CatalogueTable;
  readonly other: string;
}

/** Pairs that compare values as a key of the joined table does: '1' and '01' are equal as numbers, but not as texts. */
function equalColumns(
  { on }: JoinNode,
  alias: string,
  tables: ReadonlyMap<string, CatalogueTable>,
): ColumnPair[] {
  return conjuncts(on?.on).flatMap((condition) => {
    const sides = equalSides(condition);
    const [joined, other] = sides[0]?.table === alias ? sides : sides.toReversed();
    const otherTable = other && other.table !== alias ? tables.get(other.table) : undefined;

    if (joined?.table !== alias || !other || !otherTable) return [];

    const joinedColumn = tables.get(alias)?.columns.get(joined.column);
    const otherColumn = otherTable.columns.get(other.column);

    return joinedColumn?.kind === otherColumn?.kind && joinedColumn?.comparison === otherColumn?.comparison
      ? [{ joined: joined.column, otherAlias: other.table, otherTable, other: other.column }]
      : [];
  });
}

/** The table whose foreign key guarantees that each of its rows has a match in an inner join; null if there is none. */
function requiredBy(
  { on }: JoinNode,
  alias: string,
  pairs: readonly ColumnPair[],
  tables: ReadonlyMap<string, CatalogueTable>,
  complete: ReadonlySet<string>,
): CatalogueTable | null {
  const [first] = pairs;
  const target = tables.get(alias);
  // Any other condition could drop rows.
  if (!first || !target || pairs.length !== conjuncts(on?.on).length || !complete.has(first.otherAlias))
    return null;
  if (pairs.some(({ otherAlias }) => otherAlias !== first.otherAlias)) return null;

  const isEnforced = first.otherTable.foreignKeys.some(
    ({ columns, references }) =>
      references.schema === target.schema &&
      references.name === target.name &&
      columns.size === pairs.length &&
      pairs.every(({ joined, other }) => columns.get(other) === joined),
  );
  const isNeverNull = pairs.every(({ other }) => first.otherTable.columns.get(other)?.isNullable === false);

  return isEnforced && isNeverNull ? first.otherTable : null;
}

/**
 * The tables that have a row in each row of the query: not those of a left join, and none before a right or full join.
 */
function completeAliases({ from, joins = [] }: SelectQueryNode): ReadonlySet<string> {
  const kinds = new Set(joins.map(({ joinType }) => joinType));
  const isPlain = [...kinds].every((kind) => kind === 'InnerJoin' || kind === 'LeftJoin');
  const sources = isPlain
    ? [
        ...(from?.froms ?? []),
        ...joins.flatMap(({ joinType, table }) => (joinType === 'InnerJoin' ? [table] : [])),
      ]
    : [];

  return new Set(sources.flatMap((source) => tableAndAlias(source)?.alias ?? []));
}

function aliasOf({ table }: JoinNode): string | null {
  return tableAndAlias(table)?.alias ?? null;
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

/** The two columns that a condition compares for equality; empty for other conditions. */
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
