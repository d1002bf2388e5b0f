import { type Kysely, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { ColumnSource } from '../plan/QueryPlan.ts';
import { type AggregateQuery, wrapped } from './aggregateQuery.ts';
import type { ColumnResolver, ResolvedColumn } from './ColumnResolver.ts';
import type { Condition } from './conditions.ts';
import { dropUnusedJoins } from './dropUnusedJoins.ts';
import type { HostQuery } from './HostQuery.ts';
import { unionAll, where } from './pageQuery.ts';
import type { SearchBranch } from './searchBranches.ts';

/** A column to aggregate; `name` is that in the query, null if the query does not select it. */
export interface AggregateColumn {
  readonly name: string | null;
  readonly source: ColumnSource;
}

/** The rows under some conditions, without a selection, and the columns to aggregate. */
export interface AggregateSource {
  readonly rows: AggregateQuery;
  readonly columns: readonly ResolvedColumn[];
}

export interface SourceRows {
  readonly conditions: readonly Condition[];
  /** The decomposed conditions; null if they are not decomposed. */
  readonly branches: readonly SearchBranch[] | null;
}

/**
 * The columns are those of a derived table, which databases merge into the query, so that an expression with parameters
 * appears only once in the statement.
 */
export function aggregateSource(
  db: Kysely<AnyDatabase>,
  query: HostQuery,
  resolve: ColumnResolver,
  columns: readonly AggregateColumn[],
  { conditions, branches }: SourceRows,
): AggregateSource {
  const from = (rows: unknown) =>
    db.selectFrom(sql<Record<string, unknown>>`${rows}`.as(wrapped)) as unknown as AggregateQuery;

  if (!query.decomposable) {
    return {
      rows: from(where(query.builder, conditions)),
      columns: columns.map(({ name }) => ({ expression: sql.ref(`${wrapped}.${name}`), kind: 'other' })),
    };
  }

  const resolved = columns.map(({ source }) => resolve(source));
  const selected = resolved.map(({ expression }, index) => sql`${expression}`.as(`c${index}`));
  const rows = (branches ?? [conditions]).map((branch) =>
    where(query.builder, branch).clearSelect().select(selected).withPlugin(dropUnusedJoins(query.lookups)),
  );

  return {
    rows: from(branches ? sql`(${unionAll(rows)})` : rows[0]),
    columns: resolved.map(({ kind }, index) => ({ expression: sql.ref(`${wrapped}.c${index}`), kind })),
  };
}

/**
 * The same rows without a derived table, for aggregates in SQL of the definition, which refers to the query's tables.
 */
export function directSource(
  query: HostQuery,
  resolve: ColumnResolver,
  columns: readonly AggregateColumn[],
  { conditions }: Pick<SourceRows, 'conditions'>,
): AggregateSource {
  return {
    rows: where(query.builder, conditions)
      .clearSelect()
      .withPlugin(dropUnusedJoins(query.lookups)) as unknown as AggregateQuery,
    columns: columns.map(({ source }) => resolve(source)),
  };
}
