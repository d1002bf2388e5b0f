import type { RouteOptions } from 'fastify';

/** The name that its config says; otherwise its method and pattern. */
export function routeName({ config, method, url }: RouteOptions): string {
  return config?.name ?? `${[method].flat().join('|')} ${url}`;
}
