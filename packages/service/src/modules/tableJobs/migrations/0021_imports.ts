import { installImports, removeImports } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';

/** Imports of files into tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await installImports(db);
  await allowKinds(db, ['export', 'action', 'import']);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from table_jobs where kind = 'import'`.execute(db);
  await allowKinds(db, ['export', 'action']);
  await removeImports(db);
}

async function allowKinds(db: Kysely<unknown>, kinds: readonly string[]): Promise<void> {
  await db.schema.alterTable('table_jobs').dropConstraint('table_jobs_kind_check').execute();
  await db.schema
    .alterTable('table_jobs')
    .addCheckConstraint(
      'table_jobs_kind_check',
      sql`kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})`,
    )
    .execute();
}
