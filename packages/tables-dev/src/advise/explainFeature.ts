import type { Table, TableRequest } from '@rowhouse/tables';
import {
  branchCountQuery,
  branchesOf,
  conditionsOf,
  countQuery,
  pageQuery,
  planQuery,
  queryPreparer,
  type TableQuery,
  type TableRuntime,
} from '@rowhouse/tables/internal';
import type { CompiledQuery } from 'kysely';
import type { AdviceDialect, DatabaseFacts, Plan } from './dialects/AdviceDialect.ts';
import type { Feature } from './Feature.ts';

/** Everything needed to run one request of a table. */
export async function queryFor(
  runtime: TableRuntime,
  table: Table,
  request: TableRequest,
): Promise<TableQuery> {
  const { timeZone } = table.config;
  const context = { request, user: table.definition.checkUser ?? null, timeZone };
  const prepared = await queryPreparer(runtime, table)(context);

  return { ...prepared, runtime, table, context, plan: planQuery(table, request) };
}

/** The plan of the statement that the engine would send: a page for a sort, otherwise all matching rows. */
export async function explainFeature(
  runtime: TableRuntime,
  table: Table,
  feature: Feature,
  dialect: AdviceDialect,
  facts: DatabaseFacts,
): Promise<Plan | null> {
  const data = await queryFor(runtime, table, feature.request);

  const query = feature.kind === 'sort' ? pageOf(data, feature.offset) : countOf(data);

  return dialect.explain(runtime.rawDb, query, facts);
}

function pageOf(data: TableQuery, offset: number): CompiledQuery {
  const { plan, query, resolve, runtime } = data;

  return pageQuery(
    query,
    {
      conditions: conditionsOf(data),
      branches: branchesOf(data),
      order: plan.order,
      offset,
      limit: plan.length,
      anchor: null,
    },
    resolve,
    runtime.dialect,
  ).builder.compile();
}

function countOf(data: TableQuery): CompiledQuery {
  const { query, resolve, runtime } = data;
  const branches = branchesOf(data);

  return branches
    ? branchCountQuery(runtime.db, query, branches, [], resolve).compile()
    : countQuery(runtime.db, query, conditionsOf(data)).compile();
}
