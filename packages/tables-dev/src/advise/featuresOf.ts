import type { Table, TableRequest } from '@rowhouse/tables';
import {
  columnOf,
  conjuncts,
  databaseColumn,
  dataKind,
  equalSides,
  type FilterRequest,
  type FilterRule,
  type HostQuery,
  type OrderTerm,
  type PreparedQuery,
  planQuery,
  smallTable,
  tableAndAlias,
  tableLabel,
  withTypes,
} from '@rowhouse/tables/internal';
import { type OperationNode, SelectQueryNode } from 'kysely';
import type { AdviceDialect, DatabaseFacts } from './dialects/AdviceDialect.ts';
import type { Feature, Features } from './Feature.ts';
import { canonical, type IndexCandidate, type IndexKey } from './IndexCandidate.ts';

/** A text that hardly any row contains: a search without matches is the most expensive one. */
const rareText = 'zqxjvk';
/** Minimum number of distinct values; with fewer, an index leaves too many rows to be worth its maintenance. */
const fewValues = 4;

export interface FeatureContext {
  readonly table: Table;
  readonly prepared: PreparedQuery;
  /** The default request: no search, no filters. */
  readonly request: TableRequest;
  readonly facts: DatabaseFacts;
  readonly dialect: AdviceDialect;
}

/** The features of the template, and the indexes that would serve them; derived without querying the database. */
export function featuresOf(context: FeatureContext): Features {
  const parts = [sortFeatures(context), searchFeature(context), filterFeatures(context)];

  return {
    features: parts.flatMap(({ features }) => features),
    notes: parts.flatMap(({ notes }) => notes),
  };
}

function sortFeatures(context: FeatureContext): Features {
  const { table, request } = context;
  const sorts = table.template.columns
    .filter(({ name }) => table.rules.sortable.has(name))
    .flatMap(({ name, meta }) => {
      // Only nulls at the other end require a separate index for the other direction.
      const directions = meta.nullLast ? (['ASC', 'DESC'] as const) : (['ASC'] as const);

      return directions.map((direction) => ({
        name: `sort by ${name}${direction === 'DESC' ? ' DESC' : ''}`,
        request: { ...request, sort: [{ column: name, direction }] },
      }));
    });
  const features: Feature[] = [];
  const notes: string[] = [];

  for (const sort of [{ name: 'default sort', request }, ...sorts]) {
    const order = planQuery(table, sort.request).order;
    const keys = orderKeys(order, context);

    if (typeof keys === 'string') notes.push(`${table.id}, ${sort.name}: ${keys}`);
    else features.push({ ...sort, kind: 'sort', offset: 0, candidates: [keys] });
  }

  return { features, notes: [...new Set(notes)] };
}

/** The index for an order; otherwise the reason why there is none. */
function orderKeys(order: readonly OrderTerm[], context: FeatureContext): IndexCandidate | string {
  const { prepared, dialect } = context;
  const key = keyColumn(prepared.query);
  const columns = order.map((term) => ({ term, column: orderColumn(term, key, context) }));
  const [first] = columns;

  if (!first?.column) return 'it sorts by a computed value, which is not advised on.';

  const { alias } = first.column;
  const keys: IndexKey[] = [];

  for (const { term, column } of columns) {
    if (!column) return 'it sorts by a computed value, which is not advised on.';
    if (column.alias !== alias) {
      if (term.source.kind === 'rowId')
        return `it sorts by ${alias}, a joined table, and no index holds the rows in that order.`;
      return 'it sorts by columns of several tables, and no index holds that order.';
    }
    const descending = term.direction === 'DESC';
    const natural = dialect.nullsFirst(descending);
    const nullsFirst = term.nulls === 'natural' ? natural : term.nulls === 'first';
    if (nullsFirst !== natural && !dialect.movesNulls)
      return 'no index of this database holds nulls at that end.';
    keys.push({ column: column.column, descending, nullsFirst });
  }

  const table = labelOf(alias, context);

  // Can be read from either end; the shortest description has nulls at their default end.
  const isNatural = keys.every(({ descending, nullsFirst }) => nullsFirst === dialect.nullsFirst(descending));

  return table
    ? { table, kind: 'order', keys: isNatural ? canonical(keys) : keys }
    : 'it sorts by a derived table, which has no indexes.';
}

function orderColumn(
  { source }: OrderTerm,
  key: QueryColumn | null,
  { prepared }: FeatureContext,
): QueryColumn | null {
  if (source.kind === 'rowId') return key;

  return source.kind === 'data' ? databaseColumn(source.data, prepared.query) : null;
}

function searchFeature(context: FeatureContext): Features {
  const { table, prepared, request } = context;
  const searchable = table.template.columns.filter(({ meta }) => meta.searchable);

  if (searchable.length === 0) return { features: [], notes: [] };
  if (!context.dialect.findsTexts) {
    return { features: [], notes: [`${table.id}, search: no index of this database finds parts of texts.`] };
  }

  const candidates: IndexCandidate[] = [];

  for (const { name, data } of searchable) {
    const found = textCandidates(data, context);
    if (typeof found === 'string') {
      return {
        features: [],
        notes: [
          `${table.id}, search: the column "${name}" is searched too, and ${found}, so every row has to be read anyway. ` +
            'Search without it to let indexes serve the others.',
        ],
      };
    }
    candidates.push(...found);
  }

  const { searchMode } = table.template;
  const mode = searchMode === 'doesntContain' ? 'full' : searchMode;
  const search = { mode, terms: [rareText] };

  return {
    features: [{ name: 'search', kind: 'search', offset: 0, request: { ...request, search }, candidates }],
    notes: [],
  };

  function textCandidates(data: string | null, { facts }: FeatureContext): IndexCandidate[] | string {
    if (data === null) return 'is computed';
    const { alias, column } = databaseColumn(data, prepared.query);
    const owner = labelOf(alias, context);
    if (!owner) return 'comes from a derived table';
    const kind = dataKind(data, prepared.query);
    if ((facts.rows.get(owner) ?? 0) < smallTable) return joinCandidates(alias, context);
    if (kind !== 'text') return `holds ${kind} values, not texts`;

    return [
      { table: owner, kind: 'text', keys: [{ column, descending: false, nullsFirst: false }] },
      ...joinCandidates(alias, context),
    ];
  }
}

