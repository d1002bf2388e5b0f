import {
  type CompiledQuery,
  type Expression,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { TotalPlan } from '../plan/QueryPlan.ts';
import type { ColumnResolver, ResolvedColumn } from './ColumnResolver.ts';
import type { Dialect } from './dialects/Dialect.ts';
import { dropUnusedJoins } from './dropUnusedJoins.ts';
import type { HostQuery } from './HostQuery.ts';
import { unionAll, where } from './pageQuery.ts';
import type { SearchBranch } from './searchBranches.ts';

export type AggregateRow = Record<string, string | number | null>;
export type AggregateQuery = SelectQueryBuilder<AnyDatabase, string, AggregateRow>;

/** Name of a query that is counted as a whole. */
export const wrapped = 'counted';

/** `select count(*) as "count"` of the rows under the conditions. */
export function countQuery(
  db: Kysely<AnyDatabase>,
  query: HostQuery,
  conditions: readonly Expression<SqlBool>[],
): AggregateQuery {
  const rows = where(query.builder, conditions);
  const count = sql<string>`count(*)`.as('count');

  return (query.decomposable
    ? rows.clearSelect().select(count).withPlugin(dropUnusedJoins(query.lookups))
    : db.selectFrom(rows.as(wrapped)).select(count)) as unknown as AggregateQuery;
}

/** The same for the branches of a search, with the columns of the totals. */
export function branchCountQuery(
  db: Kysely<AnyDatabase>,
  query: HostQuery,
  branches: readonly SearchBranch[],
  totals: readonly TotalPlan[],
  resolve: ColumnResolver,
): AggregateQuery {
  const columns = [
    sql.lit(1).as('one'),
    ...totals.map(({ source }, index) => sql`${resolve(source).expression}`.as(`total${index}`)),
  ];
  const rows = branches.map((branch) =>
    where(query.builder, branch).clearSelect().select(columns).withPlugin(dropUnusedJoins(query.lookups)),
  );

  return db
    .selectFrom(sql<Record<string, unknown>>`(${unionAll(rows)})`.as(wrapped))
    .select(sql<string>`count(*)`.as('count')) as unknown as AggregateQuery;
}

/** The column of `branchCountQuery` for a total. */
export function branchTotalColumn(totals: readonly TotalPlan[], resolve: ColumnResolver) {
  return (total: TotalPlan): ResolvedColumn => ({
    expression: sql.ref(`${wrapped}.total${totals.indexOf(total)}`),
    kind: resolve(total.source).kind,
  });
}

/** The column for a total; for a query that cannot be decomposed, that of its result. */
export function totalColumn({ decomposable }: HostQuery, resolve: ColumnResolver) {
  return ({ name, source }: TotalPlan): ResolvedColumn =>
    decomposable ? resolve(source) : { expression: sql.ref(`${wrapped}.${name}`), kind: 'other' };
}

/**
 * The count together with each total: `sum0`, and `values0` for averages, in the order of `totals`. Kysely's
 * CamelCasePlugin does not change these names.
 */
export function totalsQuery(
  counted: AggregateQuery,
  totals: readonly TotalPlan[],
  rawTotals: Readonly<Record<string, Expression<unknown>>>,
  resolve: (total: TotalPlan) => ResolvedColumn,
  dialect: Dialect,
): AggregateQuery {
  return totals.reduce((builder, total, index) => {
    const raw = total.kind === 'raw' ? rawTotals[total.name] : undefined;

    if (raw) return builder.select(sql`${raw}`.as(`sum${index}`)) as AggregateQuery;

    const column = resolve(total);
    const { aggregates, text } = dialect.sum(column.expression, column.kind);
    const summed = builder.select(text(aggregates).as(`sum${index}`));

    return (
      total.kind === 'average' ? summed.select(sql`count(${column.expression})`.as(`values${index}`)) : summed
    ) as AggregateQuery;
  }, counted);
}

/** Equal for two queries only if their SQL and parameters are equal. */
export function queryKey({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): string {
  return `${sql}\n${JSON.stringify(parameters, (_name, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )}`;
}
