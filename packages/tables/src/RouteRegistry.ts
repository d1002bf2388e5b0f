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
