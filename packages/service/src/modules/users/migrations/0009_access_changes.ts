import { sqlProgram } from '@rowhouse/drivers/internal';
import { type Kysely, sql } from 'kysely';

/** Tables that decide about access → the relevant columns; all if empty. */
const watched: Readonly<Record<string, readonly string[]>> = {
  users: [],
  roles: [],
  role_permissions: [],
  permissions: [],
  // Without the columns that each use of a key writes.
  api_keys: ['key', 'enabled', 'expires_at', 'reference_id'],
};

/**
 * Impersonations end with the session that started them; existing ones end now. Each change of users, permissions and keys
 * notifies all processes (see EventBus.onAccessChange).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from sessions where impersonated_by is not null`.execute(db);
  await db.schema
    .alterTable('sessions')
    .addColumn('impersonator_session_id', 'integer', (c) => c.references('sessions.id').onDelete('cascade'))
    .execute();
  await db.schema
    .createIndex('sessions_impersonator_session_id_idx')
    .on('sessions')
    .column('impersonator_session_id')
    .execute();
  await sqlProgram(import.meta.url, 'notify_access_change').execute(db);
  for (const [table, columns] of Object.entries(watched)) {
    const update =
      columns.length === 0
        ? sql`update`
        : sql`update of ${sql.join(columns.map((column) => sql.ref(column)))}`;
    await sql`
      create trigger ${sql.ref(`${table}_access_change`)}
      after insert or delete or truncate or ${update} on ${sql.table(table)}
      for each statement execute function notify_access_change()`.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of Object.keys(watched)) {
    await sql`drop trigger ${sql.ref(`${table}_access_change`)} on ${sql.table(table)}`.execute(db);
  }
  await sql`drop function notify_access_change()`.execute(db);
  await db.schema.alterTable('sessions').dropColumn('impersonator_session_id').execute();
}
