import type { FastifyInstance, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { StartError } from '../StartError.ts';
import type { RouteAccess } from './fastifyTypes.ts';
import { permits } from './permits.ts';
import type { User } from './User.ts';

type Caller = Pick<User, 'isActive' | 'role' | 'permissions' | 'isImpersonated'>;

/** A route, and who may call it. */
export interface RouteRule {
  readonly method: string;
  readonly path: string;
  /** Null for the few that nothing speaks of. */
  readonly name: string | null;
  /** `permission` is the one that the caller's role must have; null unless `access` is `permission`. */
  readonly access: 'public' | 'signed-in' | 'permission';
  readonly permission: string | null;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every method of every route, HEAD included, in the order of paths; complete once the application is ready. */
    routeRules(): readonly RouteRule[];
    /** The permissions that routes need; complete once the application is ready. */
    permissionNames(): readonly string[];
    /** Adds those of routes that come after the application is ready. */
    addPermissions(names: readonly string[]): void;
    /** Whether the guard lets the user call the route of that name; of an unknown name, whether it is a permission of the user. */
    mayCall(user: Caller | null, routeName: string): boolean;
    /** Whether a button or a link to that route is of use to the user: `mayCall`, also where its form is sent to. */
    mayOpen(user: Caller | null, routeName: string): boolean;
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
    let named: ReadonlyMap<string, RouteAccess> | null = null;
    const accessOf = (routeName: string) => {
      named ??= new Map(
        routes.flatMap(({ config }) => (config?.name === undefined ? [] : [[config.name, config]])),
      );

      return named.get(routeName) ?? {};
    };
    const mayCall = (user: Caller | null, routeName: string) =>
      callable(user, { name: routeName, ...accessOf(routeName) });
    app.addHook('onRoute', (route) => {
      routes.push(route);
      named = null;
    });
    app.decorate('routeRules', () => routes.flatMap(rulesOf).sort(byPath));
    const later = new Set<string>();
    app.decorate('permissionNames', () => [...new Set([...permissionNames(routes), ...later])].sort());
    app.decorate('addPermissions', (names: readonly string[]) => {
      for (const name of names) later.add(name);
    });
    app.decorate('mayCall', mayCall);
    app.decorate('mayOpen', (user: Caller | null, routeName: string) =>
      [routeName, accessOf(routeName).submitsTo ?? []].flat().every((name) => mayCall(user, name)),
    );
    app.addHook('onReady', async () => {
      const silent = routes.filter(
        ({ config }) => config?.name === undefined && config?.access === undefined,
      );
      if (silent.length === 0) return;
      const list = silent.map(({ method, url }) => `  - ${[method].flat().join(', ')} ${url}`);
      throw new StartError(
        'These routes do not declare who may call them. Give each a config.name (the required permission) or a ' +
          `config.access ("public" or "signed-in"):\n${list.join('\n')}`,
      );
    });
  },
  { name: 'access-rules' },
);

/** The rule of the guard, for a call that has not been made. */
function callable(
  user: Caller | null,
  { access, permission, name = '', refusesImpersonator = false }: RouteAccess,
): boolean {
  if (access === 'public') return true;
  if (user === null || !user.isActive || (refusesImpersonator && user.isImpersonated)) return false;

  return access === 'signed-in' || permits(user, permission ?? name);
}

function rulesOf({ method, url, config }: RouteOptions): RouteRule[] {
  const name = config?.name ?? null;
  const access = config?.access ?? 'permission';
  const permission = access === 'permission' ? (config?.permission ?? name) : null;

  return [method].flat().map((one) => ({ method: one, path: url, name, access, permission }));
}

function byPath(a: RouteRule, b: RouteRule): number {
  return compare(a.path, b.path) || compare(a.method, b.method);
}

/** By code units: the same everywhere, whatever the language of the machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function permissionNames(routes: readonly RouteOptions[]): string[] {
  const names = routes.flatMap(rulesOf).flatMap(({ permission }) => permission ?? []);

  return [...new Set(names)].sort();
}
