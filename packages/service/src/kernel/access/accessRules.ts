import type { Tables } from '@rowhouse/tables';
import type { FastifyInstance, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { RouteAccess } from './declaredAccess.ts';
import { refuseUnclear } from './declaredAccess.ts';
import type { PermissionCatalogue } from './permissionCatalogue.ts';
import { permits, type User } from './User.ts';

declare module 'fastify' {
  interface FastifyContextConfig extends RouteAccess {
    /** Skips the check for NUL and lone surrogates; the route checks what it stores. */
    takesAnyText?: boolean;
  }

  interface FastifyInstance {
    /** Labels and groups of the permissions. */
    permissionCatalogue: PermissionCatalogue;
  }

  interface FastifyRequest {
    /** The caller; null if not signed in. */
    user: User | null;
    /** Null without a session, as with an API key. */
    sessionId: number | null;
    /** Language of the user, the browser or the service. */
    language: string;
  }
}

type Caller = Pick<User, 'isActive' | 'role' | 'permissions' | 'isImpersonated'>;

/** A route and who may call it. */
export interface RouteRule {
  readonly method: string;
  readonly path: string;
  /** Null for routes without a name. */
  readonly name: string | null;
  readonly access: 'public' | 'signed-in' | 'permission';
  /** The required permission; null unless `access` is `permission`. */
  readonly permission: string | null;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every method of every route, including HEAD, sorted by path; complete when the application is ready. */
    routeRules(): readonly RouteRule[];
    /** All permissions that routes require, sorted; complete when the application is ready. */
    permissionNames(): readonly string[];
    /** Adds permissions of routes that are added after the application is ready. */
    addPermissions(names: readonly string[]): void;
    /** Whether the user may call the route of that name; for an unknown name, whether the user has that permission. */
    mayCall(user: Caller | null, routeName: string): boolean;
    /**
     * Throws a ServiceError unless the user may read the rows of the table: `service.not_found`, `service.forbidden`, or
     * `service.database_unavailable` while its database is unavailable.
     */
    checkTable(user: User, table: string): void;
    /** Id → the tables that serve it, for forms with fields of its records; complete when the application is ready. */
    tablesById: Map<string, Tables>;
    /** Whether to show a link to that route: `mayCall`, also for the route that its form submits to. */
    mayOpen(user: Caller | null, routeName: string): boolean;
  }
}

/**
 * Records who may call each route, and throws a StartError at `onReady` if a route does not declare it, or does so in unknown
 * words. Register it before the routes.
 */
export const accessRules = fastifyPlugin(
  async (app: FastifyInstance) => {
    // Evaluated when all are registered: a plugin's own hook may set the access of its routes.
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
    const added = new Set<string>();
    app.decorate('permissionNames', () => [...new Set([...permissionNames(routes), ...added])].sort());
    app.decorate('addPermissions', (names: readonly string[]) => {
      for (const name of names) added.add(name);
    });
    app.decorate('mayCall', mayCall);
    app.decorate('mayOpen', (user: Caller | null, routeName: string) =>
      [routeName, accessOf(routeName).submitsTo ?? []].flat().every((name) => mayCall(user, name)),
    );
    app.addHook('onReady', async () => refuseUnclear(routes));
  },
  { name: 'access-rules' },
);

/** The same decision that the guard makes for a request. */
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

/** By code units: independent of the machine's locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function permissionNames(routes: readonly RouteOptions[]): string[] {
  const names = routes.flatMap(rulesOf).flatMap(({ permission }) => permission ?? []);

  return [...new Set(names)].sort();
}
