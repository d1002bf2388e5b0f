import {
  AliasNode,
  ColumnNode,
  ExpressionWrapper,
  IdentifierNode,
  type OperationNode,
  ReferenceNode,
  type SelectQueryBuilder,
  SelectQueryNode,
  TableNode,
} from 'kysely';
import type { AnyDatabase, AnyRow } from '../definition/defineTable.ts';
import { TableError } from '../errors.ts';
import type { Catalogue, Index } from './catalogue.ts';
import { commonTables, type Lookups, lookupsOf, tableAndAlias } from './lookups.ts';
import { hasWindowFunction } from './windowFunctions.ts';

export type Builder = SelectQueryBuilder<AnyDatabase, string, AnyRow>;

/** The query of a table as its definition returned it, looked over once. */
export interface HostQuery {
  readonly builder: Builder;
  /** The SQL of the row identifier. */
  readonly rowId: ExpressionWrapper<AnyDatabase, string, unknown>;
  /** Whether rows correspond to rows of the tables, so that the query may be taken apart: not grouped or distinct. */
  readonly decomposable: boolean;
  /** Alias in the query → table, for tables it reads directly. */
  readonly tables: ReadonlyMap<string, string>;
  /** Tables that are looked up only: see `lookupsOf`. */
  readonly lookups: Lookups;
  /** Whether it selects window functions, whose values depend on the rows that are read beside. */
  readonly windowed: boolean;
  /** The indexes of a table of the query, by alias. */
  indexesOf(alias: string): readonly Index[];
  /** How parts of the texts of `alias.column` are found: by reading a small table, by an index; null: neither. */
  textSearchOf(alias: string, column: string): 'indexed' | 'small' | null;
  /** The one table of which the query is all rows; null where it joins or filters. */
  readonly wholeTable: string | null;
}

/** Looks over what a definition's `query` returned; refuses what could not be paged rightly. */
export function inspectQuery(
  tableId: string,
  returned: unknown,
  dtRowId: string,
  catalogue: Catalogue,
): HostQuery {
  const refuse = (problem: string, remedy: string): never => {
    throw new TableError('tables.invalid_query', `The query of table "${tableId}" ${problem}. ${remedy}`);
  };

  if (!isBuilder(returned)) {
    return refuse(
      `returned ${describe(returned)}`,
      'Return the Kysely select builder itself, without execute().',
    );
  }

  const node: OperationNode = returned.toOperationNode();

  if (!SelectQueryNode.is(node)) {
    return refuse(`returned a ${node.kind}`, 'Return a builder that begins with selectFrom().');
  }
  if (node.orderBy) {
    refuse('has an orderBy', 'Remove it; tag columns `sort:ASC` or `sort:DESC`, or set `defaultSort`.');
  }
  if (node.limit || node.offset || node.fetch || node.top) {
    refuse('has a limit or an offset', 'Remove it; pages are the table’s own business.');
  }
  if (node.setOperations) {
    refuse(
      'is a union, or another combination of queries',
      "Select from it as a derived table: selectFrom(union.as('rows')).",
    );
  }

  const rowId =
    findSelection(node, dtRowId) ??
    refuse(
      `does not select the row identifier`,
      `Add it under its alias, for example .select('id as ${dtRowId}').`,
    );

  const tables = tablesOf(node);

  return {
    builder: returned,
    rowId: new ExpressionWrapper(rowId),
    decomposable: !node.groupBy && !node.having && !node.distinctOn && !node.frontModifiers,
    tables,
    lookups: lookupsOf(node, catalogue),
    windowed: hasWindowFunction(node.selections),
    indexesOf: (alias) => catalogue.indexes.get(tables.get(alias) ?? '') ?? [],
    textSearchOf(alias, column) {
      const table = tables.get(alias) ?? '';

      if (catalogue.textSearch?.small.has(table)) return 'small';

      return catalogue.textSearch?.indexed.has(`${table}.${column}`) ? 'indexed' : null;
    },
    wholeTable: wholeTableOf(node),
  };
}

function isBuilder(value: unknown): value is Builder {
  return (
    typeof value === 'object' &&
    value !== null &&
    'toOperationNode' in value &&
    'clearSelect' in value &&
    'where' in value
  );
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list of rows';
  if (value instanceof Promise) return 'a promise';
  if (value === null || value === undefined) return String(value);

  return `a value of type ${typeof value}`;
}

/** The expression selected under an alias, or as a column of that name. */
function findSelection(node: SelectQueryNode, name: string): OperationNode | null {
  for (const { selection } of node.selections ?? []) {
    if (AliasNode.is(selection) && IdentifierNode.is(selection.alias) && selection.alias.name === name) {
      return selection.node;
    }
    if (
      ReferenceNode.is(selection) &&
      ColumnNode.is(selection.column) &&
      selection.column.column.name === name
    ) {
      return selection;
    }
  }

  return null;
}

function tablesOf(node: SelectQueryNode): Map<string, string> {
  const sources = [...(node.from?.froms ?? []), ...(node.joins ?? []).map((join) => join.table)];
  const expressions = commonTables(node);

  return new Map(
    sources.flatMap((source) => {
      const named = tableAndAlias(source);

      return named && !expressions.has(named.table) ? [[named.alias, named.table]] : [];
    }),
  );
}

function wholeTableOf(node: SelectQueryNode): string | null {
  const [from, ...others] = node.from?.froms ?? [];

  return from && TableNode.is(from) && others.length === 0 && !node.joins && !node.where && !node.with
    ? from.table.identifier.name
    : null;
}
