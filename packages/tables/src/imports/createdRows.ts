import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ChangedRow } from '../changes/changedRows.ts';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { tableOf } from '../edit/records.ts';
import type { RecordPlan } from '../records/RecordPlan.ts';

/** Runs an INSERT of some records; `areThese` finds them by their written ids, if the database has not numbered them. */
export type InsertRecords = (
  insert: RawBuilder<unknown>,
  rows: number,
  areThese?: RawBuilder<SqlBool> | null,
) => Promise<void>;

/**
 * Runs INSERTs, and adds the records to `changedRows` with the texts of all of `columns`.
 */
export function keepingInserts(
  rawDb: Kysely<AnyDatabase>,
  { query, record }: RecordPlan,
  columns: readonly string[],
  changedRows: ChangedRow[],
): InsertRecords {
  const { recordIds, inserts } = query.runtime.dialect;
  const selected = [
    ...record.ids.map(({ column, stored }) => recordIds.text(sql.id(column), stored)),
    ...columns.map((column) => recordIds.text(sql.id(column), record.table.columns.get(column))),
  ].map((each, index) => sql`${each} as ${sql.id(`text${index}`)}`);
  const add = (rows: readonly object[]) => {
    for (const row of rows) {
      const texts = Object.values(row).map((text) => (text === null ? null : String(text)));
      const after = texts.slice(record.ids.length);
      changedRows.push({
        key: null,
        ids: texts.slice(0, record.ids.length).map(String),
        before: null,
        after,
      });
    }
  };

  return async (insert, count, areThese = null) => {
    const [id] = record.ids.map(({ column }) => sql.id(column));
    const areLast = areThese ?? (id && inserts.areLast?.(id, count));
    if (!areLast || inserts.lastNumber === null) {
      const { rows } = await sql<object>`${insert} returning ${sql.join(selected)}`.execute(rawDb);
      add(rows);

      return;
    }
    await insert.execute(rawDb);
    const { rows } =
      await sql<object>`select ${sql.join(selected)} from ${tableOf(record)} where ${areLast}`.execute(rawDb);
    if (rows.length !== count) throw new Error(`${rows.length} of ${count} new records were found.`);
    add(rows);
  };
}