function filterFeatures(context: FeatureContext): Features {
  const { table, prepared, request } = context;
  const parts = [...withTypes(table, prepared.query).filters.values()].map((rule): Features => {
    const name = `filter by ${rule.data}`;
    const found = filterCandidates(rule, context);
    if (typeof found === 'string') return { features: [], notes: [`${table.id}, ${name}: ${found}`] };
    const filters = [sampleFilter(rule, context)].filter((filter) => filter !== null);

    return {
      features: [{ name, kind: 'filter', offset: 0, request: { ...request, filters }, candidates: found }],
      notes: [],
    };
  });

  return { features: parts.flatMap(({ features }) => features), notes: parts.flatMap(({ notes }) => notes) };
}

function filterCandidates(rule: FilterRule, context: FeatureContext): IndexCandidate[] | string {
  const { prepared, facts, dialect, table, request } = context;
  const { alias, column } = databaseColumn(rule.data, prepared.query);
  const owner = labelOf(alias, context);
  const isComputed = table.template.columns.some(
    ({ name, data }) => data === rule.data && table.definition.expressions?.[name],
  );
  if (!owner || isComputed) return 'it filters a computed value, which is not advised on.';

  const kind = dataKind(rule.data, prepared.query);
  if (rule.type === 'string' && kind === 'text') {
    return dialect.findsTexts
      ? [{ table: owner, kind: 'text', keys: [plainKey(column, dialect)] }, ...joinCandidates(alias, context)]
      : 'no index of this database finds parts of texts.';
  }

  const distinct = facts.distinct.get(`${owner}.${column}`);
  if (rule.type === 'boolean' || (distinct !== undefined && distinct < fewValues)) {
    return 'it has too few different values for an index to leave out much.';
  }

  const key = keyColumn(prepared.query);
  const ownOrder = orderKeys(planQuery(table, request).order, context);
  const isRange = rule.type === 'date' || rule.type === 'number';
  const rest =
    isRange || typeof ownOrder === 'string' || ownOrder.table !== owner
      ? key?.alias === alias && key.column !== column
        ? [plainKey(key.column, dialect)]
        : []
      : ownOrder.keys.filter((other) => other.column !== column);

  return [
    { table: owner, kind: 'order', keys: inDirectionOf(rest, plainKey(column, dialect)) },
    ...joinCandidates(alias, context),
  ];
}

/** The filtered column has the direction of the next one, for the shortest description of the index. */
function inDirectionOf(rest: readonly IndexKey[], first: IndexKey): IndexKey[] {
  const descends = rest[0]?.descending ?? false;

  return [descends ? { ...first, descending: true, nullsFirst: !first.nullsFirst } : first, ...rest];
}

/** Rows that were found in a joined table lead to the table's own rows by the columns of the join. */
function joinCandidates(alias: string, context: FeatureContext): IndexCandidate[] {
  const { prepared, dialect } = context;
  if (keyColumn(prepared.query)?.alias === alias) return [];

  return joinKeys(prepared.query, alias).flatMap((key) => {
    const table = labelOf(key.alias, context);

    return table ? [{ table, kind: 'order' as const, keys: [plainKey(key.column, dialect)] }] : [];
  });
}

/** A sample filter for the planner; null if no suitable value is known. */
function sampleFilter({ data, type, keys }: FilterRule, { prepared }: FeatureContext): FilterRequest | null {
  const kind = dataKind(data, prepared.query);
  if (type === 'string' && kind === 'text') return { kind: 'text', data, mode: 'full', text: rareText };
  const [key] = keys ?? [];
  if (kind === 'text') return { kind: 'in', data, type, values: [key ?? rareText] };
  if (kind === 'integer' || kind === 'decimal' || kind === 'float') {
    return { kind: 'in', data, type: 'number', values: [key ?? 1] };
  }

  return null;
}

function plainKey(column: string, dialect: AdviceDialect): IndexKey {
  return { column, descending: false, nullsFirst: dialect.nullsFirst(false) };
}

function labelOf(alias: string, { prepared }: FeatureContext): string | null {
  const table = prepared.query.tables.get(alias);

  return table ? tableLabel(table) : null;
}

/** A column of the query, by the alias of its table. */
interface QueryColumn {
  readonly alias: string;
  readonly column: string;
}

/** The columns of other tables by which a joined table is reached, one per equality of the join condition. */
function joinKeys({ builder }: Pick<HostQuery, 'builder'>, alias: string): QueryColumn[] {
  const node: OperationNode = builder.toOperationNode();
  if (!SelectQueryNode.is(node)) return [];

  return (node.joins ?? [])
    .filter((join) => tableAndAlias(join.table)?.alias === alias)
    .flatMap(({ on }) => conjuncts(on?.on).flatMap((condition) => equalSides(condition)))
    .filter(({ table }) => table !== alias)
    .map(({ table, column }) => ({ alias: table, column }));
}

/** The column that is the row identifier; null if it is computed. */
function keyColumn({ rowId }: Pick<HostQuery, 'rowId'>): QueryColumn | null {
  const found = columnOf(rowId.toOperationNode());

  return found && { alias: found.table, column: found.column };
}
