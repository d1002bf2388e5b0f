import { isUnavailable } from '@rowhouse/drivers';
import { timeZoneName } from '@rowhouse/table-protocol';
import type { TableContext } from '../definition/defineTable.ts';
import type { Table } from '../definition/Table.ts';
import { planQuery } from '../plan/planQuery.ts';
import type { QueryPlan } from '../plan/QueryPlan.ts';
import { type Condition, conditions } from '../query/conditions.ts';
import { type SearchBranch, searchBranches } from '../query/searchBranches.ts';
import { parseRequest } from '../request/parseRequest.ts';
import type { RequestRules, TableRequest } from '../request/TableRequest.ts';
import { isOfApplication } from '../runtime/applicationErrors.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import type { TableConfig } from '../template/TableConfig.ts';
import { type PreparedQuery, type PrepareOptions, queryPreparer } from './prepareQuery.ts';
import { typedRules } from './typedRules.ts';

/** A prepared request of a table, before the database is queried. */
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

/**
 * What a client sent, who it is, and in which time zone → what is to be asked of the database. A screen, an export and
 * an action of the same request get the same rows. All throw `tables.malformed_request`, `tables.invalid_request`,
 * `tables.invalid_query`, and a RangeError for an unknown zone.
 */
export interface TableQueries {
  prepare(
    payload: unknown,
    user: unknown,
    timeZone?: TimeZone,
    options?: Partial<PrepareOptions & { readonly now: Date }>,
  ): Promise<TableQuery>;
  request(payload: unknown, user: unknown, timeZone?: TimeZone): Promise<TableRequest>;
  /** How the table is drawn for a user. A query that cannot be built without params says nothing of types. */
  initRules(user: unknown, timeZone?: TimeZone): Promise<RequestRules>;
}

type TimeZone = string | null | undefined;

export function tableQueries(runtime: TableRuntime, table: Table): TableQueries {
  const prepare = queryPreparer(runtime, table);
  const rulesOf = typedRules(table, prepare);
  const contextOf = async (payload: unknown, user: unknown, zone: TimeZone, now = runtime.now()) => {
    const timeZone = requestTimeZone(zone, table.config);
    const rules = await rulesOf(payload, { user, timeZone });

    return { request: parseRequest(payload, rules, { now, timeZone }), user, timeZone };
  };

  return {
    async prepare(payload, user, timeZone, { usesKeys = true, now } = {}) {
      const context = await contextOf(payload, user, timeZone, now);
      const plan = planQuery(table, context.request);

      return { ...(await prepare(context, { usesKeys })), runtime, table, context, plan };
    },
    request: async (payload, user, timeZone) => (await contextOf(payload, user, timeZone)).request,
    async initRules(user, zone) {
      const timeZone = requestTimeZone(zone, table.config);

      try {
        return await rulesOf({}, { user, timeZone });
      } catch (error) {
        if (isUnavailable(error) && !isOfApplication(error)) throw error;
        runtime.onBackgroundError(error);

        return table.rules;
      }
    },
  };
}

/** The zone that the application gives for a request, or the configured one. Throws a RangeError when it is unknown. */
export function requestTimeZone(
  given: string | null | undefined,
  { timeZone }: Pick<TableConfig, 'timeZone'>,
): string {
  const name = timeZoneName(given ?? timeZone);

  if (name === null) {
    throw new RangeError(
      `${JSON.stringify(given ?? timeZone)} is not a time zone. Give an IANA name such as Europe/Berlin, ` +
        'or null for the configured zone.',
    );
  }

  return name;
}
