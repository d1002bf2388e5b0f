import { isUnavailable } from '@rowhouse/drivers';
import { timeZoneName } from '@rowhouse/table-protocol/internal';
import { type Table, tableInLocale } from '../definition/Table.ts';
import type { TableContext } from '../definition/TableContext.ts';
import { planQuery } from '../plan/planQuery.ts';
import type { QueryPlan } from '../plan/QueryPlan.ts';
import { type Condition, conditions } from '../query/conditions.ts';
import type { HostQuery } from '../query/HostQuery.ts';
import { type SearchBranch, searchBranches } from '../query/searchBranches.ts';
import { parseRequest } from '../request/parseRequest.ts';
import type { RequestRules, TableRequest } from '../request/TableRequest.ts';
import { isOfApplication } from '../runtime/applicationErrors.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import type { TableConfig } from '../template/TableConfig.ts';
import { type PreparedQuery, type PrepareOptions, queryPreparer } from './prepareQuery.ts';
import { paramsQuery, typedRules } from './typedRules.ts';

/** A prepared request of a table, before the database is queried. */
export interface TableQuery extends PreparedQuery {
  readonly runtime: TableRuntime;
  /** In the language of the request. */
  readonly table: Table;
  readonly context: TableContext;
  readonly plan: QueryPlan;
}

/** The plan's search and filters as SQL. */
export function conditionsOf({ plan, resolve, runtime, context }: TableQuery): readonly Condition[] {
  return conditions(plan, resolve, runtime.dialect, context.timeZone);
}

/** The same, decomposed if the database can then use indexes; null if the plain query is better. */
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
 * Prepares requests of clients, with user and time zone, for querying the database. The same request selects the same
 * rows for a screen, an export and an action. All functions throw `tables.malformed_request`, `tables.invalid_request`,
 * `tables.invalid_query`, and a RangeError for an unknown zone.
 */
export interface TableQueries {
  /** The table with the columns that the user has. */
  table(user: unknown): Promise<Table>;
  prepare(
    payload: unknown,
    user: unknown,
    timeZone?: TimeZone,
    options?: Partial<PrepareOptions & { readonly now: Date }>,
  ): Promise<TableQuery>;
  request(payload: unknown, user: unknown, timeZone?: TimeZone): Promise<TableRequest>;
  /**
   * What the init response for a user depends on. If the query cannot be built without params, it is null, and the rules
   * have no types of the database.
   */
  forInit(user: unknown, timeZone?: TimeZone): Promise<InitQuery>;
}

export interface InitQuery {
  /** With the columns that the user has. */
  readonly table: Table;
  readonly rules: RequestRules;
  /** Null for a table without edits, too. */
  readonly query: HostQuery | null;
}

type TimeZone = string | null | undefined;

export function tableQueries(runtime: TableRuntime, table: Table): TableQueries {
  const prepare = queryPreparer(runtime, table);
  const queryOf = paramsQuery(table, prepare);
  const rulesOf = typedRules(table, queryOf);
  const contextOf = async (payload: unknown, user: unknown, zone: TimeZone, now = runtime.now()) => {
    const timeZone = requestTimeZone(zone, table.config);
    const rules = await rulesOf(payload, { user, timeZone });

    return { request: parseRequest(payload, rules, { now, timeZone }), user, timeZone };
  };

  return {
    table: async () => table,
    async prepare(payload, user, timeZone, { usesKeys = true, now } = {}) {
      const context = await contextOf(payload, user, timeZone, now);
      const plan = planQuery(table, context.request);

      return {
        ...(await prepare(context, { usesKeys })),
        runtime,
        context,
        plan,
        table: tableInLocale(table, context.request.locale),
      };
    },
    request: async (payload, user, timeZone) => (await contextOf(payload, user, timeZone)).request,
    async forInit(user, zone) {
      const caller = { user, timeZone: requestTimeZone(zone, table.config) };

      try {
        const rules = await rulesOf({}, caller);

        return { table, rules, query: table.routeNames.edit !== null ? await queryOf({}, caller) : null };
      } catch (error) {
        if (isUnavailable(error) && !isOfApplication(error)) throw error;
        runtime.onBackgroundError(error);

        return { table, rules: table.rules, query: null };
      }
    },
  };
}

/** The application's zone for a request, or the configured one. Throws a RangeError if it is unknown. */
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
