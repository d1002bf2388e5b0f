import { isUnacceptableValue } from '@rowhouse/drivers';
import { byKey } from '@rowhouse/drivers/internal';
import { type CompiledQuery, type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
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
export function readRow(
  transaction: Kysely<AnyDatabase>,
  data: TableQuery,
  row: string,
): Promise<AnyRow | null> {
  return readerOf(data, row)(transaction);
}

/** The same for a row that is read several times: its query is compiled once. */
export function readerOf(
  data: TableQuery,
  row: string,
): (transaction: Kysely<AnyDatabase>) => Promise<AnyRow | null> {
  const { db, dialect } = data.runtime;
  const name = data.table.template.dtRowId;
  const compiled = rowQuery(data.query, { db, dialect, dtRowId: name, row }).compile();
  const query = data.query.decomposable ? byKey(compiled) : compiled;

  return async (transaction) => {
    const rows = await runQuery(transaction, query);

    // Databases compare loosely: for MySQL, '12a' equals 12.
    return rows.find((candidate) => String(candidate[name]) === row) ?? null;
  };
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
      .limit(sql.lit(10))
      .compile() as CompiledQuery<AnyRow>,
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
  const rows = isMeant
    .reduce((all, condition) => all.where(condition), query.builder.clearSelect() as unknown as Builder)
    .select(sql`${query.rowId}`.as(name))
    .limit(sql.lit(1)) as unknown as Builder;
  const found = await runQuery(transaction, rows.compile());
  const [first] = found.map((each) => Object.values(each)[0]);

  return first === undefined || first === null ? null : String(first);
}

/** The row of a record, and its identifier; null if the user's query does not return the record. */
export async function rowOf(
  transaction: Kysely<AnyDatabase>,
  data: TableQuery,
  identified: IdentifiedRecord,
): Promise<{ readonly id: string; readonly row: AnyRow } | null> {
  const [key = ''] = identified.ids;
  const id = isRowId(data, identified.record, key) ? key : await rowIdOf(transaction, data, identified);
  const row = id === null ? null : await readRow(transaction, data, id);

  return id === null || row === null ? null : { id, row };
}

/**
 * Whether the id of a record is the identifier of its row, as the same text; false if it may be another one. Drivers return other texts for
 * types besides whole numbers, and databases find numbers by other texts than their own.
 */
export function isRowId({ query }: TableQuery, { ids: [key, ...others] }: EditedRecord, id: string): boolean {
  if (key?.stored?.kind !== 'integer' || others.length > 0 || key.source !== query.rowId) return false;

  return Number.isSafeInteger(Number(id)) && String(Number(id)) === id;
}

/** Names that the application's plugins do not change in results. */
export function letter(index: number): string {
  return String.fromCharCode(65 + index);
}

async function runQuery(transaction: Kysely<AnyDatabase>, query: CompiledQuery<AnyRow>): Promise<AnyRow[]> {
  try {
    return (await transaction.executeQuery(query)).rows;
  } catch (error) {
    if (isImpossibleId(error)) return [];
    throw error;
  }
}

/** Whether the database has refused a value that the column of an identifier cannot contain, so that it identifies no row. */
export function isImpossibleId(error: unknown): boolean {
  return isUnacceptableValue(error) && !isOfApplication(error);
}

/** Locks a record until the transaction ends, and returns columns of it; undefined if it was deleted. */
export async function lockRecord(
  rawDb: Kysely<AnyDatabase>,
  { runtime: { dialect } }: TableQuery,
  identified: IdentifiedRecord,
  columns: readonly string[],
  further: FurtherClauses = {},
): Promise<Readonly<Record<string, unknown>> | undefined> {
  return readRecord(rawDb, dialect, identified, columns, { ...further, lock: dialect.rowCounts.lock });
}

interface FurtherClauses {
  readonly selected?: readonly RawBuilder<unknown>[];
  readonly and?: RawBuilder<unknown>;
}

/** Columns of a record; undefined if it does not exist. Types that drivers convert, such as JSON, are read as texts. */
export async function readRecord(
  rawDb: Kysely<AnyDatabase>,
  dialect: Dialect,
  { record, ids }: IdentifiedRecord,
  columns: readonly string[],
  { selected: further = [], and = sql``, lock = '' }: FurtherClauses & { readonly lock?: string } = {},
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const selected = columns.map((column) => {
    const isOther = record.table.columns.get(column)?.kind === 'other';

    return sql`${isOther ? dialect.summaries.text(sql.id(column)) : sql.id(column)} as ${sql.id(column)}`;
  });
  const all = [...selected, ...further];
  const query = sql<Record<string, unknown>>`
    select ${all.length === 0 ? sql`1` : sql.join(all)} from ${tableOf(record)}
    where ${isRecord(record, ids, dialect)} ${and} ${sql.raw(lock)}`;
  const { rows } = await rawDb.executeQuery(byKey(query.compile(rawDb)));

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
  const update = sql`update ${tableOf(record)} set ${sql.join(assignments)}
    where ${isRecord(record, ids, dialect)}`;
  await rawDb.executeQuery(byKey(update.compile(rawDb)));
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
