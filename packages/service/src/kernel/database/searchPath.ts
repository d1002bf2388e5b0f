import { type Kysely, sql } from 'kysely';
import { StartError } from '../StartError.ts';

/**
 * Adds the search path of the service to a connection address: unqualified names are those of the service's own schema,
 * then those of `public`, where applications have their tables. Every connection made with the address follows it,
 * raw SQL and libraries included.
 */
export function withSearchPath(url: string, schema: string): string {
  const option = encodeURIComponent(`-c search_path=${schema},public`);
  const given = /([?&]options=)([^&]*)/;
  if (given.test(url)) return url.replace(given, (_, name, value) => `${name}${value}%20${option}`);

  return `${url}${url.includes('?') ? '&' : '?'}options=${option}`;
}

/** The schema in which the connections of this handle create tables: the first of their search path. */
export async function ownSchema<DB>(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(db);

  return (
    (rows[0]?.path ?? '')
      .split(',')[0]
      ?.trim()
      .replace(/^"(.*)"$/, '$1') ?? ''
  );
}

/** A pooler may keep the search path of its own connections. The tables would then be those of other programs. */
export async function checkSearchPath<DB>(db: Kysely<DB>, schema: string): Promise<void> {
  const found = await ownSchema(db);
  if (found === schema) return;
  throw new StartError(
    `DATABASE_URL: its connections use the schema "${found}" first, not "${schema}". A connection pooler ignores the ` +
      `search path that the service requests. ${poolerRemedy(schema)}`,
  );
}

export function poolerRemedy(schema: string): string {
  return (
    'Let the pooler set it: in PgBouncer, ignore_startup_parameters = options and, in the line of this database, ' +
    `connect_query = 'set search_path to ${schema}, public'.`
  );
}
