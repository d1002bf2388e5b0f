import type { InitResponse, InitTemplate } from '@rowhouse/table-protocol';
import { formFields } from '../definition/fields.ts';
import { fileField, showsFileNames } from '../definition/fileRules.ts';
import type { HasPermission, Permits } from '../definition/Permits.ts';
import { type Table, tableInLocale } from '../definition/Table.ts';
import type { TableAction } from '../definition/TableAction.ts';
import { type FieldUser, userFields } from '../definition/userFields.ts';
import type { FindReferenceTables } from '../edit/referenceTables.ts';
import { type InitQuery, requestTimeZone } from '../prepare/tableQueries.ts';
import { type RouteRegistry, routeRegistry } from '../RouteRegistry.ts';
import { readLocale } from '../request/parse/locale.ts';
import { facetTypes } from '../request/parse/summary.ts';
import type { RequestRules } from '../request/TableRequest.ts';
import type { Template } from '../template/Template.ts';
import { buildInit } from './buildInit.ts';
import { type InitAction, type InitContext, ownPath, type Undoes, usableRoutes } from './InitContext.ts';
import { initEditing } from './initEditing.ts';

/** Data for drawing a table, in addition to its template. */
export interface InitOptions {
  /** IANA time zone in which dates are shown and filtered. Defaults to the configured one. */
  readonly timeZone?: string | null;
  /** BCP 47 tag of the language of formats that are not set, as sent: the one that data requests send, too. */
  readonly locale?: unknown;
  /** Values of parameters in the paths of routes, such as those of the request. */
  readonly pathParams?: Readonly<Record<string, string>>;
}

/**
 * The init response of a table for a user. Throws `tables.invalid_template` if a required route is unknown,
 * and `tables.invalid_request` for a locale that is no tag.
 */
export async function initTable(
  given: Table,
  user: unknown,
  {
    routes = routeRegistry(),
    permits,
    hasPermission,
    timeZone,
    locale,
    pathParams = {},
    rules = given.rules,
    query = null,
    references = async () => null,
    undoes = async () => null,
  }: InitOptions &
    Partial<InitQuery> & {
      readonly routes?: RouteRegistry;
      readonly permits?: Permits;
      readonly hasPermission?: HasPermission | undefined;
      readonly references?: FindReferenceTables;
      /** What the user can undo of an action. */
      readonly undoes?: UndoesOf;
    },
): Promise<InitResponse> {
  const table = tableInLocale(given, readLocale(locale));
  const { template, config, enums, routeNames } = table;
  const usable = await usableRoutes(template, permits, user, [routeNames.edit]);
  const paths = { routes, pathParams, locale: template.locale };
  const context = { ...paths, mayUse: (name: string) => usable.has(name), filters: rules.filters };

  const init = buildInit(template, config, {
    ...context,
    readPath: ownPath(routeNames.data, paths),
    timeZone: requestTimeZone(timeZone, config),
    enums,
    actions: await initActions(table, undoes),
    deletes: routeNames.destroy,
    download: await downloads(table, paths, { user, hasPermission }),
    summaries: initSummaries(template, rules, context.mayUse),
    edit: await initEditing(table, {
      ...context,
      query,
      references,
      caller: { user, timeZone, hasPermission },
    }),
  });

  return {
    ...init,
    meta: {
      ...init.meta,
      searchable: rules.searchable,
      ...(rules.selectable && init.template.selectable && { selection: true }),
    },
  };
}

/** Column → path of its files; null for the files of a field that the user does not have. */
async function downloads(
  table: Table,
  paths: Parameters<typeof ownPath>[1],
  by: FieldUser,
): Promise<NonNullable<InitContext['download']>> {
  const { definition, routeNames } = table;
  const { file } = routeNames;
  if (file === null) return () => null;
  const fields = new Set((await userFields(formFields(table, ''), by)).map(({ column: { name } }) => name));

  return (column) => {
    const field = showsFileNames(column) ? fileField(column, definition) : null;

    return field !== null && fields.has(field) ? ownPath(file, paths, { field }) : null;
  };
}

type UndoesOf = (action: TableAction) => Promise<Undoes | null>;

/** Name of the route → action. */
async function initActions({ id, actions }: Table, undoes: UndoesOf): Promise<Map<string, InitAction>> {
  return new Map(
    await Promise.all(
      Object.entries(actions).map(
        async ([name, own]) => [`${id}.${name}`, { ...own, undoes: await undoes(own) }] as const,
      ),
    ),
  );
}

/** What the caller may request instead of rows, so that clients never have to try. */
function initSummaries(
  { filters }: Template,
  rules: Pick<RequestRules, 'filters' | 'summaries'>,
  mayUse: InitContext['mayUse'],
): Pick<InitTemplate, 'facets' | 'statistics'> {
  const refused = new Set(
    filters.filter(({ routeName }) => routeName !== null && !mayUse(routeName)).map(({ data }) => data),
  );
  const facets = [...facetTypes(rules).keys()].filter((data) => !refused.has(data));
  const statistics = [...rules.summaries.statistics];

  return {
    ...(facets.length > 0 && { facets }),
    ...(statistics.length > 0 && { statistics }),
  };
}
