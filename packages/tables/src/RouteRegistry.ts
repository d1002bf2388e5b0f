/** Looks up the application's named routes. Names are dotted, for example `orders.tableData`. */
export interface RouteRegistry {
  /** Null when no route has that name. */
  find(name: string): NamedRoute | null;
  names(): readonly string[];
}

export interface NamedRoute {
  readonly name: string;
  /** Path below the host, parameters as `:name`. */
  readonly path: string;
  readonly methods: readonly string[];
}

/** A registry whose routes can be changed. */
export interface GrowingRegistry extends RouteRegistry {
  /** Adds the methods to an existing route. Throws if the name belongs to a route with another path. */
  add(route: NamedRoute): void;
  /** Does nothing for an unknown name. */
  remove(name: string): void;
}

/** A registry of these routes. Throws when two paths share a name. */
export function routeRegistry(routes: readonly NamedRoute[] = []): GrowingRegistry {
  const known = new Map<string, NamedRoute>();
  const registry: GrowingRegistry = {
    find: (name) => known.get(name) ?? null,
    names: () => [...known.keys()],
    add({ name, path, methods }) {
      const same = known.get(name);

      if (same && same.path !== path) {
        throw new Error(`Two routes are named "${name}": ${same.path} and ${path}. Give each its own name.`);
      }
      const all = new Set([...(same?.methods ?? []), ...methods]);
      known.set(name, Object.freeze({ name, path, methods: Object.freeze([...all]) }));
    },
    remove: (name) => void known.delete(name),
  };
  for (const route of routes) registry.add(route);

  return registry;
}

/** A parameter of a route's path: `:order`, `:order?`, or `:order(\d+)`. */
export const routeParameter = /:([A-Za-z_]\w*)(?:\([^)]*\))?\??/g;

/** The names of the parameters in a route's path, in order. */
export function routeParameters(path: string): string[] {
  return [...path.matchAll(routeParameter)].map((match) => match[1]!);
}
