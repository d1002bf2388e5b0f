import { StartError } from '../kernel/errors.ts';
import type { Address } from './address.ts';

/** The first parts of addresses under /api that are the service's own. */
const taken: ReadonlySet<string> = new Set([
  ...['actions', 'api-keys', 'auth', 'avatars', 'core', 'exports', 'files', 'notifications', 'openapi'],
  ...['roles', 'system', 'users'],
]);

/** The name of a database that was named by its address only. It begins the ids of its tables. */
export function nameOf({ name }: Address): string {
  const plain = name.replace(/[^A-Za-z0-9_-]+/g, '_');
  const begun = /^[A-Za-z]/.test(plain) ? plain : `db_${plain}`;

  return taken.has(begun) ? `${begun}_database` : begun;
}

/** Throws a StartError for a name under which no tables can be served. */
export function checkDatabaseName(name: string): void {
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,49}$/.test(name)) {
    throw new StartError(
      `The database ${JSON.stringify(name)} needs a name of letters, digits, - and _ that begins with a letter: it begins ` +
        'the addresses of its tables.',
    );
  }
  if (taken.has(name)) {
    throw new StartError(
      `The database "${name}" needs another name: /api/${name} has addresses of the service itself.`,
    );
  }
}
