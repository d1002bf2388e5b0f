import type { FastifyInstance, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import '../http/fastifyTypes.ts';
import { StartError } from '../StartError.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Names of the routes that need the permission of that name; complete once the application is ready. */
    permissionNames(): readonly string[];
  }
}

/**
 * Refuses to become ready when a route says nothing about who may call it: that is never left open. Register it
 * before the routes.
 */
export const accessRules = fastifyPlugin(
  async (app: FastifyInstance) => {
    // Looked at once all are there, since a plugin's own hook may set the access of the routes within it.
    const routes: RouteOptions[] = [];
    app.addHook('onRoute', (route) => {
      routes.push(route);
    });
    app.decorate('permissionNames', () => permissionNames(routes));
    app.addHook('onReady', async () => {
      const silent = routes.filter(
        ({ config }) => config?.name === undefined && config?.access === undefined,
      );
      if (silent.length === 0) return;
      const list = silent.map(({ method, url }) => `  - ${[method].flat().join(', ')} ${url}`);
      throw new StartError(
        'These routes do not say who may call them. Give each a config.name (the permission that it needs) or a ' +
          `config.access ("public" or "signed-in"):\n${list.join('\n')}`,
      );
    });
  },
  { name: 'access-rules' },
);

function permissionNames(routes: readonly RouteOptions[]): string[] {
  const names = new Set<string>();
  for (const { config } of routes) {
    if (config?.name !== undefined && config.access === undefined) names.add(config.name);
  }
  return [...names].sort();
}
