import type { Kysely } from 'kysely';

/** Until when headers and bodies of logged calls were removed; one row at most. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_log_bodies')
    .addColumn('removed_before', 'timestamptz', (c) => c.notNull())
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('api_log_bodies').execute();
}
