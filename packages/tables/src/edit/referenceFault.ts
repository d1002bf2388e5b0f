import { isUnacceptableValue } from '@rowhouse/drivers';
import { byKey } from '@rowhouse/drivers/internal';
import { say, type Text } from '@rowhouse/problems';
import { type Kysely, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { EditedValue } from '../definition/TableEdit.ts';
import type { Dialect } from '../query/dialects/Dialect.ts';
import { isOfApplication } from '../runtime/applicationErrors.ts';
import type { EditTarget } from './EditTarget.ts';
import { readRow } from './records.ts';

interface Reading {
  readonly transaction: Kysely<AnyDatabase>;
  readonly rawDb: Kysely<AnyDatabase>;
  readonly dialect: Dialect;
}

/** The fault of a value that refers to no record; null if it does, and for a field that refers to none. */
export async function referenceFault(
  { references, referenceTables }: Pick<EditTarget, 'references' | 'referenceTables'>,
  value: EditedValue,
  { transaction, rawDb, dialect }: Reading,
): Promise<Text | null> {
  const fault = say`is not one of the values that the column can refer to`;
  if (value === null) return null;
  if (referenceTables !== null) {
    // A row that the user does not see is refused like one that does not exist.
    for (const table of referenceTables.tables) {
      if ((await readRow(transaction, await table.prepare(), String(value))) !== null) return null;
    }

    return fault;
  }
  if (references === null) return null;
  const { schema, name } = references.table;
  const table = schema === null ? sql.id(name) : sql.id(schema, name);
  const isMeant = dialect.hasIdentifier(sql.id(references.column), String(value));
  try {
    const found = sql`select 1 as found from ${table} where ${isMeant}`;
    const { rows } = await rawDb.executeQuery(byKey(found.compile(rawDb)));

    return rows.length === 0 ? fault : null;
  } catch (error) {
    if (!isUnacceptableValue(error) || isOfApplication(error)) throw error;

    return fault;
  }
}
