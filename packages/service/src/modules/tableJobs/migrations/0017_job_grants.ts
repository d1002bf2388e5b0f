import { type Kysely, sql } from 'kysely';

/**
 * As what a job was requested, and the list of the rows of an action, which is made when it is requested. Without foreign keys: a job must not get more rights when its API key or the impersonator
 * is deleted. Earlier jobs count as requested in a session of their user.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('table_jobs')
    .addColumn('api_key', 'integer')
    .addColumn('api_key_permissions', sql`text[]`)
    .addColumn('impersonated_by', 'integer')
    .addColumn('run', 'text')
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('table_jobs')
    .dropColumn('api_key')
    .dropColumn('api_key_permissions')
    .dropColumn('impersonated_by')
    .dropColumn('run')
    .execute();
}
