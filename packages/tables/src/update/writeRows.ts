import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { ListPart } from '../query/actionTables.ts';
import {
  findListed,
  lockRecords,
  type RecordIds,
  type RunUpdate,
  updateListed,
  updateRecords,
} from './updateStatements.ts';

/** Outcome of a listed row: a number if it was skipped or refused, the index of the refusal. */
export type RowOutcome = 'written' | 'gone' | number;

/** The transaction of a chunk, without the application's plugins and with them. */
export interface UpdateDatabase {
  readonly own: Kysely<AnyDatabase>;
  readonly host: Kysely<AnyDatabase>;
}

/**
 * Maximum number of records that one statement locks or writes if several columns identify them: SQLite limits nested
 * conditions.
 */
const largestBatch = 200;

/**
 * Updates listed rows and returns the outcome of each, in order. If all can be written, one statement does; the others
 * are locked, so that their outcome does not change until the transaction ends.
 */
export async function writeRows(
  update: RunUpdate,
  { own, host }: UpdateDatabase,
  keys: readonly string[],
  part: ListPart,
): Promise<RowOutcome[]> {
  const { query, target } = update;
  const outcomes = new Map<string, RowOutcome>();

  if (target.listsRecords && query.runtime.dialect.actionRuns.returnsWritten) {
    const { rows } = await updateListed(update, keys, part).execute(own);
    for (const { key } of rows) outcomes.set(String(key), 'written');
  }

  const rest = new Set(keys.filter((key) => !outcomes.has(key)));
  if (rest.size > 0) {
    const ids = await findRest(update, host, rest, part);
    const locked = await lock(update, own, [...ids.values()]);
    const toWrite: RecordIds[] = [];
    for (const key of rest) {
      const found = ids.get(key);
      const outcome = found && locked.get(idText(found));
      if (found && outcome === 'written') toWrite.push(found);
      outcomes.set(key, outcome ?? 'gone');
    }
    for (const some of batches(toWrite, update)) await updateRecords(update, some).execute(own);
  }

  return keys.map((key) => outcomes.get(key) ?? 'gone');
}

/** Key → ids of its record, for listed rows that the table's query still returns. */
async function findRest(
  update: RunUpdate,
  host: Kysely<AnyDatabase>,
  rest: ReadonlySet<string>,
  part: ListPart,
): Promise<Map<string, RecordIds>> {
  const { rows } = await host.executeQuery(findListed(update, [...rest], part).compile());

  return new Map(
    rows.flatMap((row) => {
      const [key, ...ids] = Object.values(row as Record<string, unknown>).map(String);

      return key !== undefined && rest.has(key) ? [[key, ids] as const] : [];
    }),
  );
}

/** Ids → outcome of the record. */
async function lock(
  update: RunUpdate,
  own: Kysely<AnyDatabase>,
  ids: readonly RecordIds[],
): Promise<Map<string, RowOutcome>> {
  const locked = new Map<string, RowOutcome>();
  for (const some of batches(ids, update)) {
    const { rows } = await lockRecords(update, some).execute(own);
    for (const { outcome, ...found } of rows) {
      locked.set(idText(Object.values(found).map(String)), outcome === null ? 'written' : Number(outcome));
    }
  }

  return locked;
}

function idText(ids: RecordIds): string {
  return JSON.stringify(ids);
}

function batches(ids: readonly RecordIds[], { target: { record } }: RunUpdate): RecordIds[][] {
  const size = record.ids.length === 1 ? Math.max(1, ids.length) : largestBatch;

  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  );
}
