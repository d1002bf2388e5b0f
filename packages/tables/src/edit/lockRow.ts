import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { TableError } from '../errors.ts';
import { type Edit, notFound } from './Edit.ts';
import type { EditedRecord } from './EditTarget.ts';
import { type FoundRecord, findRecords, lockRecord } from './records.ts';

/** The row has come to refer to another record before its records were locked. */
export class RecordsMoved extends Error {}

export interface LockedRow {
  readonly anchor: FoundRecord | null;
  /** The record that the declared update writes; null if a function writes. */
  readonly written: FoundRecord | null;
  /** Value of the written column, read under the lock. */
  readonly value: unknown;
}

/** Locks the records of a row in the order of the table's query, so that two edits of one row wait for each other. */
export async function lockRow(
  { query, row, target: { anchor, written } }: Edit,
  transaction: Kysely<AnyDatabase>,
  own: Kysely<AnyDatabase>,
): Promise<LockedRow> {
  if (!query.query.decomposable) return { anchor: null, written: null, value: undefined };
  const records = [...new Set([anchor, written?.record ?? null])].filter((record) => record !== null);
  const found = await findRecords(transaction, query, row, records);
  if (found === null) throw notFound(row);
  const values = new Map<EditedRecord, unknown>();

  for (const [index, record] of records.entries()) {
    const each = found[index];
    if (!each) {
      throw new TableError(
        'tables.edit_refused',
        'The row has no record that this value could be written to.',
      );
    }
    const column = record === written?.record ? written.column : null;
    const locked = await lockRecord(own, query, each, column);
    if (locked === undefined) throw notFound(row);
    values.set(record, locked.value);
  }
  // In the meantime the row may refer to another record.
  if (records.length > 1) {
    const again = await findRecords(transaction, query, row, records);
    if (again === null) throw notFound(row);
    if (
      !isDeepStrictEqual(
        again.map((each) => each?.ids),
        found.map((each) => each?.ids),
      )
    ) {
      throw new RecordsMoved();
    }
  }
  const of = (record: EditedRecord | null) =>
    found.find((each) => each !== null && each.record === record) ?? null;

  return {
    anchor: of(anchor),
    written: of(written?.record ?? null),
    value: written ? values.get(written.record) : undefined,
  };
}
