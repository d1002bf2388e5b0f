import { isRefusedWrite, withSafeTexts } from '@rowhouse/drivers';
import type { RecordResponse } from '@rowhouse/table-protocol';
import { type Kysely, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { type FoundRecord, readRow, rowIdOf } from '../edit/records.ts';
import { present } from '../edit/runEdit.ts';
import { writeTransaction } from '../edit/writeTransaction.ts';
import { TableError } from '../errors.ts';
import { loadRelations } from '../rows/completeRows.ts';
import { isOfApplication, ofApplication } from '../runtime/applicationErrors.ts';
import { insertRecord, type WrittenColumns } from './insertRecord.ts';
import type { ParsedValues, RecordRequest } from './parseRecord.ts';
import type { RecordPlan } from './RecordPlan.ts';
import { refusedRecord } from './refusedRecord.ts';
import {
  assertReferences,
  callFields,
  callRecord,
  hasFunctions,
  type RecordWriting,
  writtenColumns,
} from './writeFields.ts';

/**
 * Inserts a record with these values in one transaction, and returns its ids. Throws `tables.invalid_request` with the
 * fields that the database refuses, what the functions of the definition throw, and `tables.busy`.
 */
export async function createRecord(
  plan: RecordPlan,
  request: RecordRequest,
  values: ParsedValues,
): Promise<FoundRecord> {
  try {
    return await writeTransaction(plan.query.runtime, async (transaction) => {
      const own = withSafeTexts(transaction.withoutPlugins());

      return insertWithin({ plan, request, values, transaction, own });
    });
  } catch (error) {
    if (!isRefusedWrite(error) || isOfApplication(error)) throw error;
    throw await refusedRecord(error, plan, values, null);
  }
}

/** Inserts a record in a transaction of the caller. */
export async function insertWithin(writing: RecordWriting): Promise<FoundRecord> {
  const { plan, values, transaction, own } = writing;
  const { query, record } = plan;
  const { create } = query.table.definition.records ?? {};
  const { before, after } = typeof create === 'object' ? create : {};
  const added = before && (await callRecord('create.before', before, writing));
  await assertReferences(writing);
  const columns = new Map([
    ...(writtenColumns(writing).get(record) ?? []),
    ...addedColumns(added ?? {}, plan),
  ]);
  const found = await insertRecord(own, query, record, columns);
  if (!after && !hasFunctions(values)) return found;

  const rowId = await rowIdOf(transaction, query, found);
  const row = rowId === null ? null : await readRow(transaction, query, rowId);
  if (row !== null) await loadRelations(transaction, [row], query.table.definition.with ?? {});
  if (hasFunctions(values)) {
    if (row === null || rowId === null) {
      throw new TableError(
        'tables.edit_refused',
        'The new record would not be one of your rows, so that it cannot be written. Send other values.',
      );
    }
    const calls = { row, rowId, from: () => null };
    await callFields('before', writing, calls);
    await callFields('write', writing, calls);
  }
  if (after) await callRecord('create.after', (change) => after({ ...change, row }), writing);

  return found;
}

/** The columns that `create.before` returns, by the database's names. */
function addedColumns(
  added: Readonly<Record<string, unknown>>,
  { query, record }: RecordPlan,
): WrittenColumns {
  return new Map(
    Object.entries(added).map(([name, value]) => {
      const column = query.query.names.toDatabase(name);
      if (!record.table.columns.has(column)) {
        throw ofApplication(
          new Error(
            `create.before() of the records of table "${query.table.id}" returned ${JSON.stringify(name)}, which is no column of ` +
              `"${record.table.name}".`,
          ),
        );
      }

      return [column, sql`${value}`] as const;
    }),
  );
}

/** The response about a record: its row as the data route returns it, if the user's query returns it. */
export async function recordResponse(
  db: Kysely<AnyDatabase>,
  { query }: RecordPlan,
  found: FoundRecord,
): Promise<RecordResponse> {
  const id = await rowIdOf(db, query, found);
  const row = id === null ? null : await readRow(db, query, id);
  const shown = row && (await present(row, query, db));

  return {
    dtRowId: (shown?.[query.table.template.dtRowId] as string | number | undefined) ?? id,
    row: shown,
  };
}
