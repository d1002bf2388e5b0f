import { type Kysely, sql } from 'kysely';

/** Failed attempts to sign in, counted for all processes. Unlogged, since a crash may lose them. */
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
