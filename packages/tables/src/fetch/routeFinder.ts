import type { TableRoute } from '../http/TableRoute.ts';

export interface FoundRoute {
  readonly route: TableRoute<Request>;
  /** Values of the prefix's parameters. */
  readonly params: Readonly<Record<string, string>>;
}

/** Looks up the route that serves a method and a path; null when none does. */
export function routeFinder(
  prefix: string,
  routes: readonly TableRoute<Request>[],
): (method: string, pathname: string) => FoundRoute | null {
  const pattern = new URLPattern({ pathname: `${prefix}/:rowhouseRoute(.*)` });
  const known = new Map(
    routes.flatMap((route) => route.methods.map((method) => [`${method} ${route.path}`, route])),
  );

  return (method, pathname) => {
    const { rowhouseRoute = '', ...params } = pattern.exec({ pathname })?.pathname.groups ?? {};
    const route =
      known.get(`${method} /${rowhouseRoute}`) ?? headOf(known.get(`GET /${rowhouseRoute}`), method);

    try {
      return route ? { route, params: decoded(params) } : null;
    } catch {
      // An address with broken percent-encoding is nobody's.
      return null;
    }
  };
}

/** HEAD is served where GET is, unless it would begin something. */
function headOf(route: TableRoute<Request> | undefined, method: string): TableRoute<Request> | null {
  return method === 'HEAD' && route?.changes === false ? route : null;
}

function decoded(params: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value = '']) => [name, decodeURIComponent(value)]),
  );
}
