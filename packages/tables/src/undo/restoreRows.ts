import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ChangedRow } from '../changes/changedRows.ts';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { areRecords, letter, recordBatches, tableOf } from '../edit/records.ts';
import { dropUnusedJoins } from '../query/dropUnusedJoins.ts';
import type { Builder } from '../query/HostQuery.ts';
import { insertAgain } from '../records/insertAgain.ts';
import { takeFilesBack } from '../records/writeFiles.ts';
import type { UpdateDatabase } from '../update/writeRows.ts';
import type { UndoTarget } from './UndoTarget.ts';

/**
 * What became of a row: it is as it was before, or it was changed since, or the user has no such row; of a deleted one, it would not be one
 * of his rows, or another record has its key.
 */
export type UndoneRow = 'undone' | 'changed' | 'missing' | 'hidden' | 'taken';

/**
 * Writes rows as they were before a change, inserts those that it removed, and removes those that it created, if they still are as the
 * change has left them. Returns the outcome of each, in order. A row that the user does not see is written only if he sees it as it was: the change itself may have
 * taken it out of his rows.
 */
export async function restoreRows(
  target: UndoTarget,
  database: UpdateDatabase,
  rows: readonly ChangedRow[],
): Promise<UndoneRow[]> {
  const outcomes: UndoneRow[] = [];
  for (const group of distinct(rows)) outcomes.push(...(await restoreGroup(target, database, group)));

  return outcomes;
}

/** Consecutive rows, of which no two are of the same record. */
function distinct(rows: readonly ChangedRow[]): ChangedRow[][] {
  const groups: ChangedRow[][] = [[]];
  let seen = new Set<string>();
  for (const row of rows) {
    const id = idText(row);
    if (seen.has(id)) {
      groups.push([]);
      seen = new Set();
    }
    seen.add(id);
    groups.at(-1)?.push(row);
  }

  return groups;
}

function idText({ ids }: Pick<ChangedRow, 'ids'>): string {
  return JSON.stringify(ids);
}

async function restoreGroup(
  target: UndoTarget,
  database: UpdateDatabase,
  rows: readonly ChangedRow[],
): Promise<UndoneRow[]> {
  const visible = await visibleRecords(target, database.host, rows);
  const now = await lockTexts(target, database.rawDb, rows);
  const isVisible = (row: ChangedRow) => visible === null || visible.has(idText(row));
  const isUnchanged = (row: ChangedRow) => {
    const texts = now.get(idText(row));
    if (row.after === null) return texts === undefined;

    return texts !== undefined && row.after.every((text, index) => text === texts[index]);
  };
  const unchanged = rows.filter(isUnchanged);
  const done = new Set(unchanged.filter(isVisible));
  await write(target, database.rawDb, [...done]);
  const hidden = unchanged.filter((row) => !isVisible(row) && row.before !== null);
  for (const row of await restoreHidden(target, database, hidden)) done.add(row);

  return rows.map((row) => {
    if (done.has(row)) return 'undone';
    if (row.after === null) return now.has(idText(row)) ? 'taken' : 'hidden';

    return now.has(idText(row)) && isVisible(row) ? 'changed' : 'missing';
  });
}

/** The ids of those records that the user's query returns; null if it returns all. */
async function visibleRecords(
  { query, record, isWhole }: UndoTarget,
  host: Kysely<AnyDatabase>,
  rows: readonly ChangedRow[],
): Promise<ReadonlySet<string> | null> {
  if (isWhole) return null;
  const { dialect } = query.runtime;
  const { builder, lookups } = query.query;
  const found = new Set<string>();
  for (const some of recordBatches(rows, record)) {
    const columns = record.ids.map(({ source, stored }, index) =>
      dialect.recordIds.text(source, stored).as(`rowhouseKey${letter(index)}`),
    );
    const ids = some.map((row) => row.ids);
    const listed = (builder.clearSelect() as unknown as Builder)
      .select(columns)
      .where(areRecords(record, ids, dialect, ({ source }) => source)) as unknown as Builder;
    const visible = dialect.actionRuns.lookingUp(listed).withPlugin(dropUnusedJoins(lookups)) as Builder;
    const result = await host.executeQuery<object>(visible.compile());
    for (const row of result.rows) found.add(JSON.stringify(Object.values(row).map(String)));
  }

  return found;
}

type Texts = readonly (string | null)[];

