import {
  AggregateFunctionNode,
  AliasNode,
  ColumnNode,
  type Expression,
  ExpressionWrapper,
  IdentifierNode,
  type OperationNode,
  RawNode,
  ReferenceNode,
  type SelectQueryBuilder,
  SelectQueryNode,
  sql,
} from 'kysely';
import type { AnyDatabase, AnyRow } from '../definition/TableContext.ts';
import { TableError } from '../errors.ts';
import type { Catalogue, CatalogueTable } from './catalogue.ts';
import { type DatabaseNames, sameNames } from './databaseNames.ts';
import { joinedBy, type Lookups, lookupsOf } from './lookups.ts';
import { parseColumnName, tableAndAlias } from './TableName.ts';

export type Builder = SelectQueryBuilder<AnyDatabase, string, AnyRow>;

/** A table's query as its definition returned it, analysed once. */
export interface HostQuery {
  readonly builder: Builder;
  /** The SQL of the row identifier. */
  readonly rowId: ExpressionWrapper<AnyDatabase, string, unknown>;
  /** The row identifier, or the columns of the definition's `key`, which identify rows. Null if rows may be equal. */
  readonly identity: readonly Expression<unknown>[] | null;
  /** The definition's `key`; empty without one. */
  readonly key: readonly string[];
  /** Whether rows correspond to rows of the tables, so that the query can be decomposed: not grouped or distinct. */
  readonly decomposable: boolean;
  /** Alias in the query → table, for tables that it reads directly. */
  readonly tables: ReadonlyMap<string, CatalogueTable>;
  /** Tables that are only used for lookups: see `lookupsOf`. */
  readonly lookups: Lookups;
  /** Alias of a joined table → the columns of the unique key by which it is joined; see `joinedBy`. */
  readonly joinedBy: ReadonlyMap<string, readonly string[]>;
  /** Converts names of the query to those of the database, which `tables`, `lookups` and `joinedBy` use. */
  readonly names: DatabaseNames;
  /** Whether it selects window functions, whose values depend on other rows. */
  readonly windowed: boolean;
  /** The tables whose keys the lookups rely on; see `stillHold`. */
  readonly reliesOn: readonly CatalogueTable[];
  /** The table whose rows the query returns, each exactly once; null if that is not known. */
  readonly wholeTable: CatalogueTable | null;
  /** Alias of the table none of whose rows the query leaves out, whatever keys there are; null if it may. */
  readonly unfiltered: string | null;
}

/**
 * Analyses the result of a definition's `query`, and refuses queries that could not be paged correctly. Without
 * `usesKeys` it relies on no keys of tables.
 */
export function inspectQuery(
  tableId: string,
  returned: unknown,
  dtRowId: string,
  catalogue: Catalogue,
  {
    usesKeys = true,
    names = sameNames,
    key,
  }: { usesKeys?: boolean; names?: DatabaseNames; key?: readonly string[] | undefined } = {},
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

  const named = names.toHost(names.toDatabase(dtRowId));
  if (named !== dtRowId) {
    refuse(
      `calls the row identifier "${dtRowId}", but a plugin of the database renames it to "${named}"`,
      `Write "dtRowId": "${named}" in the template.`,
    );
  }

  // The query after plugins have renamed tables and columns.
  const node: OperationNode = returned.toOperationNode();

  if (!SelectQueryNode.is(node)) {
    return refuse(`returned a ${node.kind}`, 'Return a builder that starts with selectFrom().');
  }
  if (node.orderBy) {
    refuse('has an orderBy', 'Remove it; tag columns `sort:ASC` or `sort:DESC`, or set `defaultSort`.');
  }
  if (node.limit || node.offset || node.fetch || node.top) {
    refuse('has a limit or an offset', 'Remove it; the table adds its own.');
  }
  if (node.setOperations) {
    refuse(
      'is a union, or another combination of queries',
      "Select from it as a derived table: selectFrom(union.as('rows')).",
    );
  }

  const rowId =
    findSelection(node, names.toDatabase(dtRowId)) ??
    refuse(
      `does not select the row identifier`,
      `Add it under its alias, for example .select('id as ${dtRowId}').`,
    );

  const tables = tablesOf(node, catalogue);
  const lookups: Lookups = usesKeys ? lookupsOf(node, tables) : new Map();
  const decomposable = !node.groupBy && !node.having && !node.distinctOn && !node.frontModifiers;

  return {
    builder: returned,
    rowId: new ExpressionWrapper(rowId),
    identity: identityOf(new ExpressionWrapper(rowId), key),
    key: key ?? [],
    decomposable,
    tables,
    lookups,
    joinedBy: joinedBy(node, tables),
    names,
    windowed: hasWindowFunction(node.selections),
    reliesOn: [...new Set([...lookups.values()].flatMap(({ reliesOn }) => reliesOn))],
    wholeTable: decomposable ? wholeTableOf(node, tables, lookups) : null,
    unfiltered: decomposable ? unfilteredOf(node, tables) : null,
  };
}

