import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../query/dialects/dialectOf.ts';

/**
 * Creates the three tables in which runs of actions keep their rows, their failures, and how far they have come. Run it
 * in a migration; running it again changes nothing.
 */
export async function installActionRuns<DB>(db: Kysely<DB>): Promise<void> {
  for (const statement of dialectOf(db).actionRuns.install) {
    await statement.execute(db.withoutPlugins());
  }
}

/** Undoes `installActionRuns`. Runs that have not ended cannot be gone on with. */
export async function removeActionRuns<DB>(db: Kysely<DB>): Promise<void> {
  for (const table of ['failures', 'lists', 'runs']) {
    await sql`drop table if exists ${sql.table(`rowhouse_action_${table}`)}`.execute(db.withoutPlugins());
  }
}
