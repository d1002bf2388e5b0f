import { say, Text } from '@rowhouse/problems';
import type { ActionCounts } from '../definition/TableAction.ts';
import { TableError } from '../errors.ts';

/** Authentication and permissions, supplied by the application. */
export interface TableAccess<Incoming, User = unknown> {
  /** Null if the request has no signed-in user. */
  user(request: Incoming): User | null | Promise<User | null>;
  /** Whether the user may use the route of that name. */
  permits(user: User, routeName: string): boolean | Promise<boolean>;
  /**
   * Whether the user may still use it, checked before each chunk of an action. By default `permits`, which suffices if
   * it reads current permissions; set it if the user object is a copy from the start of the request.
   */
  stillPermits?(user: User, routeName: string): boolean | Promise<boolean>;
}

/** Throws `tables.forbidden` if the user has lost the permission while the action runs. */
export async function assertStillPermitted(
  access: Pick<TableAccess<never>, 'permits' | 'stillPermits'>,
  user: unknown,
  routeName: string,
  { processed, total }: ActionCounts,
): Promise<void> {
  const isPermitted = await (access.stillPermits?.(user, routeName) ?? access.permits(user, routeName));
  if (isPermitted) return;
  throw new TableError(
    'tables.forbidden',
    new Text(
      'You no longer have the permission "{0}". The action stopped after {1} of {2|# row|# rows}. Ask an administrator for it.',
      [routeName, processed, total],
    ),
  );
}

/**
 * The user of a request to a guarded route. Throws `tables.unauthenticated` and `tables.forbidden`. An open route
 * (a template with `auth: true`) accepts any user, or none.
 */
export async function authorize<Incoming>(
  access: TableAccess<Incoming>,
  request: Incoming,
  route: { readonly name: string; readonly open: boolean },
): Promise<unknown> {
  const user = await access.user(request);

  if (route.open) {
    return user;
  }
  if (user === null) {
    throw new TableError(
      'tables.unauthenticated',
      'You are not signed in. Sign in, or send an API key, and try again.',
    );
  }
  if (!(await access.permits(user, route.name))) {
    throw new TableError(
      'tables.forbidden',
      say`You do not have the permission "${route.name}". Ask an administrator for it.`,
    );
  }

  return user;
}
