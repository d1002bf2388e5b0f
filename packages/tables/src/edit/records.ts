import { isUnacceptableValue } from '@rowhouse/drivers';
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AnyDatabase, AnyRow } from '../definition/TableContext.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { Dialect } from '../query/dialects/Dialect.ts';
import type { Builder } from '../query/HostQuery.ts';
import { rowQuery } from '../query/rowQuery.ts';
import { isOfApplication } from '../runtime/applicationErrors.ts';
import type { EditedRecord, RecordId } from './EditTarget.ts';

/** A record of a table, with the values that identify it. */
export interface IdentifiedRecord {
  readonly record: EditedRecord;
  readonly ids: readonly string[];
}

/** The current row with an identifier, from the user's query of the table; null if it does not exist. */
export async function readRow(
  transaction: Kysely<AnyDatabase>,
  data: TableQuery,
  row: string,
): Promise<AnyRow | null> {
  const { db, dialect } = data.runtime;
  const name = data.table.template.dtRowId;
  const query = rowQuery(data.query, { db, dialect, dtRowId: name, row });
  const rows = await runQuery(transaction, query);

  // Databases compare loosely: for MySQL, '12a' equals 12.
  return rows.find((candidate) => String(candidate[name]) === row) ?? null;
}

/**
 * The records of a row, found through the user's query of the table; null if the row is not one of its rows. An item is
 * null if the row does not have that record, such as one of a left join.
 */
export async function findRecords(
  transaction: Kysely<AnyDatabase>,
  { query, runtime: { dialect } }: TableQuery,
  row: string,
  records: readonly EditedRecord[],
): Promise<(IdentifiedRecord | null)[] | null> {
  const { recordIds } = dialect;
  const sources = records.flatMap(({ ids }) =>
    ids.map(({ source, stored }) => recordIds.text(source, stored)),
  );
  const rows = await runQuery(
    transaction,
    query.builder
      .clearSelect()
      .select(
        // Texts of the database identify records exactly; drivers return milliseconds, objects or bytes.
        [query.rowId, ...sources].map((source, index) => sql`${source}`.as(`rowhouseKey${letter(index)}`)),
      )
      .where(dialect.hasIdentifier(query.rowId, row))
      .limit(sql.lit(10)) as unknown as Builder,
  );
  const [, ...values] = rows.map((each) => Object.values(each)).find(([id]) => String(id) === row) ?? [];
  if (rows.length === 0 || values.length < sources.length) return null;

  return records.map((record) => {
    const ids = values.splice(0, record.ids.length);

    return ids.some((id) => id === null) ? null : { record, ids: ids.map(String) };
  });
}

/** The identifier of the row of a record, from the user's query of the table; null if it does not return the record. */
export async function rowIdOf(
  transaction: Kysely<AnyDatabase>,
  { query, runtime: { dialect } }: TableQuery,
  { record, ids }: IdentifiedRecord,
): Promise<string | null> {
  const name = `rowhouseKey${letter(0)}`;
  const isMeant = record.ids.map(({ source, stored }, index) =>
    dialect.recordIds.is(source, [ids[index] ?? ''], stored),
  );
  const found = await runQuery(
    transaction,
    isMeant
      .reduce((rows, condition) => rows.where(condition), query.builder.clearSelect() as unknown as Builder)
      .select(sql`${query.rowId}`.as(name))
      .limit(sql.lit(1)) as unknown as Builder,
  );
  const [first] = found.map((each) => Object.values(each)[0]);

  return first === undefined || first === null ? null : String(first);
}

/** The row of a record, and its identifier; null if the user's query does not return the record. */
export async function rowOf(
  transaction: Kysely<AnyDatabase>,
  data: TableQuery,
  identified: IdentifiedRecord,
): Promise<{ readonly id: string; readonly row: AnyRow } | null> {
  const id = keyOfRow(data, identified) ?? (await rowIdOf(transaction, data, identified));
  const row = id === null ? null : await readRow(transaction, data, id);

  return id === null || row === null ? null : { id, row };
}

/** The id of a record that is the identifier of its row, as drivers return it; null if they may return another text. */
function keyOfRow(
  { query }: TableQuery,
  { record, ids: [id = '', ...others] }: IdentifiedRecord,
): string | null {
  const [key] = record.ids;
  const isExact = key?.stored?.kind === 'integer' && Number.isSafeInteger(Number(id));

  return isExact && others.length === 0 && key.source === query.rowId ? id : null;
}

