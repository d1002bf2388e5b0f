import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/Database.ts';

/**
 * Runs something of the sign-in library. It answers a dead database with a bare internal error, so after such
 * an error the database is asked: when it is away, its own error is thrown instead, which is answered with 503.
 */
export async function unlessDatabaseAway<Result>(
  db: Kysely<Database>,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 500) await sql`select 1`.execute(db);
    throw error;
  }
}
