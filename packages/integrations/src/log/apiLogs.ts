import { setTimeout as wait } from 'node:timers/promises';
import { dialectName } from '@rowhouse/drivers';
import type { DialectName } from '@rowhouse/drivers/internal';
import { type Generated, type Kysely, sql } from 'kysely';
import type { Direction } from '../CallRecord.ts';
import type { Dialect } from './dialects/Dialect.ts';
import { mysql } from './dialects/mysql.ts';
import { postgres } from './dialects/postgres.ts';
import { sqlite } from './dialects/sqlite.ts';

/** The table that `installApiLogs` creates. */
export interface ApiLogTables {
  api_logs: {
    id: Generated<number | string>;
    /** Shared by all attempts of a call. */
    call_id: string;
    user_id: number | string | null;
    route: string | null;
    url: string;
    /** `CallPayload`; null for calls logged before payloads existed. */
    payload: unknown;
    method: string;
    status: number | null;
    error: string | null;
    /** `CallFault`; null if the error is the text of a response or of an application, and for calls logged before faults existed. */
    fault: unknown;
    try: number;
    direction: Direction;
    /** Milliseconds, with three decimals. */
    duration: number | string;
    created_at: Generated<Date | string>;
    updated_at: Generated<Date | string>;
  };
}

export interface InstallApiLogsOptions {
  readonly users?: {
    /** SQL type of the users' key: `bigint` by default, `uuid`, `varchar(36)`. */
    readonly type?: string;
  };
}

/**
 * Creates the table `api_logs` with its indexes. Run it in a migration; running it again changes no rows, and
 * sets what a newer version sets. It has no foreign key to the users, so that calls of deleted users stay visible.
 *
 * A table of the older form is not changed, and calls cannot be logged into it: `isApiLogsUpgradePending` detects it, and
 * `upgradeApiLogs` upgrades it.
 */
export async function installApiLogs<DB>(
  db: Kysely<DB>,
  { users: { type = 'bigint' } = {} }: InstallApiLogsOptions = {},
): Promise<void> {
  const dialect = dialectOf(db);
  const present = await columnsOf(db, currentTable);
  if (isOlderForm(present)) return;

  if (present.size > 0 && !present.has('fault')) await dialect.addFault(currentTable).execute(db);
  await dialect.createTable(currentTable, type).execute(db);
  for (const statement of dialect.createIndexes(currentTable)) await statement.execute(db);
}

/** Drops the table. */
export async function removeApiLogs<DB>(db: Kysely<DB>): Promise<void> {
  await sql`drop table if exists api_logs`.execute(db);
}

export const currentTable = 'api_logs';
/** Holds the old rows during an upgrade, until the current table has all of them. */
export const retiredTable = 'api_logs_old';

/** Column name → type, in lower case; empty if the table does not exist. */
export async function columnsOf<DB>(db: Kysely<DB>, table: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await dialectOf(db).columnsOf(table).execute(db);

  return new Map(rows.map((row) => [row.name.toLowerCase(), row.type.toLowerCase()]));
}

/** Whether the columns are those of the older form. */
export function isOlderForm(columns: ReadonlyMap<string, string>): boolean {
  return columns.has('type') && !columns.has('direction');
}

/** True if there is a log of the older form, or an interrupted upgrade. */
export async function isApiLogsUpgradePending<DB>(db: Kysely<DB>): Promise<boolean> {
  return isOlderForm(await columnsOf(db, currentTable)) || isOlderForm(await columnsOf(db, retiredTable));
}

export interface PruneOptions {
  /** Calls created before this time are deleted. */
  readonly before: Date;
  /** Rows per DELETE. Defaults to 5,000. */
  readonly step?: number;
  /** Milliseconds between two steps. Defaults to 0. */
  readonly pause?: number;
  /** Stops after the current step. */
  readonly signal?: AbortSignal;
  /** Receives the number of rows deleted so far, after each step. */
  readonly onProgress?: (deleted: number) => void;
}

/** Deletes old calls, oldest first, in short statements that lock few rows. Returns their number. */
export async function pruneApiLogs<DB>(
  db: Kysely<DB>,
  { before, step = 5_000, pause = 0, signal, onProgress = () => undefined }: PruneOptions,
): Promise<number> {
  const dialect = dialectOf(db);
  if (!Number.isInteger(step) || step < 1)
    throw new RangeError(`step is ${step}. Use a whole number from 1.`);
  let deleted = 0;

  while (!signal?.aborted) {
    const { numAffectedRows = 0n } = await dialect.deleteBefore(currentTable, before, step).execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows > 0n) onProgress(deleted);
    if (numAffectedRows < BigInt(step)) break;
    if (pause > 0) await wait(pause, null, { signal }).catch(() => undefined);
  }
  return deleted;
}

const dialects: Readonly<Record<DialectName, Dialect>> = { mysql, postgres, sqlite };

export function dialectOf<DB>(db: Kysely<DB>): Dialect {
  return dialects[dialectName(db)];
}
