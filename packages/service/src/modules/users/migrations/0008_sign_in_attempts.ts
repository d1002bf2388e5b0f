import { type Kysely, sql } from 'kysely';

/** Attempts to sign in that failed, counted for all processes together. Losing them in a crash harms nobody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table sign_in_attempts (
      key text primary key,
      count integer not null,
      ends_at timestamptz not null
    )`.execute(db);
  await db.schema
    .createIndex('sign_in_attempts_ends_at_idx')
    .on('sign_in_attempts')
    .column('ends_at')
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('sign_in_attempts').execute();
}
