import { installApiLogs, isApiLogsUpgradePending, removeApiLogs } from '@rowhouse/integrations';
import { installRowCounts, removeRowCounts } from '@rowhouse/tables';
import { type Kysely, sql } from 'kysely';

/** Tables with row counts that triggers maintain. */
const counted = ['api_logs'];

/**
 * The log of API calls, and windows of failures. A log of the older form, brought by the operator, stays unchanged:
 * `rowhouse app:upgrade` copies its rows, and the service waits for that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await installApiLogs(db, { users: { type: 'integer' } });
  if (!(await isApiLogsUpgradePending(db))) await installRowCounts(db, counted);
  await db.schema
    .createTable('api_failure_windows')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('failure_key', 'varchar(64)', (c) => c.notNull())
    .addColumn('starts_at', 'timestamptz', (c) => c.notNull())
    .addColumn('ends_at', 'timestamptz', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('members', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('is_told', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute();
  await db.schema
    .createIndex('api_failure_windows_by_key')
    .on('api_failure_windows')
    .columns(['failure_key', 'ends_at'])
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('api_failure_windows').execute();
  if (await isApiLogsUpgradePending(db)) return;
  await removeRowCounts(db, counted);
  await removeApiLogs(db);
}
