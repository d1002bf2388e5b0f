import { type Kysely, sql } from 'kysely';
import { dialectOf } from './dialects/dialectOf.ts';
import { columnsOf, currentTable, isOlderForm } from './logForm.ts';

export interface InstallApiLogsOptions {
  readonly users?: {
    /** SQL type of the users' key: `bigint` by default, `uuid`, `varchar(36)`. */
    readonly type?: string;
  };
}

/**
 * Creates the table `api_logs` with its indexes. Run it in a migration; running it again changes nothing. No foreign key
 * ties it to the users: what a deleted user called is still to be seen.
 *
 * A table of the older form is left as it is, and nothing can be logged into it: `isApiLogsUpgradePending` tells, and
 * `upgradeApiLogs` brings it to the current form, with its indexes.
 */
export async function installApiLogs<DB>(
  db: Kysely<DB>,
  { users: { type = 'bigint' } = {} }: InstallApiLogsOptions = {},
): Promise<void> {
  const dialect = dialectOf(db);
  if (isOlderForm(await columnsOf(db, currentTable))) return;

  await dialect.createTable(currentTable, type).execute(db);
  for (const statement of dialect.createIndexes(currentTable)) await statement.execute(db);
}

/** Undoes `installApiLogs`. */
export async function removeApiLogs<DB>(db: Kysely<DB>): Promise<void> {
  await sql`drop table if exists api_logs`.execute(db);
}
