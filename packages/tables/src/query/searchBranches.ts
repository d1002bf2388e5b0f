import { type SqlBool, sql } from 'kysely';
import { type ColumnSource, conditionsOf, type QueryPlan, type SearchPlan } from '../plan/QueryPlan.ts';
import type { ColumnResolver } from './ColumnResolver.ts';
import { type Condition, conditions } from './conditions.ts';
import type { Dialect } from './dialects/Dialect.ts';
import { databaseColumn, type HostQuery } from './HostQuery.ts';
import { keyCondition, searchConditions } from './searchConditions.ts';

/** The conditions of one branch; all must match. */
export type SearchBranch = readonly Condition[];

/** Three consecutive letters or digits; with fewer an index has to scan all entries. */
const hasTrigram = /[\p{L}\p{N}]{3}/u;
/**
 * Maximum number of filter values for decomposing: they are repeated in each branch, and a statement may have 65,535
 * parameters.
 */
const mostValues = 1000;

/** Columns of one table of the query that are searched together. */
interface SearchedTable {
  readonly columns: readonly ColumnSource[];
  readonly keys: readonly ColumnSource[];
  /** `alias.column` of one of them. */
  readonly first: string;
  /** Whether that is a number. */
  readonly isNumber: boolean;
}

/**
 * Decomposes a search over columns of several tables: one branch per table in which the longest term can match. Each
 * row that matches the plan is in exactly one of them. No database finds `orders.number like … or customers.name like
 * …` by indexes, since the alternatives are in different tables, but each branch can use an index.
 *
 * Null if that is not faster: if filters list very many values, if a searched column has no index and its table is not
 * small, or if the term is too short for an index.
 */
export function searchBranches(
  plan: QueryPlan,
  query: HostQuery,
  resolve: ColumnResolver,
  dialect: Dialect,
  timeZone: string,
): readonly SearchBranch[] | null {
  const { search } = plan;

  if (!search || search.mode === 'doesntContain' || !query.decomposable || query.windowed) {
    return null;
  }
  if (valuesOf(plan) > mostValues) {
    return null;
  }

  const [term = '', ...terms] = search.terms.toSorted((a, b) => b.length - a.length);
  const keys = search.keys.filter((key) => keyCondition(resolve(key), search, term, dialect) !== null);
  const tables = searchedTables({ ...search, keys }, query, resolve);

  if (!tables || tables.length < 2) {
    return null;
  }

  if (!hasTrigram.test(term)) {
    return null;
  }

  const others = conditions(
    { ...plan, search: terms.length > 0 ? { ...search, terms } : null },
    resolve,
    dialect,
    timeZone,
  );
  const matches = tables.map((table) =>
    searchConditions(
      { ...search, columns: table.columns, keys: table.keys, terms: [term] },
      resolve,
      dialect,
    ),
  );

  return tables.map((table, index) => [
    ...(matches[index] ?? []),
    ...matches.slice(0, index).flatMap((earlier) => earlier.map((match) => notIn(match, table))),
    ...others,
  ]);
}

/**
 * Excludes rows of earlier branches. Includes a column of the branch's own table, without effect on the result, so that
 * the condition is checked for rows that matched there, and not for every row of the earlier table before the join.
 */
function notIn(earlier: Condition, { first, isNumber }: SearchedTable): Condition {
  return sql<SqlBool>`(${earlier} and coalesce(${sql.ref(first)}, ${sql.lit(isNumber ? 0 : '')}) is not null) is not true`;
}

function valuesOf({ filters }: QueryPlan): number {
  return conditionsOf(filters).reduce(
    (sum, { filter }) => sum + (filter.kind === 'in' ? filter.values.length : 1),
    0,
  );
}

/** Null if a column has no suitable index and its table is not small. */
function searchedTables(
  { columns, keys }: Pick<SearchPlan, 'columns' | 'keys'>,
  query: HostQuery,
  resolve: ColumnResolver,
): readonly SearchedTable[] | null {
  const tables = new Map<string, SearchedTable>();
  let isIndexed = false;

  for (const source of [...columns, ...keys]) {
    const isKey = keys.includes(source);
    const { kind } = resolve(source);
    if (source.kind !== 'data' || (kind !== 'text' && !isKey)) return null;

    const { alias, column, table: owner } = databaseColumn(source.data, query);
    const hasIndex = isKey
      ? owner?.indexes.some(({ columns: [first] }) => first === column)
      : owner?.textIndexed.has(column);

    if (!owner?.isSmall && !hasIndex) return null;

    isIndexed ||= !owner?.isSmall;
    const known = tables.get(alias);
    const { columns: found = [], keys: foundKeys = [] } = known ?? {};
    tables.set(alias, {
      columns: isKey ? found : [...found, source],
      keys: isKey ? [...foundKeys, source] : foundKeys,
      first: known?.first ?? source.data,
      isNumber: known?.isNumber ?? kind !== 'text',
    });
  }

  return isIndexed ? [...tables.values()] : null;
}
