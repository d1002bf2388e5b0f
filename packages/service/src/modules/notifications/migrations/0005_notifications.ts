import { type Kysely, sql } from 'kysely';

/** Notifications of users, and their choice of channels. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notifications')
    .addColumn('id', 'bigint', (c) => c.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('parameters', 'jsonb', (c) => c.notNull().defaultTo(sql`'{}'`))
    .addColumn('link_path', 'text')
    .addColumn('link_label', 'text')
    .addColumn('in_list', 'boolean', (c) => c.notNull())
    .addColumn('read_at', 'timestamptz')
    .addColumn('mail_status', 'text', (c) => c.check(sql`mail_status in ('waiting', 'sent', 'failed')`))
    .addColumn('mail_error', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint('notifications_user_id_key_key', ['user_id', 'key'])
    .execute();
  for (const index of [
    sql`create index notifications_list_idx on notifications (user_id, id) where in_list`,
    sql`create index notifications_unread_idx on notifications (user_id) where in_list and read_at is null`,
    sql`create index notifications_read_at_idx on notifications (read_at) where read_at is not null`,
    sql`create index notifications_unlisted_idx on notifications (created_at) where not in_list`,
  ]) {
    await index.execute(db);
  }
  await db.schema
    .createTable('notification_preferences')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('mail', 'boolean', (c) => c.notNull())
    .addColumn('database', 'boolean', (c) => c.notNull())
    .addColumn('broadcast', 'boolean', (c) => c.notNull())
    .addPrimaryKeyConstraint('notification_preferences_pkey', ['user_id', 'type'])
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('notification_preferences').execute();
  await db.schema.dropTable('notifications').execute();
}
