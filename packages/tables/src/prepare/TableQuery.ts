import type { TableContext } from '../definition/defineTable.ts';
import type { Table } from '../definition/Table.ts';
import type { QueryPlan } from '../plan/QueryPlan.ts';
import { type Condition, conditions } from '../query/conditions.ts';
import { type SearchBranch, searchBranches } from '../query/searchBranches.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import type { PreparedQuery } from './prepareQuery.ts';

/** All that is known of one request of a table before the database is asked. */
export interface TableQuery extends PreparedQuery {
  readonly runtime: TableRuntime;
  readonly table: Table;
  readonly context: TableContext;
  readonly plan: QueryPlan;
}

/** The plan's search and filters as SQL. */
export function conditionsOf({ plan, resolve, runtime, context }: TableQuery): readonly Condition[] {
  return conditions(plan, resolve, runtime.dialect, context.timeZone);
}

/** The same, taken apart where the database then finds the rows by indexes; null where it is better asked as a whole. */
export function branchesOf({
  plan,
  query,
  resolve,
  runtime,
  context,
}: TableQuery): readonly SearchBranch[] | null {
  return searchBranches(plan, query, resolve, runtime.dialect, context.timeZone);
}
