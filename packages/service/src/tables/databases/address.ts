import { basename, extname, resolve } from 'node:path';
import { StartError } from '../../base/errors.ts';

export type DatabaseDialect = 'postgres' | 'mysql' | 'sqlite';

/** The address of a served database. */
export interface Address {
  readonly dialect: DatabaseDialect;
  /** Connection URL with password, or the path of a SQLite file. */
  readonly target: string;
  /** Name of the database, or of the file without extension. */
  readonly name: string;
  /** URL without user and password, for messages. */
  readonly shown: string;
}

const schemes: Readonly<Record<string, 'postgres' | 'mysql'>> = {
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
  'mysql:': 'mysql',
  'mariadb:': 'mysql',
};

/**
 * Reads the address of a served database; paths of SQLite files are relative to `folder`.
 *
 * @throws StartError that starts with `what` and does not contain the address, which may have a password.
 */
export function readAddress(text: string, what: string, folder = process.cwd()): Address {
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1];
  if (file !== undefined) {
    const target = resolve(folder, file);
    return { dialect: 'sqlite', target, name: basename(file, extname(file)), shown: target };
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  const dialect = url && schemes[url.protocol];
  if (!url || !dialect) {
    throw new StartError(
      `${what} is not a database URL. Write postgres://user:password@host:5432/name, mysql://…, mariadb://… or ` +
        'sqlite:path/of/file.db, with the special characters of a password percent-encoded.',
    );
  }
  const name = decodeURIComponent(url.pathname.slice(1));
  if (name === '') {
    throw new StartError(
      `${what} has no database name. Write it after the host: ${url.protocol}//${url.host}/name.`,
    );
  }
  // The driver supports only the scheme mysql.
  const target = dialect === 'mysql' ? text.replace(/^mariadb:/, 'mysql:') : text;

  return { dialect, target, name, shown: `${url.protocol}//${url.host}/${name}` };
}

/** First path segments under /api of the service's own routes. */
const reserved: ReadonlySet<string> = new Set([
  ...['actions', 'api-keys', 'auth', 'avatars', 'core', 'exports', 'files', 'notifications', 'openapi'],
  ...['roles', 'system', 'users'],
]);

/** Derives a name from the address. It is the prefix of the ids of its tables. */
export function nameOf({ name }: Address): string {
  const plain = name.replace(/[^A-Za-z0-9_-]+/g, '_');
  const prefixed = /^[A-Za-z]/.test(plain) ? plain : `db_${plain}`;

  return reserved.has(prefixed) ? `${prefixed}_database` : prefixed;
}

/** @throws StartError for an invalid or reserved name. */
export function checkDatabaseName(name: string): void {
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,49}$/.test(name)) {
    throw new StartError(
      `The database ${JSON.stringify(name)} needs a name of letters, digits, - and _ that begins with a letter: it begins ` +
        'the addresses of its tables.',
    );
  }
  if (reserved.has(name)) {
    throw new StartError(
      `The database "${name}" needs another name: /api/${name} is reserved for the service.`,
    );
  }
}
