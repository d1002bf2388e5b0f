import { isUnavailable } from '@rowhouse/drivers';
import type { Table } from '../definition/Table.ts';
import { planQuery } from '../plan/planQuery.ts';
import { parseRequest } from '../request/parseRequest.ts';
import type { RequestRules, TableRequest } from '../request/TableRequest.ts';
import { isOfApplication } from '../runtime/applicationErrors.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { type PrepareOptions, queryPreparer } from './prepareQuery.ts';
import { requestTimeZone } from './requestTimeZone.ts';
import type { TableQuery } from './TableQuery.ts';
import { typedRules } from './typedRules.ts';

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
    options?: PrepareOptions,
  ): Promise<TableQuery>;
  request(payload: unknown, user: unknown, timeZone?: TimeZone): Promise<TableRequest>;
  /** How the table is drawn for a user. A query that cannot be built without params says nothing of types. */
  initRules(user: unknown, timeZone?: TimeZone): Promise<RequestRules>;
}

type TimeZone = string | null | undefined;

export function tableQueries(runtime: TableRuntime, table: Table): TableQueries {
  const prepare = queryPreparer(runtime, table);
  const rulesOf = typedRules(table, prepare);
  const contextOf = async (payload: unknown, user: unknown, zone: TimeZone) => {
    const timeZone = requestTimeZone(zone, table.config);
    const rules = await rulesOf(payload, { user, timeZone });

    return { request: parseRequest(payload, rules), user, timeZone };
  };

  return {
    async prepare(payload, user, timeZone, options) {
      const context = await contextOf(payload, user, timeZone);
      const plan = planQuery(table, context.request);

      return { ...(await prepare(context, options)), runtime, table, context, plan };
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
