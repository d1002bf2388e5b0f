import type { Table } from '../definition/Table.ts';
import { planQuery } from '../plan/planQuery.ts';
import { parseRequest } from '../request/parseRequest.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { type PrepareOptions, queryPreparer } from './prepareQuery.ts';
import { requestTimeZone } from './requestTimeZone.ts';
import type { TableQuery } from './TableQuery.ts';

/**
 * What a client sent, who it is, and in which time zone → what is to be asked of the database. A screen, an export and
 * an action of the same request get the same rows. Throws `tables.malformed_request`, `tables.invalid_request`,
 * `tables.invalid_query`, and a RangeError for an unknown zone.
 */
export type TableQueries = (
  payload: unknown,
  user: unknown,
  timeZone?: string | null | undefined,
  options?: PrepareOptions,
) => Promise<TableQuery>;

export function tableQueries(runtime: TableRuntime, table: Table): TableQueries {
  const prepare = queryPreparer(runtime, table);

  return async (payload, user, timeZone, options) => {
    const context = {
      request: parseRequest(payload, table.rules),
      user,
      timeZone: requestTimeZone(timeZone, table.config),
    };
    const plan = planQuery(table, context.request);

    return { ...(await prepare(context, options)), runtime, table, context, plan };
  };
}
