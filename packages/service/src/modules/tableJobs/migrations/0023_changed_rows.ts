import { installChanges } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';

/** The rows of changes of many rows, and how a job is undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await installChanges(db);
  await db.schema.alterTable('table_jobs').addColumn('undo', 'jsonb').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('table_jobs').dropColumn('undo').execute();
  await sql`drop table rowhouse_changed_rows`.execute(db);
}
