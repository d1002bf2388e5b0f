import { isRefusedWrite, withSafeTexts } from '@rowhouse/drivers';
import type { RecordResponse } from '@rowhouse/table-protocol';
import { sql } from 'kysely';
import type { AnyRow } from '../definition/TableContext.ts';
import { present } from '../edit/presentRow.ts';
import { type IdentifiedRecord, readRow, rowOf } from '../edit/records.ts';
import { readTexts } from '../edit/storedTexts.ts';
import { writeTransaction } from '../edit/writeTransaction.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { loadRelations } from '../rows/completeRows.ts';
import { isOfApplication, ofApplication } from '../runtime/applicationErrors.ts';
import { insertRecord, type WrittenColumns } from './insertRecord.ts';
import type { ParsedValues, RecordRequest } from './parseRecord.ts';
import type { RecordPlan } from './RecordPlan.ts';
import { refusedRecord } from './refusedRecord.ts';
import { requestKey } from './repeatedRequests.ts';
import {
  assertReferences,
  callFields,
  callRecord,
  hasFunctions,
  type RecordWriting,
  writtenColumns,
} from './writeFields.ts';
import { writeFiles } from './writeFiles.ts';

export interface Created {
  readonly identified: IdentifiedRecord;
  /** Id of the change, by which it is undone; null if it is not kept. */
  readonly undo: string | null;
}

/**
 * Inserts a record with these values in one transaction, and returns its ids. Throws `tables.invalid_request` with the
 * fields that the database refuses, what the functions of the definition throw, and `tables.busy`.
 */
export async function createRecord(
  plan: RecordPlan,
  request: RecordRequest,
  values: ParsedValues,
): Promise<Created> {
  const { runtime, context, table } = plan.query;
  const isRecorded = await runtime.changes.keeps(context.user);
  const key = isRecorded ? requestKey(table.id, request, request.values) : null;
  const earlier = await createdBefore(plan, key);
  if (earlier) return earlier;
  try {
    return await writeTransaction(runtime, async (transaction) => {
      const rawDb = withSafeTexts(transaction.withoutPlugins());
      const identified = await insertWithin({ plan, request, values, transaction, rawDb });
      if (!isRecorded) return { identified, undo: null };
      const columns = await readTexts(rawDb, runtime.dialect, identified, [
        ...plan.record.table.columns.keys(),
      ]);
      const record = { ids: identified.ids, columns: columns ?? {} };
      const undo = await runtime.changes.add(rawDb, {
        ...{ table: table.id, user: context.user, row: null, request: key },
        content: { kind: 'store', record },
      });

      return { identified, undo };
    });
  } catch (error) {
    // Another process may have created it for the same request meanwhile.
    const meanwhile = await createdBefore(plan, key);
    if (meanwhile) return meanwhile;
    if (!isRefusedWrite(error) || isOfApplication(error)) throw error;
    throw await refusedRecord(error, plan, values, null);
  }
}

/** What the request has created; null if it has not. */
async function createdBefore({ query, record }: RecordPlan, key: string | null): Promise<Created | null> {
  const { changes, rawDb } = query.runtime;
  const earlier = key === null ? null : await changes.findRequest(rawDb, key);
  if (earlier?.content.kind !== 'store') return null;

  return {
    identified: { record, ids: earlier.content.record.ids },
    undo: earlier.isUndone ? null : earlier.id,
  };
}

/** Inserts a record in a transaction of the caller. */
export async function insertWithin(writing: RecordWriting): Promise<IdentifiedRecord> {
  const { plan, values, transaction, rawDb } = writing;
  const { query, record } = plan;
  const { create } = query.table.definition.records ?? {};
  const { before, after } = typeof create === 'object' ? create : {};
  const added = before && (await callRecord('create.before', before, writing));
  await assertReferences(writing);
  await writeFiles(writing);
  const columns = new Map([
    ...(writtenColumns(writing).get(record) ?? []),
    ...addedColumns(added ?? {}, plan),
  ]);
  const identified = await insertRecord(rawDb, query, record, columns);
  if (!after && !hasFunctions(values)) return identified;

  const found = await rowOf(transaction, query, identified);
  const row = found?.row ?? null;
  if (row !== null) await loadRelations(transaction, [row], query.table.definition.with ?? {});
  if (hasFunctions(values)) {
    if (found === null) {
      throw new TableError(
        'tables.edit_refused',
        'The new record would not be one of your rows, so that it cannot be written. Send other values.',
      );
    }
    const calls = { row: found.row, rowId: found.id, from: () => null };
    await callFields('before', writing, calls);
    await callFields('write', writing, calls);
  }
  if (after) await callRecord('create.after', (change) => after({ ...change, row }), writing);

  return identified;
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

/** The response about a record that was created, with its row as the data route returns it. */
export async function createdResponse(
  query: TableQuery,
  { identified, undo }: Created,
): Promise<RecordResponse> {
  const found = await rowOf(query.runtime.db, query, identified);

  return responseOf(query, { id: found?.id ?? null, row: found?.row ?? null, undo });
}

/** The response about a row, as the data route returns it if the user's query returns it. */
export async function rowResponse(
  query: TableQuery,
  { row: id, undo }: { readonly row: string | null; readonly undo: string | null },
): Promise<RecordResponse> {
  return responseOf(query, {
    id,
    row: id === null ? null : await readRow(query.runtime.db, query, id),
    undo,
  });
}

async function responseOf(
  query: TableQuery,
  {
    id,
    row,
    undo,
  }: { readonly id: string | null; readonly row: AnyRow | null; readonly undo: string | null },
): Promise<RecordResponse> {
  const shown = row && (await present(row, query, query.runtime.db));

  return {
    dtRowId: (shown?.[query.table.template.dtRowId] as string | number | undefined) ?? id,
    row: shown,
    ...(undo !== null && { undo }),
  };
}
