import type { FastifyInstance } from 'fastify';
import { StartError } from './kernel/StartError.ts';

/** Finds routes that two modules add. */
export interface RouteOwners {
  /** From now on, routes are added by this module. */
  enter(module: string): void;
  /** @throws StartError that names each such route, and who adds it. */
  refuseClashes(): void;
}

/** Register it before all routes. */
export function routeOwners(app: FastifyInstance): RouteOwners {
  const owners = new Map<string, string>();
  const faults: string[] = [];
  let current = 'the service';
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      const key = `${method} ${route.url}`;
      const other = owners.get(key);
      // Fastify adds HEAD next to GET by itself, and takes one of a module instead.
      if (other === undefined || method === 'HEAD') owners.set(key, other ?? current);
      else {
        faults.push(
          `The route ${key} is added by ${quoted(other)} and ${quoted(current)}. Change or remove one.`,
        );
        // Otherwise the second one would end the start before the others are found.
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
      throw new StartError(
        `The modules do not fit together:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
        { status: 2 },
      );
    },
  };
}

function quoted(owner: string): string {
  return owner === 'the service' ? owner : `"${owner}"`;
}
