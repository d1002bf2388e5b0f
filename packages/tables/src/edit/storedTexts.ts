import { byKey } from '@rowhouse/drivers/internal';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { Dialect } from '../query/dialects/Dialect.ts';
import type { EditedRecord } from './EditTarget.ts';
import { type IdentifiedRecord, isRecord, tableOf } from './records.ts';

/** Column → its value as a text that identifies it exactly, by the database's names. */
export type StoredTexts = Readonly<Record<string, string | null>>;

/** Columns of a record, which is locked if the transaction writes it later; undefined if it does not exist. */
export async function readTexts(
  rawDb: Kysely<AnyDatabase>,
  dialect: Dialect,
  { record, ids }: IdentifiedRecord,
  columns: readonly string[],
): Promise<StoredTexts | undefined> {
  const selected = selectedTexts(record, columns, dialect);
  const query = sql<Record<string, string | null>>`
    select ${selected.length === 0 ? sql`1` : sql.join(selected)} from ${tableOf(record)}
    where ${isRecord(record, ids, dialect)} ${sql.raw(dialect.rowCounts.lock)}`;
  const {
    rows: [found],
  } = await rawDb.executeQuery(byKey(query.compile(rawDb)));

  return found && textsOf(found, columns);
}

const textName = (index: number) => `rowhouse_text${index}`;

/** What selects the texts of columns from the table of a record. */
export function selectedTexts(
  { table }: EditedRecord,
  columns: readonly string[],
  { recordIds }: Dialect,
): RawBuilder<unknown>[] {
  return columns.map(
    (column, index) =>
      sql`${recordIds.text(sql.id(column), table.columns.get(column))} as ${sql.id(textName(index))}`,
  );
}

/** What `selectedTexts` has selected. */
export function textsOf(row: Readonly<Record<string, unknown>>, columns: readonly string[]): StoredTexts {
  return Object.fromEntries(
    columns.map((column, index) => [column, (row[textName(index)] as string | null | undefined) ?? null]),
  );
}

/** The values of such texts for a statement, by column. Columns that the table no longer has are left out. */
export function fromTexts(
  { table }: EditedRecord,
  texts: StoredTexts,
  { recordIds }: Dialect,
): Map<string, RawBuilder<unknown>> {
  return new Map(
    Object.entries(texts).flatMap(([column, text]) => {
      const stored = table.columns.get(column);
      if (stored === undefined) return [];

      return [[column, text === null ? sql`null` : sql`${recordIds.value(text, stored)}`] as const];
    }),
  );
}

/** The columns of a record whose texts differ from what they were. */
export function changedColumns(now: StoredTexts, was: StoredTexts): string[] {
  return Object.keys(was).filter((column) => Object.hasOwn(now, column) && now[column] !== was[column]);
}
