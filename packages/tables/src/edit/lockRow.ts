import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { EditedRecord } from './EditTarget.ts';
import { notFound } from './notFound.ts';
import { findRecords, type IdentifiedRecord, lockRecord } from './records.ts';

/** The row has come to refer to another record before its records were locked. */
export class RecordsMoved extends Error {}

/** The records to be locked, in this order, each with the columns that are read under the lock. */
export type LockedColumns = ReadonlyMap<EditedRecord, readonly string[]>;

export interface LockedRecord {
  readonly identified: IdentifiedRecord;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Locks records of a row in the order of the table's query, so that two changes of one row wait for each other. Empty for a
 * query whose rows are not those of tables.
 */
export async function lockRow(
  { query, row }: { readonly query: TableQuery; readonly row: string },
  transaction: Kysely<AnyDatabase>,
  rawDb: Kysely<AnyDatabase>,
  columns: LockedColumns,
): Promise<ReadonlyMap<EditedRecord, LockedRecord>> {
  if (!query.query.decomposable) return new Map();
  const records = [...columns.keys()];
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
    const values = await lockRecord(rawDb, query, each, columns.get(record) ?? []);
    if (values === undefined) throw notFound(row);
    locked.set(record, { identified: each, values });
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
