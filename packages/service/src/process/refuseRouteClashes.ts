import type { FastifyInstance } from 'fastify';
import { StartError } from '../base/errors.ts';
import { pagePaths } from '../kernel/http/pagePaths.ts';

/** Detects routes that two modules add. */
export interface RouteOwners {
  /** Attributes the following routes to this module. */
  enter(module: string): void;
  /** @throws StartError that lists these routes with their modules. */
  refuseClashes(): void;
}

const service = 'the service';

/** Call it before routes are registered. */
export function routeOwners(app: FastifyInstance): RouteOwners {
  const owners = new Map<string, string>();
  const faults: string[] = [];
  let current = service;
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      const page = current === service || method !== 'GET' ? undefined : pageAt(route.url);
      if (page !== undefined) {
        faults.push(
          `The route ${method} ${route.url} of "${current}" takes the address of the page "${page}" of the service. Change its path.`,
        );
      }
      const key = `${method} ${route.url}`;
      const other = owners.get(key);
      // Fastify adds HEAD to GET routes; a module's own HEAD route replaces it.
      if (other === undefined || method === 'HEAD') owners.set(key, other ?? current);
      else {
        faults.push(
          `The route ${key} is added by ${quoted(other)} and ${quoted(current)}. Change or remove one.`,
        );
        // Otherwise Fastify would throw before the other conflicts are found.
        route.url = `/-clash-${faults.length}`;
      }
    }
  });

  return {
    enter: (module) => {
      current = module;
    },
    refuseClashes: () => {
      if (faults.length === 0) return;
      throw new StartError(`The modules conflict:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`, {
        status: 2,
      });
    },
  };
}

/** Name of the service's page that a route would replace. */
function pageAt(url: string): string | undefined {
  const segments = url.replace(/(.)\/+$/, '$1').split('/');

  return Object.entries(pagePaths).find(([, path]) => {
    const parts = path.split('/');
    const isLonger = segments.at(-1) === '*' && parts.length >= segments.length;

    return (
      (isLonger || parts.length === segments.length) &&
      segments.every(
        (part, index) =>
          part === '*' || (part.startsWith(':') && parts[index] !== '') || part === parts[index],
      )
    );
  })?.[0];
}

function quoted(owner: string): string {
  return owner === service ? owner : `"${owner}"`;
}
