import { type Kysely, sql, type Transaction } from 'kysely';
import { columnsOf, dialectOf, isOlderForm, currentTable as table } from '../apiLogs.ts';
import { exchange } from './exchange.ts';
import { dropLimit, formOf, limit, literal, monthName, monthStart } from './logPartitions.ts';
import { PartitionRefusedError, refuseObstacles } from './refusals.ts';
import { makeMonths } from './rotateApiLogs.ts';
import { withoutWaiting } from './withoutWaiting.ts';

/** What is done, in this order. `blocked`: another statement uses the log; tried again two seconds later. */
export type PartitionStep = 'key' | 'limit' | 'validate' | 'exchange' | 'blocked' | 'analyze';

export interface PartitionOptions<DB> {
  /** Months that are made ahead of the current one. Defaults to 2. */
  readonly ahead?: number;
  /** Called in the transactions that exchange the tables and add months: for triggers of your own. */
  readonly onAdded?: (transaction: Transaction<DB>) => Promise<void>;
  /** Stops after the current statement and rejects with the signal's reason. A further run starts with what is missing. */
  readonly signal?: AbortSignal;
  readonly onStep?: (step: PartitionStep) => void;
}

export interface Partitioning {
  /** False if the log was partitioned already. */
  readonly partitioned: boolean;
  /** Name of the partition that has the calls until now, and its end. Null if there was nothing to do. */
  readonly first: { readonly name: string; readonly to: Date } | null;
}

const key = `${table}_month_key`;
const day = 86_400_000;
/** Calls are written into the old table, up to its limit, until the tables are exchanged. */
const margin = 7 * day;
/** Calls later than this have a wrong clock, and would make one partition of all months until then. */
const latest = 62 * day;

/**
 * Partitions the log by month, while calls are logged: the table becomes the first partition, without its rows being copied or
 * read under a lock. A key that contains the time is built concurrently, a constraint that no call is later than the
 * partition is validated, and then the tables are exchanged in one short transaction. Indexes, privileges and the ids
 * continue. Run `rotateApiLogs` regularly afterwards.
 *
 * An interrupted run leaves the log as it was, and a further run continues. If it was killed, a constraint may be left that
 * refuses calls of later months, at least a week ahead: the next run removes it, and so does `rotateApiLogs`.
 *
 * @throws PartitionRefusedError on SQLite and MySQL, for a log of the older form, and if something depends on the table
 *   (foreign keys, views, triggers, policies); nothing is changed then
 */
export async function partitionApiLogs<DB>(
  db: Kysely<DB>,
  options: PartitionOptions<DB> = {},
): Promise<Partitioning> {
  const { ahead = 2, onAdded, signal, onStep = () => undefined } = options;
  await refuseForm(db);
  if ((await formOf(db)) === 'months') {
    await makeMonths(db, { ahead, onAdded, signal });
    return { partitioned: false, first: null };
  }
  await refuseObstacles(db);
  const locks = { signal, onBlocked: () => onStep('blocked') };
  const to = await firstLimit(db);
  const name = `${table}_before_${monthName(to)}`;

  onStep('key');
  await buildKey(db);
  try {
    onStep('limit');
    await withoutWaiting(db, locks, async (transaction) => {
      await dropLimit(transaction);
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(limit)}
        check (created_at < ${literal(to)}) not valid`.execute(transaction);
    });
    onStep('validate');
    signal?.throwIfAborted();
    await sql`alter table ${sql.table(table)} validate constraint ${sql.ref(limit)}`.execute(db);
    onStep('exchange');
    await withoutWaiting(db, locks, async (transaction) => {
      await exchange(transaction, { name, to, key, limit });
      await onAdded?.(transaction);
    });
  } catch (error) {
    // It would refuse calls of later months.
    await dropLimit(db).catch(() => undefined);
    throw error;
  }
  await makeMonths(db, { ahead, onAdded });
  onStep('analyze');
  await sql`analyze ${sql.table(table)}`.execute(db);

  return { partitioned: true, first: { name, to } };
}

async function refuseForm<DB>(db: Kysely<DB>): Promise<void> {
  if (!dialectOf(db).hasMonths) {
    throw new PartitionRefusedError(
      `${table} can be partitioned by month on PostgreSQL only. On this database it stays one table, and pruneApiLogs ` +
        'deletes its old rows.',
    );
  }
  const form = await formOf(db);
  if (form === 'absent') {
    throw new PartitionRefusedError(`There is no table ${table}. Create it with installApiLogs first.`);
  }
  if (form === 'other') {
    throw new PartitionRefusedError(
      `${table} is partitioned already, but not by range of created_at. Nothing was changed; keep managing its ` +
        'partitions yourself, or copy its rows into one table first.',
    );
  }
  if (isOlderForm(await columnsOf(db, table))) {
    throw new PartitionRefusedError(`${table} has the older form. Run upgradeApiLogs first.`);
  }
}

/** The start of a month that is at least a week away, and later than every call. */
async function firstLimit<DB>(db: Kysely<DB>): Promise<Date> {
  const now = Date.now();
  const { rows } = await sql<{
    last: Date | null;
  }>`select max(created_at) as last from ${sql.table(table)}`.execute(db);
  const last = rows[0]?.last?.getTime() ?? now;
  if (last > now + latest) {
    throw new PartitionRefusedError(
      `The last call of ${table} is dated ${new Date(last).toISOString()}, which is ${Math.round((last - now) / day)} days ` +
        'in the future. Correct or delete such calls, then run it again.',
    );
  }

  return monthStart(new Date(Math.max(now + margin, last)), 1);
}

/** The unique index that the partition's primary key is made of. Of an interrupted build it is invalid, and built again. */
async function buildKey<DB>(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${key})`.execute(db);
  if (rows[0]?.valid) return;
  if (rows[0]) await sql`drop index concurrently ${sql.table(key)}`.execute(db);
  await sql`create unique index concurrently ${sql.ref(key)} on ${sql.table(table)} (id, created_at)`.execute(
    db,
  );
}
