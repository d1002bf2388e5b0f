import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { recordBatches } from '../edit/records.ts';
import type { ListRange } from '../query/actionTables.ts';
import { idsOf, keepLocked, type LockedRow, texts, updateAndKeep, valuesOf } from './keepWritten.ts';
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
  readonly rawDb: Kysely<AnyDatabase>;
  readonly host: Kysely<AnyDatabase>;
}

/**
 * Updates listed rows and returns the outcome of each, in order. If all can be written, one statement does; the others
 * are locked, so that their outcome does not change until the transaction ends. `change`: id of the change in which the rows are kept as
 * they were and are; null to keep none.
 */
export async function writeRows(
  update: RunUpdate,
  { rawDb, host }: UpdateDatabase,
  keys: readonly string[],
  { range, change }: { readonly range: ListRange; readonly change: string | null },
): Promise<RowOutcome[]> {
  const { query, target } = update;
  const outcomes = new Map<string, RowOutcome>();

  if (target.listsRecords && query.runtime.dialect.actionRuns.returnsWritten) {
    for (const key of await writeListed()) outcomes.set(key, 'written');
  }

  const rest = new Set(keys.filter((key) => !outcomes.has(key)));
  if (rest.size > 0) {
    const ids = await findRest(update, host, rest, range);
    const locked = await lock(update, rawDb, [...ids.values()], change !== null);
    const toWrite = new Map<string, LockedRow>();
    for (const key of rest) {
      const found = ids.get(key);
      const record = found && locked.get(idText(found));
      if (found && record?.outcome === 'written')
        toWrite.set(idText(found), { key, ids: found, before: record.before });
      outcomes.set(key, record?.outcome ?? 'gone');
    }
    const records = [...toWrite.values()];
    for (const some of recordBatches(records, target.record)) {
      await updateRecords(
        update,
        some.map(({ ids }) => ids),
      ).execute(rawDb);
    }
    if (change !== null) await keepLocked(update, rawDb, records, change);
  }

  return keys.map((key) => outcomes.get(key) ?? 'gone');

  async function writeListed(): Promise<string[]> {
    if (change !== null) return updateAndKeep(update, rawDb, { keys, range, change });
    const { rows } = await updateListed(update, keys, range).execute(rawDb);

    return rows.map(({ key }) => String(key));
  }
}

/** Key → ids of its record, for listed rows that the table's query still returns. */
async function findRest(
  update: RunUpdate,
  host: Kysely<AnyDatabase>,
  rest: ReadonlySet<string>,
  range: ListRange,
): Promise<Map<string, RecordIds>> {
  const { rows } = await host.executeQuery(findListed(update, [...rest], range).compile());

  return new Map(
    rows.flatMap((row) => {
      const [key, ...ids] = Object.values(row as Record<string, unknown>).map(String);

      return key !== undefined && rest.has(key) ? [[key, ids] as const] : [];
    }),
  );
}

interface Locked {
  readonly outcome: RowOutcome;
  /** Texts of the columns that are set; empty if they are not kept. */
  readonly before: readonly (string | null)[];
}

/** Ids → outcome of the record. */
async function lock(
  update: RunUpdate,
  rawDb: Kysely<AnyDatabase>,
  ids: readonly RecordIds[],
  isRecorded: boolean,
): Promise<Map<string, Locked>> {
  const locked = new Map<string, Locked>();
  const before = isRecorded ? texts(update, 'before') : [];
  for (const some of recordBatches(ids, update.target.record)) {
    const { rows } = await lockRecords(update, some, before).execute(rawDb);
    for (const row of rows) {
      locked.set(idText(idsOf(update, row)), {
        outcome: row.outcome === null ? 'written' : Number(row.outcome),
        before: isRecorded ? valuesOf(update, row, 'before') : [],
      });
    }
  }

  return locked;
}

function idText(ids: RecordIds): string {
  return JSON.stringify(ids);
}
