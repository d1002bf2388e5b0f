import { byKey } from '@rowhouse/drivers/internal';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { EditedRecord } from '../edit/EditTarget.ts';
import { type IdentifiedRecord, letter, tableOf } from '../edit/records.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { columnRules } from '../query/columnRules.ts';

/** Column → value of a statement, by the database's names. */
export type WrittenColumns = ReadonlyMap<string, RawBuilder<unknown>>;

/**
 * Inserts a record, and returns the ids by which it is found, as the database stored them.
 *
 * ```sql
 * insert into customers (name, country_code) values ($1, $2) returning cast(id as text) as "A"
 * ```
 */
export async function insertRecord(
  rawDb: Kysely<AnyDatabase>,
  { runtime }: Pick<TableQuery, 'runtime'>,
  record: EditedRecord,
  columns: WrittenColumns,
): Promise<IdentifiedRecord> {
  const { recordIds, inserts } = runtime.dialect;
  const names = [...columns.keys()].map((column) => sql.id(column));
  const values =
    names.length > 0 ? sql`(${sql.join(names)}) values (${sql.join([...columns.values()])})` : inserts.empty;
  const texts = record.ids.map(
    ({ column, stored }, index) => sql`${recordIds.text(sql.id(column), stored)} as ${sql.id(letter(index))}`,
  );
  const insert = sql`insert into ${tableOf(record)} ${values}`;
  if (inserts.lastNumber === null) {
    const returning = sql<Ids>`${insert} returning ${sql.join(texts)}`;

    return foundIn(record, await rawDb.executeQuery(byKey(returning.compile(rawDb))));
  }
  await insert.execute(rawDb);
  const rules = await columnRules(runtime.rawDb, runtime.dialect, record.table);
  const isInserted = record.ids.map(({ column }) => {
    const written = columns.get(column);
    if (written === undefined && rules.get(column)?.isAutomatic !== true) throw keyUnknown(record, column);

    return sql`${sql.id(column)} = ${written ?? inserts.lastNumber}`;
  });

  return foundIn(
    record,
    await sql<Ids>`select ${sql.join(texts)} from ${tableOf(record)} where ${sql.join(isInserted, sql` and `)}`.execute(
      rawDb,
    ),
  );
}

type Ids = Readonly<Record<string, unknown>>;

function foundIn(record: EditedRecord, { rows: [ids] }: { readonly rows: readonly Ids[] }): IdentifiedRecord {
  if (ids === undefined) throw keyUnknown(record, record.ids[0]?.column ?? '');

  return { record, ids: Object.values(ids).map(String) };
}

function keyUnknown({ table }: EditedRecord, column: string): TableError {
  return new TableError(
    'tables.invalid_query',
    `The record was not created: "${column}" of "${table.name}" has no value, and the database does not say which one it chose. ` +
      'Make it a field of `records`, or return it from `create.before`.',
  );
}