/** Names that the application's plugins do not change in results. */
export function letter(index: number): string {
  return String.fromCharCode(65 + index);
}

async function runQuery(transaction: Kysely<AnyDatabase>, query: Builder): Promise<AnyRow[]> {
  try {
    return (await transaction.executeQuery<AnyRow>(query.compile())).rows;
  } catch (error) {
    // A value that the column cannot contain identifies no row.
    if (isUnacceptableValue(error) && !isOfApplication(error)) return [];
    throw error;
  }
}

/** Locks a record until the transaction ends, and returns columns of it; undefined if it was deleted. */
export async function lockRecord(
  rawDb: Kysely<AnyDatabase>,
  { runtime: { dialect } }: TableQuery,
  identified: IdentifiedRecord,
  columns: readonly string[],
): Promise<Readonly<Record<string, unknown>> | undefined> {
  return readRecord(rawDb, dialect, identified, columns, dialect.rowCounts.lock);
}

/** Columns of a record; undefined if it does not exist. Types that drivers convert, such as JSON, are read as texts. */
export async function readRecord(
  rawDb: Kysely<AnyDatabase>,
  dialect: Dialect,
  { record, ids }: IdentifiedRecord,
  columns: readonly string[],
  lock = '',
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const selected = columns.map((column) => {
    const isOther = record.table.columns.get(column)?.kind === 'other';

    return sql`${isOther ? dialect.summaries.text(sql.id(column)) : sql.id(column)} as ${sql.id(column)}`;
  });
  const { rows } = await sql<Record<string, unknown>>`
    select ${selected.length === 0 ? sql`1` : sql.join(selected)} from ${tableOf(record)}
    where ${isRecord(record, ids, dialect)} ${sql.raw(lock)}`.execute(rawDb);

  return rows[0];
}

/** Sets columns of a record. */
export async function updateRecord(
  rawDb: Kysely<AnyDatabase>,
  { runtime: { dialect } }: TableQuery,
  { record, ids }: IdentifiedRecord,
  values: readonly (readonly [column: string, value: RawBuilder<unknown>])[],
): Promise<void> {
  const assignments = values.map(([column, value]) => sql`${sql.id(column)} = ${value}`);
  await sql`update ${tableOf(record)} set ${sql.join(assignments)}
    where ${isRecord(record, ids, dialect)}`.execute(rawDb);
}

export function tableOf({ table: { schema, name } }: EditedRecord) {
  return sql.id(schema, name);
}

/** Whether columns identify one of some records, given by the texts of their ids. `of`: defaults to the columns of the record's table. */
export function areRecords(
  record: EditedRecord,
  ids: readonly (readonly string[])[],
  { recordIds }: Dialect,
  of: (id: RecordId) => Expression<unknown> = ({ column }) => sql.id(column),
): RawBuilder<SqlBool> {
  const [only, ...others] = record.ids;
  if (only && others.length === 0) {
    return sql`${recordIds.is(
      of(only),
      ids.map(([id = '']) => id),
      only.stored,
    )}`;
  }
  const each = ids.map(
    (values) =>
      sql`(${sql.join(
        record.ids.map((id, index) => recordIds.is(of(id), [values[index] ?? ''], id.stored)),
        sql` and `,
      )})`,
  );

  return sql`(${sql.join(each, sql` or `)})`;
}

/**
 * Maximum number of records that one statement locks or writes if several columns identify them: SQLite limits nested
 * conditions.
 */
const largestBatch = 200;

/** Records as many as one statement may name, at most `most` at a time. */
export function recordBatches<T>(
  records: readonly T[],
  { ids }: EditedRecord,
  most: number = Number.POSITIVE_INFINITY,
): T[][] {
  const size = Math.min(ids.length === 1 ? Math.max(1, records.length) : largestBatch, most);

  return Array.from({ length: Math.ceil(records.length / size) }, (_, index) =>
    records.slice(index * size, (index + 1) * size),
  );
}

export function isRecord(record: EditedRecord, ids: readonly string[], { recordIds }: Dialect) {
  return sql.join(
    record.ids.map(({ column, stored }, index) => recordIds.is(sql.id(column), [ids[index] ?? ''], stored)),
    sql` and `,
  );
}
