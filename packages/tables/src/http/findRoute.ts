import { servesHead, type TableRoute } from './TableRoute.ts';

/** Method and path → route. */
export type RoutesByPath<Incoming> = ReadonlyMap<string, TableRoute<Incoming>>;

export interface RouteMatch<Incoming> {
  readonly route: TableRoute<Incoming>;
  /** Identifier of the row that ends the path, not decoded; missing for other routes. */
  readonly params: { readonly row?: string };
}

/** The route of a request. HEAD is supported where GET is, unless it would start work or read a file. Null if there is none. */
export function findRoute<Incoming>(
  routes: RoutesByPath<Incoming>,
  method: string,
  path: string,
): RouteMatch<Incoming> | null {
  const isHead = method === 'HEAD';
  const routeMethod = isHead ? 'GET' : method;
  const end = path.lastIndexOf('/');
  const route = routes.get(`${routeMethod} ${path}`);
  if (route) return isHead && !servesHead(route) ? null : { route, params: {} };
  const ofRow = routes.get(`${routeMethod} ${path.slice(0, end)}/:row`);

  return ofRow && !(isHead && !servesHead(ofRow))
    ? { route: ofRow, params: { row: path.slice(end + 1) } }
    : null;
}
