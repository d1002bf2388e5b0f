import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';

export interface FixtureOptions {
  readonly url: string;
  /** Whether to end the worker with an error while there is no log. */
  readonly fails?: boolean;
}

/** What the worker of the tests connects by. */
export default function logDatabase({ url, fails = false }: FixtureOptions): Kysely<unknown> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: url, max: 1 }) }),
  });
  if (fails) {
    void sql<{ table: string | null }>`select to_regclass('api_logs')::text as table`
      .execute(db)
      .then(({ rows }) => {
        if (rows[0]?.table === null) throw new Error('The worker has failed.');
      });
  }

  return db;
}
