import type { InitResponse } from '@rowhouse/table-protocol';
import type { Table } from '../definition/Table.ts';
import { requestTimeZone } from '../prepare/tableQueries.ts';
import { type RouteRegistry, routeRegistry } from '../RouteRegistry.ts';
import type { RequestRules } from '../request/TableRequest.ts';
import { buildInit } from './buildInit.ts';
import { type Permits, routePath, usableRoutes } from './InitContext.ts';
import { initEditing } from './initEditing.ts';
import { initSummaries } from './initSummaries.ts';

/** What a table needs to be drawn, in addition to its template. */
export interface InitOptions {
  /** IANA time zone in which dates are shown and filtered; the configured one by default. */
  readonly timeZone?: string | null;
  /** Values of parameters in the paths of routes, such as those of the request. */
  readonly pathParams?: Readonly<Record<string, string>>;
}

/** How a client draws the table for a user. Throws `tables.invalid_template` when a route that it needs is not known. */
export async function initTable(
  table: Table,
  user: unknown,
  {
    routes = routeRegistry(),
    permits,
    timeZone,
    pathParams = {},
    rules = table.rules,
  }: InitOptions & {
    readonly routes?: RouteRegistry;
    readonly permits?: Permits;
    readonly rules?: RequestRules;
  },
): Promise<InitResponse> {
  const { template, config, enums, routeNames } = table;
  const usable = await usableRoutes(template, permits, user, routeNames.edit);
  const paths = { routes, pathParams };
  const given = { ...paths, mayUse: (name: string) => usable.has(name), filters: rules.filters };

  const init = buildInit(template, config, {
    ...given,
    readPath: routePath(routeNames.data, paths),
    timeZone: requestTimeZone(timeZone, config),
    enums,
    actions: new Set(Object.keys(table.actions).map((name) => `${table.id}.${name}`)),
    summaries: initSummaries(template, rules, given.mayUse),
    edit: initEditing(table, given),
  });

  return rules.selectable && init.template.selectable
    ? { ...init, meta: { ...init.meta, selection: true } }
    : init;
}
