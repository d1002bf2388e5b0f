import type { Kysely } from 'kysely';
import { StartError } from '../StartError.ts';
import type { Database } from './Database.ts';
import { isDatabaseAway } from './isDatabaseAway.ts';
import { checkSearchPath, poolerRemedy } from './searchPath.ts';

/** Says in the operator's words why the server that DATABASE_URL names cannot be used; never shows its password. */
export async function checkReachable(
  db: Kysely<Database>,
  { url, schema }: { readonly url: string; readonly schema: string },
): Promise<void> {
  try {
    await checkSearchPath(db, schema);
  } catch (cause) {
    const { host, username, pathname } = new URL(url);
    const reason =
      (cause as { code?: string }).code === '08P01'
        ? `${(cause as Error).message}. ${poolerRemedy(schema)}`
        : reasonOf(cause, host, username, pathname.slice(1));
    if (reason === null) throw cause;
    throw new StartError(`DATABASE_URL: ${reason}`, { cause });
  }
}

function reasonOf(error: unknown, host: string, user: string, database: string): string | null {
  const code = (error as { code?: string }).code ?? '';
  if (code === '28000') {
    return `the server ${host} does not let the user "${user}" in: ${(error as Error).message}. Create the user, or allow it in pg_hba.conf.`;
  }
  if (code === '28P01') {
    return `the server ${host} does not accept the password of the user "${user}". Correct it in the address.`;
  }
  if (code === '3D000') {
    return `there is no database "${database}" on ${host}. Create it with "createdb ${database}", or correct the address.`;
  }
  if (isDatabaseAway(error)) {
    return `no PostgreSQL server answers at ${host} (${code || (error as Error).message}). Start it, or correct the address.`;
  }
  return null;
}