/** Locks records, always in the order of their ids. Ids → texts of the written columns. */
async function lockTexts(
  { query, record, set }: UndoTarget,
  rawDb: Kysely<AnyDatabase>,
  rows: readonly ChangedRow[],
): Promise<ReadonlyMap<string, Texts>> {
  const { dialect } = query.runtime;
  const selected = [...record.ids, ...set].map(
    ({ column, stored }, index) =>
      sql`${dialect.recordIds.text(sql.id(column), stored)} as ${sql.id(`text${index}`)}`,
  );
  const order = record.ids.map(({ column }) => sql.id(column));
  const found = new Map<string, Texts>();
  for (const some of recordBatches(rows, record)) {
    const ids = some.map((row) => row.ids);
    const locked = await sql<
      Record<string, string | null>
    >`select ${sql.join(selected)} from ${tableOf(record)}
      where ${areRecords(record, ids, dialect)} order by ${sql.join(order)} ${sql.raw(dialect.rowCounts.lock)}`.execute(
      rawDb,
    );
    for (const row of locked.rows) {
      const texts = Object.values(row).map((text) => (text === null ? null : String(text)));
      found.set(JSON.stringify(texts.slice(0, record.ids.length)), texts.slice(record.ids.length));
    }
  }

  return found;
}

/** Returns the rows that the user sees as they were. */
async function restoreHidden(
  target: UndoTarget,
  { rawDb, host }: UpdateDatabase,
  rows: readonly ChangedRow[],
): Promise<readonly ChangedRow[]> {
  if (rows.length === 0) return [];
  await sql`savepoint rowhouse_hidden`.execute(rawDb);
  await write(target, rawDb, rows);
  const visible = await visibleRecords(target, host, rows);
  const shown = rows.filter((row) => visible === null || visible.has(idText(row)));
  if (shown.length < rows.length) {
    await sql`rollback to savepoint rowhouse_hidden`.execute(rawDb);
    await write(target, rawDb, shown);
  }
  await sql`release savepoint rowhouse_hidden`.execute(rawDb);

  return shown;
}

async function write(
  target: UndoTarget,
  rawDb: Kysely<AnyDatabase>,
  rows: readonly ChangedRow[],
): Promise<void> {
  const { record, set, query } = target;
  const { inserts } = query.runtime.dialect;
  const most = Math.max(1, Math.floor(inserts.mostParameters / (2 * record.ids.length + set.length)));
  const created = rows.filter(({ before }) => before === null);
  const removed = rows.flatMap(({ before, after }) => (before !== null && after === null ? [before] : []));
  const changed = rows.flatMap(({ ids, before, after }) =>
    before === null || after === null ? [] : [{ ids, values: before }],
  );
  const columns = set.map(({ column }) => column);
  const deleted = { columns, rows: removed, rules: target.rules };
  if (removed.length > 0) {
    await insertAgain(rawDb, record, deleted, query.runtime.dialect);
    await takeFilesBack(rawDb, target, deleted);
  }
  for (const some of recordBatches(created, record)) await execute(removal(target, some), rawDb, some.length);
  for (const some of recordBatches(changed, record, most))
    await execute(restoration(target, some), rawDb, some.length);
}

function removal({ query, record, soft, version }: UndoTarget, rows: readonly ChangedRow[]) {
  const { dialect } = query.runtime;
  const are = areRecords(
    record,
    rows.map(({ ids }) => ids),
    dialect,
  );
  if (soft === null) return sql`delete from ${tableOf(record)} where ${are}`;
  const restored = sql`${sql.id(soft[0])} = ${soft[1]}`;

  return sql`update ${tableOf(record)} set ${sql.join([restored, ...raised(version)])} where ${are}`;
}

function restoration({ query, record, set, types, version }: UndoTarget, rows: NewValues[]) {
  const { dialect } = query.runtime;

  return dialect.changedRows.updateEach({
    ...{ types, rows, ids: record.ids, table: tableOf(record), raised: raised(version) },
    set: set.slice(0, rows[0]?.values.length),
    records: areRecords(
      record,
      rows.map(({ ids }) => ids),
      dialect,
    ),
  });
}

interface NewValues {
  readonly ids: readonly string[];
  readonly values: Texts;
}

function raised(version: string | null): RawBuilder<unknown>[] {
  return version === null ? [] : [sql`${sql.id(version)} = ${sql.id(version)} + 1`];
}

/** Rolls back what would write other records than those that were compared. */
async function execute(
  statement: RawBuilder<unknown>,
  rawDb: Kysely<AnyDatabase>,
  rows: number,
): Promise<void> {
  const { numAffectedRows } = await statement.execute(rawDb);
  if (numAffectedRows !== undefined && numAffectedRows !== BigInt(rows))
    throw new Error(`Undoing a change wrote ${numAffectedRows} rows instead of ${rows}.`);
}
