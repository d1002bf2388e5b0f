import { isUnavailable } from '@rowhouse/drivers';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EditedRecord } from '../edit/EditTarget.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { type DeclaredKey, declaredKeys, keysTo } from '../query/declaredReferences.ts';
import type { NamedTable } from '../query/dialects/CatalogueQueries.ts';

type Known = Pick<TableQuery, 'runtime' | 'catalogue'>;

/** The foreign keys by which the database deletes or changes other rows with a record of a table. */
export async function takingKeys(
  { runtime: { rawDb, dialect }, catalogue }: Known,
  table: NamedTable,
): Promise<readonly DeclaredKey[]> {
  return keysTo(await declaredKeys(rawDb, dialect, catalogue), table).filter(
    ({ onDelete, ...own }) =>
      onDelete !== null && onDelete !== 'restrict' && catalogue.find(own) !== undefined,
  );
}

/**
 * Whether the database deletes or changes other rows with the record of an alias: restoring the record would not bring that back. Null if no
 * foreign key says so. Rows of a table that the role of the connection may not read are taken for granted. Call it outside of
 * transactions: in one, a table that is not readable would end it.
 *
 * ```sql
 * (exists (select 1 from books as rowhouse_referring where rowhouse_referring.author_id = rowhouse_record.id))
 * ```
 */
export async function takesOthers(
  known: Known,
  record: EditedRecord,
  alias: string,
): Promise<RawBuilder<SqlBool> | null> {
  const conditions: RawBuilder<unknown>[] = [];
  for (const key of await takingKeys(known, record.table)) {
    conditions.push((await isReadable(known, key)) ? isReferredTo(key, record, alias) : sql`1 = 1`);
  }

  return conditions.length === 0 ? null : sql`(${sql.join(conditions, sql` or `)})`;
}

function isReferredTo(key: DeclaredKey, { table, ids }: EditedRecord, alias: string): RawBuilder<unknown> {
  const referring = 'rowhouse_referring';
  const equal = [...key.columns].map(
    ([own, target]) => sql`${sql.id(referring, own)} = ${sql.id(alias, target)}`,
  );
  const isOther =
    key.schema === table.schema && key.name === table.name
      ? [
          sql`not (${sql.join(
            ids.map(({ column }) => sql`${sql.id(referring, column)} = ${sql.id(alias, column)}`),
            sql` and `,
          )})`,
        ]
      : [];

  return sql`exists (select 1 from ${sql.id(key.schema, key.name)} as ${sql.id(referring)}
    where ${sql.join([...equal, ...isOther], sql` and `)})`;
}

async function isReadable({ runtime: { rawDb, onBackgroundError } }: Known, table: NamedTable) {
  try {
    await sql`select 1 from ${sql.id(table.schema, table.name)} where 1 = 0`.execute(rawDb);

    return true;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    onBackgroundError(error);

    return false;
  }
}
