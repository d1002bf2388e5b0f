import { type Kysely, sql, type Transaction } from 'kysely';
import { dialectOf, currentTable as table } from '../apiLogs.ts';
import {
  addPartition,
  defaultPartition,
  dropLimit,
  formOf,
  type LogPartition,
  limit,
  literal,
  monthName,
  monthStart,
  partitionsOf,
} from './logPartitions.ts';
import { withoutWaiting } from './withoutWaiting.ts';

export interface RotateOptions<DB> {
  /** Months are dropped when all of their calls were created before this time. */
  readonly before: Date;
  /** Months that are made ahead of the current one. Defaults to 2. */
  readonly ahead?: number;
  /** Called in the transaction that adds a partition: for triggers of your own. */
  readonly onAdded?: (transaction: Transaction<DB>) => Promise<void>;
  /** Stops after the current statement. */
  readonly signal?: AbortSignal;
}

export interface Rotation {
  /** Names of the months that were made. */
  readonly made: readonly string[];
  readonly dropped: readonly LogPartition[];
  /** Calls deleted one by one, which no month had. */
  readonly deleted: number;
}

/** Then the next rotation tries again. */
const tries = 5;
const step = 5_000;

/**
 * Makes the next months of a log that `partitionApiLogs` converted, and drops those that are too old, without deleting
 * rows. Run it every hour or day. A call of a month that was not made in time is in the default partition, and deleted from
 * there when it is too old. Run it in one process at a time, and not while `partitionApiLogs` runs.
 *
 * Resolves to null for a log that is not partitioned by month, for which `pruneApiLogs` deletes rows.
 */
export async function rotateApiLogs<DB>(
  db: Kysely<DB>,
  { before, ahead = 2, onAdded, signal }: RotateOptions<DB>,
): Promise<Rotation | null> {
  const dialect = dialectOf(db);
  const form = dialect.hasMonths ? await formOf(db) : 'plain';
  if (form !== 'months') {
    if (dialect.hasMonths && form === 'plain') await removeLeftLimit(db, signal);
    return null;
  }
  const made = await makeMonths(db, { ahead, onAdded, signal });
  const dropped: LogPartition[] = [];
  for (const partition of await partitionsOf(db)) {
    if (signal?.aborted || partition.to > before) break;
    await withoutWaiting(db, { tries, signal }, (transaction) =>
      sql`drop table if exists ${sql.table(partition.name)}`.execute(transaction),
    );
    dropped.push(partition);
  }
  let deleted = 0;
  for (let count = step; count === step && !signal?.aborted; deleted += count) {
    const { numAffectedRows = 0n } = await dialect.deleteBefore(defaultPartition, before, step).execute(db);
    count = Number(numAffectedRows);
  }
  if (made.length + dropped.length > 0) await sql`analyze ${sql.table(table)}`.execute(db);

  return { made, dropped, deleted };
}

/** Of a conversion that was killed: it would refuse calls of later months. */
async function removeLeftLimit<DB>(db: Kysely<DB>, signal: AbortSignal | undefined): Promise<void> {
  const { rows } = await sql`select from pg_constraint
    where conrelid = to_regclass(${table}) and conname = ${limit}`.execute(db);
  if (rows.length > 0) await withoutWaiting(db, { tries, signal }, dropLimit);
}

/** Makes the months after the current one that no partition has. */
export async function makeMonths<DB>(
  db: Kysely<DB>,
  { ahead, onAdded, signal }: Pick<RotateOptions<DB>, 'onAdded' | 'signal'> & { readonly ahead: number },
): Promise<string[]> {
  const now = new Date();
  const partitions = await partitionsOf(db);
  const made: string[] = [];
  for (let offset = 1; offset <= ahead; offset += 1) {
    const from = monthStart(now, offset);
    const to = monthStart(now, offset + 1);
    const isCovered = partitions.some(
      (partition) => (partition.from === null || partition.from < to) && partition.to > from,
    );
    if (signal?.aborted || isCovered || (await hasRows(db, from, to))) continue;
    const name = `${table}_${monthName(from)}`;
    await withoutWaiting(db, { tries, signal }, async (transaction) => {
      await addPartition(transaction, { name, from, to });
      for (const statement of dialectOf(db).tune?.(name) ?? []) await statement.execute(transaction);
      await onAdded?.(transaction);
    });
    made.push(name);
  }

  return made;
}

/** Whether calls of a clock that was ahead are in the default partition, which keeps them. */
async function hasRows<DB>(db: Kysely<DB>, from: Date, to: Date): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(defaultPartition)}
    where created_at >= ${literal(from)} and created_at < ${literal(to)} limit 1`.execute(db);

  return rows.length > 0;
}