/** The database's name of a `table.column` of a query, by any alias of the table. */
export function databaseColumn(
  data: string,
  { names, tables }: Pick<HostQuery, 'names' | 'tables'>,
): { readonly alias: string; readonly column: string; readonly table: CatalogueTable | undefined } {
  const { alias, column } = parseColumnName(data);
  const known = names.toDatabase(alias);

  return { alias: known, column: names.toDatabase(column), table: tables.get(known) };
}

function identityOf(
  rowId: Expression<unknown>,
  key: readonly string[] | undefined,
): readonly Expression<unknown>[] | null {
  if (!key) return [rowId];

  return key.length === 0 ? null : key.map((column) => sql.ref(column));
}

export function isBuilder(value: unknown): value is Builder {
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
export function findSelection(node: SelectQueryNode, name: string): OperationNode | null {
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

/** Without names that refer to tables of two schemas, or to common table expressions. */
function tablesOf(node: SelectQueryNode, catalogue: Catalogue): Map<string, CatalogueTable> {
  const sources = [...(node.from?.froms ?? []), ...(node.joins ?? []).map((join) => join.table)];
  const expressions = new Set(node.with?.expressions.map(({ name }) => name.table.table.identifier.name));
  const named = sources.flatMap((source) => tableAndAlias(source) ?? []);

  return new Map(
    named.flatMap(({ alias, table }) => {
      const isHidden = table.schema === null && expressions.has(table.name);
      const isShared = named.filter((other) => other.alias === alias).length > 1;
      const found = isHidden || isShared ? undefined : catalogue.find(table);

      return found ? [[alias, found]] : [];
    }),
  );
}

function wholeTableOf(
  { from, joins = [], where }: SelectQueryNode,
  tables: ReadonlyMap<string, CatalogueTable>,
  lookups: Lookups,
): CatalogueTable | null {
  const [source, ...others] = from?.froms ?? [];
  const named = source && tableAndAlias(source);
  const isAll =
    others.length === 0 &&
    !where &&
    joins.every(({ table }) => lookups.has(tableAndAlias(table)?.alias ?? ''));

  return (isAll && named && tables.get(named.alias)) || null;
}

function unfilteredOf(
  { from, joins = [], where }: SelectQueryNode,
  tables: ReadonlyMap<string, CatalogueTable>,
): string | null {
  const [source, ...others] = from?.froms ?? [];
  const alias = source && tableAndAlias(source)?.alias;
  const isFiltered = others.length > 0 || where || joins.some(({ joinType }) => joinType !== 'LeftJoin');

  return !isFiltered && alias !== undefined && tables.has(alias) ? alias : null;
}

/** Whether a selection is computed over other rows of the result: `row_number() over (…)`. Subqueries have rows of their own. */
function hasWindowFunction(tree: unknown): boolean {
  if (Array.isArray(tree)) {
    return tree.some(hasWindowFunction);
  }
  if (typeof tree !== 'object' || tree === null || !('kind' in tree)) {
    return false;
  }

  const node = tree as OperationNode;

  if (SelectQueryNode.is(node)) {
    return false;
  }
  if (AggregateFunctionNode.is(node) && node.over) {
    return true;
  }
  if (RawNode.is(node) && node.sqlFragments.some((text) => /\bover\s*\(/i.test(text))) {
    return true;
  }

  return Object.values(node).some(hasWindowFunction);
}
