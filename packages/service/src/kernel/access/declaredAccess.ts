import type { RouteOptions } from 'fastify';
import { StartError } from '../../base/errors.ts';
import { didYouMean } from '../config/checkWritten.ts';

type Access = NonNullable<RouteAccess['access']>;

/** The compiler requires every value here. */
const accesses: Readonly<Record<Access, true>> = { public: true, 'signed-in': true };

/** The type of each member; the compiler requires every member here. */
const members: Readonly<Record<keyof RouteAccess, 'name' | 'flag' | 'access'>> = {
  name: 'name',
  permission: 'name',
  submitsTo: 'name',
  access: 'access',
  refusesImpersonator: 'flag',
  renewsSession: 'flag',
};

/**
 * JavaScript does not check the `config` of a route, and a misspelt word in it would change who may call the route.
 *
 * @throws StartError that lists the routes that do not declare who may call them, and unknown words of the others.
 */
export function refuseUnclear(routes: readonly RouteOptions[]): void {
  // Fastify adds HEAD to GET routes, with the same object.
  const written = routes.filter(({ method }) => method !== 'HEAD');
  const faults = written.flatMap((route) =>
    faultsOf(route.config ?? {}).map((fault) => `  - ${addressOf(route)}: ${fault}`),
  );
  if (faults.length > 0) {
    throw new StartError(`The config of these routes is not acceptable:\n${faults.join('\n')}`, {
      status: 2,
    });
  }
  const undeclared = routes.filter(
    ({ config }) => config?.name === undefined && config?.access === undefined,
  );
  if (undeclared.length === 0) return;
  throw new StartError(
    'These routes do not declare who may call them. Give each a config.name (the required permission) or a ' +
      `config.access ("public" or "signed-in"):\n${undeclared.map((route) => `  - ${addressOf(route)}`).join('\n')}`,
  );
}

function addressOf({ method, url }: RouteOptions): string {
  return `${[method].flat().join(', ')} ${url}`;
}

function faultsOf(config: object): string[] {
  return Object.entries(config).flatMap(([key, value]: [string, unknown]) => {
    const member = Object.hasOwn(members, key) ? members[key as keyof RouteAccess] : undefined;
    if (value === undefined) return [];
    if (member === undefined) return misspelt(key);
    if (member === 'access')
      return typeof value === 'string' && Object.hasOwn(accesses, value) ? [] : [unknownAccess(value)];
    if (member === 'flag')
      return typeof value === 'boolean' ? [] : [`${key} is ${shown(value)}. Write true or false.`];

    return typeof value === 'string' && value !== ''
      ? []
      : [`${key} is ${shown(value)}. Write the name of a route.`];
  });
}

/** Plugins have members of their own in `config`, so only those that resemble a known one are refused. */
function misspelt(key: string): string[] {
  const meant = didYouMean(key, Object.keys(members));

  return meant === undefined ? [] : [`${key} is not known. Did you mean "${meant}"?`];
}

function unknownAccess(value: unknown): string {
  const known = Object.keys(accesses);
  const meant = typeof value === 'string' ? didYouMean(value, known) : undefined;
  const remedy =
    meant === undefined
      ? `Write ${known.map((one) => `"${one}"`).join(' or ')}; or leave it out, and config.name is the required permission.`
      : `Did you mean "${meant}"?`;

  return `access is ${shown(value)}. ${remedy}`;
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

/** Who may call a route. A route needs a `name` or an `access`, or the service does not start. */
export interface RouteAccess {
  /**
   * Name of the route, for example `core.users.index`. Without `access` and `permission`, it is also the required
   * permission.
   */
  readonly name?: string;
  /** The required permission, if it differs from the name: several routes may share one. */
  readonly permission?: string;
  /** `public`: everyone. `signed-in`: every active user, regardless of the role. */
  readonly access?: 'public' | 'signed-in';
  /** Refuses impersonators: for changes of accounts, rights, credentials and personal settings. */
  readonly refusesImpersonator?: boolean;
  /** Name of the route that a form submits to. Only users who may call both routes see the form. */
  readonly submitsTo?: string;
  /** Whether a request renews the session, as one that a user has caused. Defaults to true. */
  readonly renewsSession?: boolean;
}
