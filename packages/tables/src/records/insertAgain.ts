import { type Kysely, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { EditedRecord } from '../edit/EditTarget.ts';
import { tableOf } from '../edit/records.ts';
import { fromTexts } from '../edit/storedTexts.ts';
import type { TableRules } from '../query/columnRules.ts';
import type { Dialect } from '../query/dialects/Dialect.ts';

/** Columns of deleted records, and their exact texts in that order. */
export interface DeletedRecords {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly rules: TableRules;
}

/**
 * Inserts records as they were, also the columns that the database numbers by itself; not those that it computes, or that the table no
 * longer has.
 */
export async function insertAgain(
  rawDb: Kysely<AnyDatabase>,
  record: EditedRecord,
  { columns, rows, rules }: DeletedRecords,
  dialect: Dialect,
): Promise<void> {
  const written = columns.flatMap((column, index) => {
    const { isGenerated = false, isAutomatic = false } = rules.get(column) ?? {};

    return record.table.columns.has(column) && (!isGenerated || isAutomatic) ? [{ column, index }] : [];
  });
  const names = sql.join(written.map(({ column }) => sql.id(column)));
  const size = Math.max(1, Math.floor(dialect.inserts.mostParameters / written.length));
  for (let start = 0; start < rows.length; start += size) {
    const values = rows.slice(start, start + size).map((row) => {
      const texts = Object.fromEntries(written.map(({ column, index }) => [column, row[index] ?? null]));

      return sql`(${sql.join([...fromTexts(record, texts, dialect).values()])})`;
    });
    await sql`insert into ${tableOf(record)} (${names}) ${dialect.inserts.overriding} values ${sql.join(values)}`.execute(
      rawDb,
    );
  }
}
