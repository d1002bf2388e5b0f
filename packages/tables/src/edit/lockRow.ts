import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { EditedRecord } from './EditTarget.ts';
import { notFound } from './notFound.ts';
import { findRecords, type IdentifiedRecord, isImpossibleId, isRowId, lockRecord } from './records.ts';
import { type StoredTexts, selectedTexts, textsOf } from './storedTexts.ts';

/** The row has come to refer to another record before its records were locked. */
export class RecordsMoved extends Error {}

/** The records to be locked, in this order, each with the columns that are read under the lock. */
export type LockedColumns = ReadonlyMap<EditedRecord, readonly string[]>;

export interface LockedRecord {
  readonly identified: IdentifiedRecord;
  readonly values: Readonly<Record<string, unknown>>;
  /** Of the columns that were asked for. */
  readonly texts: StoredTexts;
}

/**
 * Locks records of a row in the order of the table's query, so that two changes of one row wait for each other. `texts`: columns whose
 * exact texts are read as well. Empty for a query whose rows are not those of tables.
 */
export async function lockRow(
  { query, row }: { readonly query: TableQuery; readonly row: string },
  transaction: Kysely<AnyDatabase>,
  rawDb: Kysely<AnyDatabase>,
  columns: LockedColumns,
  texts: LockedColumns = new Map(),
): Promise<ReadonlyMap<EditedRecord, LockedRecord>> {
  if (!query.query.decomposable) return new Map();
  const lock = async (identified: IdentifiedRecord, and?: RawBuilder<unknown>): Promise<LockedRecord> => {
    const { record } = identified;
    const exact = texts.get(record) ?? [];
    const selected = selectedTexts(record, exact, query.runtime.dialect);
    const values = await lockRecord(rawDb, query, identified, columns.get(record) ?? [], {
      selected,
      ...(and && { and }),
    }).catch((error: unknown) => {
      if (!isImpossibleId(error)) throw error;
    });
    if (values === undefined) throw notFound(row);

    return { identified, values, texts: textsOf(values, exact) };
  };
  const records = [...columns.keys()];
  const [only] = records;
  if (only && records.length === 1 && isRowId(query, only, row)) {
    // Found and locked by one statement.
    const and = query.query.unfiltered === only.alias ? undefined : isShown(query, only, row);

    return new Map([[only, await lock({ record: only, ids: [row] }, and)]]);
  }
  const identified = await findRecords(transaction, query, row, records);
  if (identified === null) throw notFound(row);
  const locked = new Map<EditedRecord, LockedRecord>();

  for (const [index, record] of records.entries()) {
    const each = identified[index];
    if (!each) {
      throw new TableError(
        'tables.edit_refused',
        'The row has no record that this value could be written to.',
      );
    }
    locked.set(record, await lock(each));
  }
  // In the meantime the row may refer to another record.
  if (records.length > 1) {
    const again = await findRecords(transaction, query, row, records);
    if (again === null) throw notFound(row);
    const idsOf = (each: IdentifiedRecord | null) => each?.ids;
    if (!isDeepStrictEqual(again.map(idsOf), identified.map(idsOf))) throw new RecordsMoved();
  }

  return locked;
}

/** Whether the user's query returns the row of a record. The record is given as well, so that no database looks at others. */
function isShown(
  { query, runtime: { dialect } }: TableQuery,
  { ids }: EditedRecord,
  row: string,
): RawBuilder<unknown> {
  const rows = query.builder
    .clearSelect()
    .select(query.rowId.as('row_id'))
    .where(dialect.hasIdentifier(query.rowId, row));

  return sql`and ${sql.id(ids[0]?.column ?? '')} in (${rows})`;
}
