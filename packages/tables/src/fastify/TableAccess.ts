import type { FastifyRequest } from 'fastify';
import { TableError } from '../errors.ts';

/** Who is asking, and what they may use. The library asks; the application knows. */
export interface TableAccess<User = unknown> {
  /** Null when nobody is signed in. */
  user(request: FastifyRequest): User | null | Promise<User | null>;
  /** Whether the user may use the route of that name. */
  permits(user: User, routeName: string): boolean | Promise<boolean>;
}

/**
 * The user of a request to a guarded route. Throws `tables.unauthenticated` and `tables.forbidden`. An open route
 * (a template with `auth: true`) takes whoever is there.
 */
export async function authorize(
  access: TableAccess,
  request: FastifyRequest,
  route: { readonly name: string; readonly open: boolean },
): Promise<unknown> {
  const user = await access.user(request);

  if (route.open) {
    return user;
  }
  if (user === null) {
    throw new TableError(
      'tables.unauthenticated',
      'Nobody is signed in. Sign in, or send an API key, and try again.',
    );
  }
  if (!(await access.permits(user, route.name))) {
    throw new TableError(
      'tables.forbidden',
      `You may not use "${route.name}". Ask an administrator for the permission of that name.`,
    );
  }

  return user;
}
