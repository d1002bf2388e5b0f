import { TableError } from '../errors.ts';
import { routeParameter } from '../template/routeParameters.ts';
import type { InitContext } from './InitContext.ts';

/** The literal that clients replace by the identifier of the row. */
const rowPlaceholder = 'dtRowId';

/**
 * The path of a named route: parameters of the init request filled in, every other one replaced by the literal
 * `dtRowId`. Throws `tables.invalid_template` when no route has that name.
 */
export function routePath(
  routeName: string,
  { routes, pathParams = {} }: Pick<InitContext, 'routes' | 'pathParams'>,
): string {
  const route = routes.find(routeName);
  if (route === null) {
    throw new TableError(
      'tables.invalid_template',
      `The template needs the route ${JSON.stringify(routeName)}, and no route has that name. Name the route so, or give ` +
        'it to `createTables` among its `routes`.',
    );
  }
  return route.path.replace(routeParameter, (_, name: string) =>
    Object.hasOwn(pathParams, name) ? encodeURIComponent(pathParams[name]!) : rowPlaceholder,
  );
}
