/** A parameter of a route's path: `:order`, `:order?`, or `:order(\d+)`. */
export const routeParameter = /:([A-Za-z_]\w*)(?:\([^)]*\))?\??/g;

/** The names of the parameters in a route's path, in order. */
export function routeParameters(path: string): string[] {
  return [...path.matchAll(routeParameter)].map((match) => match[1]!);
}
