import { installActionRuns, removeActionRuns } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';

/** Exports and background actions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('table_jobs')
    .addColumn('id', 'bigint', (c) => c.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('export', 'action')`))
    .addColumn('table_name', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('action', 'text')
    .addColumn('format', 'text')
    // Stored as sent: jsonb accepts neither NUL nor lone surrogates.
    .addColumn('payload', 'json', (c) => c.notNull())
    .addColumn('created_by', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) =>
      c
        .notNull()
        .defaultTo('waiting')
        .check(sql`status in ('waiting', 'processing', 'finalized', 'failed', 'cancelled')`),
    )
    .addColumn('total', 'bigint')
    .addColumn('entries', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('failed', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('file', 'text')
    .addColumn('file_size', 'bigint')
    .addColumn('message', 'text')
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('attempt', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addColumn('started_at', 'timestamptz')
    .addColumn('finished_at', 'timestamptz')
    .addColumn('expires_at', 'timestamptz')
    .execute();
  for (const index of [
    // Equal requests of one user do not run at the same time.
    sql`create unique index table_jobs_running_key on table_jobs (created_by, fingerprint)
      where status in ('waiting', 'processing')`,
    sql`create index table_jobs_created_by_idx on table_jobs (created_by, kind, id)`,
    sql`create index table_jobs_open_idx on table_jobs (id) where status in ('waiting', 'processing')`,
    sql`create index table_jobs_expires_at_idx on table_jobs (expires_at) where file is not null`,
  ]) {
    await index.execute(db);
  }
  await installActionRuns(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await removeActionRuns(db);
  await db.schema.dropTable('table_jobs').execute();
}
