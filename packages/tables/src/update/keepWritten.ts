import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type ChangedRow, keepRows } from '../changes/changedRows.ts';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { areRecords, recordBatches, tableOf } from '../edit/records.ts';
import type { ListRange } from '../query/actionTables.ts';
import {
  idTexts,
  isToBeWritten,
  listedId,
  listedRecords,
  type RecordIds,
  type RunUpdate,
  updateListed,
  type WrittenKey,
} from './updateStatements.ts';

/** Listed rows of one column that identifies their records. */
interface ListedKeys {
  readonly keys: readonly string[];
  readonly range: ListRange;
  /** Id of the change in which the rows are kept. */
  readonly change: string;
}

/**
 * As `updateListed`, and keeps what the rows were and are in the columns that are set: by the same statement if the database can, so
 * that a million rows do not pass through this process. Returns the keys of the written rows.
 */
export async function updateAndKeep(
  update: RunUpdate,
  rawDb: Kysely<AnyDatabase>,
  listed: ListedKeys,
): Promise<string[]> {
  const { keepWritten } = update.query.runtime.dialect.changedRows;
  const { keys, range, change } = listed;
  if (keepWritten) {
    const written = updateListed(update, keys, range, withTextsBefore(update, listed));
    const { rows } = await keepWritten(written, change, update.target.set.length).execute(rawDb);

    return rows.map(({ key }) => String(key));
  }
  const before = await textsBefore(update, rawDb, listed);
  const { rows } = await updateListed(update, keys, range, {
    returned: texts(update, 'after'),
  }).execute(rawDb);
  const recorded = rows.flatMap((row): ChangedRow[] => {
    const known = before.get(String(row.key));

    return known ? [{ key: String(row.key), ...known, after: valuesOf(update, row, 'after') }] : [];
  });
  await keepRows(rawDb, change, recorded.filter(isChanged));

  return rows.map(({ key }) => String(key));
}

/**
 * Joins the rows of the table's query as they were. One that another transaction has changed since the statement began has other texts,
 * so that it is not written here, but after it has been locked. The listed keys are compared once: the planner multiplies the shares of
 * rows that several such conditions leave, expects a single row, and looks for each row among all keys.
 *
 * ```sql
 * update orders set paid = $1 from (select orders.id, cast(orders.paid as text) from orders … where … and orders.id = any($2))
 *   as rowhouse_before (rowhouse_id, rowhouse_text0)
 * where id = rowhouse_before.rowhouse_id and cast(paid as text) is not distinct from rowhouse_before.rowhouse_text0
 * ```
 */
function withTextsBefore(update: RunUpdate, { keys, range }: ListedKeys) {
  const { query, target } = update;
  const names = ['rowhouse_id', ...target.set.map((_, index) => `rowhouse_text${index}`)];
  const [id, ...before] = names.map((name) => sql.id('rowhouse_before', name));
  const same = target.set.map(({ column, stored }, index) => {
    const text = query.runtime.dialect.recordIds.text(sql.id(column), stored);

    return sql`${text} is not distinct from ${before[index]}`;
  });

  return {
    from: sql`from (${listedRecords(update, keys, range, { withTexts: true })})
      as rowhouse_before (${sql.join(names.map((name) => sql.id(name)))})`,
    are: sql.join([sql`${listedId(update)} = ${id}`, ...same], sql` and `),
    returned: [
      ...before.map((text, index) => sql`${text} as ${sql.id(`before${index}`)}`),
      ...texts(update, 'after'),
    ],
  };
}

/** Key → what its row is, before it is written. The rows stay as they are until the transaction ends. */
async function textsBefore(
  update: RunUpdate,
  rawDb: Kysely<AnyDatabase>,
  { keys, range }: ListedKeys,
): Promise<Map<string, Pick<ChangedRow, 'ids' | 'before'>>> {
  const { dialect } = update.query.runtime;
  const key = dialect.actionRuns.keyOf(listedId(update));
  const selected = [sql`${key} as ${sql.id('key')}`, ...idTexts(update), ...texts(update, 'before')];
  const { rows } = await sql<
    WrittenKey & Row
  >`select ${sql.join(selected)} from ${tableOf(update.target.record)}
    where ${isToBeWritten(update, keys, range)} ${sql.raw(dialect.rowCounts.lock)}`.execute(rawDb);

  return new Map(
    rows.map((row) => [
      String(row.key),
      { ids: idsOf(update, row), before: valuesOf(update, row, 'before') },
    ]),
  );
}

type Row = Readonly<Record<string, unknown>>;

/** The columns that are set, `<name>0` and so on. */
export function texts({ query, target }: RunUpdate, name: string): RawBuilder<unknown>[] {
  const { recordIds } = query.runtime.dialect;

  return target.set.map(
    ({ column, stored }, index) =>
      sql`${recordIds.text(sql.id(column), stored)} as ${sql.id(`${name}${index}`)}`,
  );
}

/** What `texts` has selected. */
export function valuesOf({ target }: RunUpdate, row: object, name: string): (string | null)[] {
  return target.set.map((_, index) => {
    const text = (row as Row)[`${name}${index}`];

    return text === null || text === undefined ? null : String(text);
  });
}

/** What `idTexts` has selected. */
export function idsOf({ target }: RunUpdate, row: object): RecordIds {
  return target.record.ids.map((_, index) => String((row as Row)[`id${index}`]));
}

/** A row that was locked, as it was then. */
export type LockedRow = Pick<ChangedRow, 'ids' | 'before'> & { readonly key: string };

/** Keeps locked rows after they have been written. */
export async function keepLocked(
  update: RunUpdate,
  rawDb: Kysely<AnyDatabase>,
  locked: readonly LockedRow[],
  change: string,
): Promise<void> {
  const { query, target } = update;
  const after = new Map<string, (string | null)[]>();
  const selected = sql.join([...idTexts(update), ...texts(update, 'after')]);
  for (const some of recordBatches(locked, target.record)) {
    const are = areRecords(
      target.record,
      some.map(({ ids }) => ids),
      query.runtime.dialect,
    );
    const { rows } = await sql<Row>`select ${selected} from ${tableOf(target.record)} where ${are}`.execute(
      rawDb,
    );
    for (const row of rows) after.set(JSON.stringify(idsOf(update, row)), valuesOf(update, row, 'after'));
  }
  const recorded = locked.flatMap((row): ChangedRow[] => {
    const now = after.get(JSON.stringify(row.ids));

    return now ? [{ ...row, after: now }] : [];
  });
  await keepRows(rawDb, change, recorded.filter(isChanged));
}

/** A row that had the values already needs no undoing. */
function isChanged({ before, after }: ChangedRow): boolean {
  return after === null || after.some((text, index) => text !== before?.[index]);
}
