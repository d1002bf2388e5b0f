import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CreateError } from './CreateError.ts';

const mysqlDriver = '^3.24.0';

/** The address of a database that can be served. Messages do not repeat it: it may have a password. */
export function readAddress(text: string | undefined): string {
  const address = text?.trim() ?? '';
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(address)?.[1];
  // Relative to where it was written, not to the project.
  if (file !== undefined) return `sqlite:${resolve(file)}`;
  if (/^(postgres|postgresql|mysql|mariadb):\/\/[^/]+\/./.test(address)) return address;
  throw new CreateError(
    `${address === '' ? 'The template "database" needs the address of a database' : 'The --database is no address of a database'}: ` +
      'postgres://user:password@host:5432/name, mysql://…, mariadb://… or sqlite:path/of/file.db.',
  );
}

/** Writes the address where Git ignores it, and adds the driver that it needs. */
export async function addDatabase(folder: string, address: string): Promise<void> {
  const quote = ["'", '"', '`'].find((sign) => !address.includes(sign)) ?? '';
  await writeFile(join(folder, '.env'), `TABLES_URL=${quote}${address}${quote}\n`, { mode: 0o600 });
  if (!/^(mysql|mariadb):/.test(address)) return;
  const file = join(folder, 'package.json');
  const { dependencies, ...json } = JSON.parse(await readFile(file, 'utf8'));
  const changed = { ...json, dependencies: { ...dependencies, mysql2: mysqlDriver } };
  await writeFile(file, `${JSON.stringify(changed, null, 2)}\n`);
}
