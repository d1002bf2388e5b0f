import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

/** The connection of the log's own thread. */
export default function logDatabase({ url }: { readonly url: string }): Kysely<unknown> {
  return new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
  });
}
