import { sqlProgram } from '@rowhouse/drivers/internal';
import { type Kysely, sql } from 'kysely';
import { channel } from './EventBus.ts';

/** Name of the trigger on each table. */
export const tableEventTrigger = 'rowhouse_table_change';

/**
 * Notifies live tables of changes, so that they need not poll: creates triggers by which each transaction
 * that writes to one of these tables notifies all processes of the service (`live.sources` of a definition).
 * `customers(name, email)` limits updates to those that set these columns. Run it in a migration; running it
 * again replaces the triggers.
 *
 * Covered: INSERT, UPDATE, DELETE, TRUNCATE and COPY by any client, and cascades of foreign keys. Not covered: rows written
 * straight into a partition, and sessions that disable triggers.
 *
 * Cost: one NOTIFY for each statement. PostgreSQL commits transactions that notify one after the other, so leave out tables
 * that are written more than some hundred times a second.
 *
 * @throws Error for a source that cannot be read
 */
export async function installTableEvents<DB>(db: Kysely<DB>, sources: readonly string[]): Promise<void> {
  const parsed = sources.map(parseSource);
  await sqlProgram(import.meta.url, 'notify_table_change', {
    function: sql.ref(`${tableEventTrigger}_notify`),
    channel,
  }).execute(db);
  for (const { table, columns } of parsed) {
    const update =
      columns.length === 0
        ? sql`update`
        : sql`update of ${sql.join(columns.map((column) => sql.id(column)))}`;
    await dropTrigger(db, table);
    await sql`
      create trigger ${sql.id(tableEventTrigger)} after insert or delete or truncate or ${update} on ${sql.table(table)}
      for each statement execute function ${sql.ref(`${tableEventTrigger}_notify`)}()`.execute(db);
  }
}

/** Removes the triggers of `installTableEvents` for these sources. Their pages poll again. */
export async function removeTableEvents<DB>(db: Kysely<DB>, sources: readonly string[]): Promise<void> {
  for (const { table } of sources.map(parseSource)) await dropTrigger(db, table);
}

async function dropTrigger<DB>(db: Kysely<DB>, table: string): Promise<void> {
  await sql`drop trigger if exists ${sql.id(tableEventTrigger)} on ${sql.table(table)}`.execute(db);
}

function parseSource(source: string): { readonly table: string; readonly columns: readonly string[] } {
  const [, table, list = ''] = source.match(/^\s*([^\s(),]+)\s*(?:\(([^()]+)\)\s*)?$/) ?? [];
  if (table === undefined) {
    throw new Error(
      `installTableEvents cannot read ${JSON.stringify(source)}. Name a table, such as "orders", or a table with the ` +
        'columns whose updates matter, such as "customers(name, email)".',
    );
  }

  return { table, columns: list.split(',').flatMap((column) => column.trim() || []) };
}
