import type { InitColumnEdit, InitEdit, InitTemplate } from '@rowhouse/table-protocol';
import type { Permits } from '../definition/Permits.ts';
import type { TableAction } from '../definition/TableAction.ts';
import { TableError } from '../errors.ts';
import { type RouteRegistry, routeParameter } from '../RouteRegistry.ts';
import type { RequestRules } from '../request/TableRequest.ts';
import type { Template, TemplateColumn } from '../template/Template.ts';

/** What an init response needs from the application and the request. */
export interface InitContext {
  readonly routes: RouteRegistry;
  /** Path of the data route, with parameters filled in. */
  readonly readPath: string;
  /** IANA time zone in which the caller's dates are shown and filtered. */
  readonly timeZone: string;
  /** Whether the caller may use the named route. */
  mayUse(routeName: string): boolean;
  /** Enumeration → key → label, in the language of the caller. */
  readonly enums: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** How the table may be filtered, including types that are determined by the database. */
  readonly filters?: RequestRules['filters'];
  /** Name of the route → action of the table. */
  readonly actions?: ReadonlyMap<string, InitAction>;
  /** Name of the route that deletes a record; null for a table without one. */
  readonly deletes?: string | null;
  /** What may be requested instead of rows. */
  readonly summaries?: Pick<InitTemplate, 'facets' | 'statistics'>;
  /** How cells are edited; null if the caller may not. */
  readonly edit?: InitEditing | null;
  /** The path of the files whose names a column shows; null for other values. */
  readonly download?: (column: TemplateColumn) => string | null;
  /** The language of the response, which the paths of the table's own routes name; missing for the default formats. */
  readonly locale?: string | undefined;
  /** Values of the parameters in the path of the init request; buttons get them in their paths too. */
  readonly pathParams?: Readonly<Record<string, string>>;
}

/** `part`: a deletion that takes other rows along is not undone. */
export type Undoes = 'all' | 'part';

export interface InitAction extends Pick<TableAction, 'input' | 'update'> {
  /** What of it the caller can undo; null for nothing. */
  readonly undoes: Undoes | null;
}

export interface InitEditing {
  readonly table: InitEdit;
  /** How the cells of a column are edited; null if they are not. */
  column(column: TemplateColumn): InitColumnEdit | null;
}

/** The placeholder that clients replace by the identifier of the row. */
const rowPlaceholder = 'dtRowId';

/**
 * The path of a named route: parameters of the init request filled in, all others replaced by the placeholder
 * `dtRowId`. Throws `tables.invalid_template` if no route has that name.
 */
export function routePath(
  routeName: string,
  { routes, pathParams = {} }: Pick<InitContext, 'routes' | 'pathParams'>,
): string {
  const route = routes.find(routeName);
  if (route === null) {
    throw new TableError(
      'tables.invalid_template',
      `The template needs the route ${JSON.stringify(routeName)}, and no route has that name. Rename the route, or pass ` +
        'it to `createTables` in `routes`.',
    );
  }
  return route.path.replace(routeParameter, (_, name: string) =>
    Object.hasOwn(pathParams, name) ? encodeURIComponent(pathParams[name]!) : rowPlaceholder,
  );
}

/**
 * The path of one of the table's own routes, with the language of the response in its query: every client sends it back
 * without special support, and requests get the formats that the response describes.
 */
export function ownPath(
  routeName: string,
  context: Pick<InitContext, 'routes' | 'pathParams' | 'locale'>,
  query: Readonly<Record<string, string>> = {},
): string {
  const { locale } = context;
  const members = new URLSearchParams({ ...query, ...(locale !== undefined && { locale }) });

  return [routePath(routeName, context), ...(members.size > 0 ? [members] : [])].join('?');
}

/** Key → label of an enumeration. Throws `tables.invalid_template` if it does not exist. */
export function enumLabels(name: string, enums: InitContext['enums']): Record<string, string> {
  if (Object.hasOwn(enums, name)) return { ...enums[name] };
  throw new TableError(
    'tables.invalid_template',
    `The template names the enumeration ${JSON.stringify(name)}, which does not exist. ` +
      `Known enumerations: ${Object.keys(enums).join(', ') || 'none'}.`,
  );
}

/**
 * The routes of a template's buttons and filters, and further ones, that a user may use: all without `permits`, none without a
 * user.
 */
export async function usableRoutes(
  { buttons, filters }: Template,
  permits: Permits | undefined,
  user: unknown,
  further: readonly (string | null)[] = [],
): Promise<ReadonlySet<string>> {
  const named = [...buttons.global, ...buttons.row, ...buttons.dropdown, ...filters]
    .map(({ routeName }) => routeName)
    .concat(further)
    .filter((name) => name !== null);

  if (!permits) {
    return new Set(named);
  }
  if (user === null) {
    return new Set();
  }

  const permitted = await Promise.all(named.map((name) => permits(user, name)));

  return new Set(named.filter((_name, index) => permitted[index]));
}
