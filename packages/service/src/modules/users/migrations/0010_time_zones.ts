import type { Kysely } from 'kysely';

/** Time zones of users and of their jobs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('time_zone', 'text')
    .addColumn('browser_time_zone', 'text')
    .execute();
  await db.schema.alterTable('table_jobs').addColumn('time_zone', 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('table_jobs').dropColumn('time_zone').execute();
  await db.schema.alterTable('users').dropColumn('browser_time_zone').dropColumn('time_zone').execute();
}
