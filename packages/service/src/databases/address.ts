import { basename, extname, resolve } from 'node:path';
import { StartError } from '../kernel/errors.ts';

export type ServedDialect = 'postgres' | 'mysql' | 'sqlite';

/** Where a served database is. */
export interface Address {
  readonly dialect: ServedDialect;
  /** For the driver; on SQLite the path of the file. With the password. */
  readonly target: string;
  /** Name of the database, or of the file without its ending. */
  readonly name: string;
  /** Without user and password, for messages. */
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
 * @throws StartError that begins with `what`, and never shows the address itself: it may have a password.
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
  // The driver knows one name of the two.
  const target = dialect === 'mysql' ? text.replace(/^mariadb:/, 'mysql:') : text;

  return { dialect, target, name, shown: `${url.protocol}//${url.host}/${name}` };
}
