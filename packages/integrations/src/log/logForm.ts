import type { Kysely } from 'kysely';
import { dialectOf } from './dialects/dialectOf.ts';

export const currentTable = 'api_logs';
/** Where an upgrade leaves the rows of before, until the current table has all of them. */
export const retiredTable = 'api_logs_old';

/** Name → type, in lower case; empty when there is no such table. */
export async function columnsOf<DB>(db: Kysely<DB>, table: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await dialectOf(db).columnsOf(table).execute(db);

  return new Map(rows.map((row) => [row.name.toLowerCase(), row.type.toLowerCase()]));
}

/** Of the columns of a log, whether they are those of the older form. */
export function isOlderForm(columns: ReadonlyMap<string, string>): boolean {
  return columns.has('type') && !columns.has('direction');
}

/** Whether `upgradeApiLogs` has something to do: a log of the older form, or what an interrupted upgrade has left. */
export async function isApiLogsUpgradePending<DB>(db: Kysely<DB>): Promise<boolean> {
  return isOlderForm(await columnsOf(db, currentTable)) || isOlderForm(await columnsOf(db, retiredTable));
}
