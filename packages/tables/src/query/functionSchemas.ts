import type { Kysely } from 'kysely';
import type { Dialect } from './dialects/Dialect.ts';

/** The schemas in which functions that are installed by this connection look up names. */
export async function functionSchemas<DB>(db: Kysely<DB>, dialect: Dialect): Promise<string> {
  const { rows = [] } = (await dialect.functionSchemas?.execute(db)) ?? {};

  return rows[0]?.schemas ?? '';
}
