import { isForeignKeyFault, withSafeTexts } from '@rowhouse/drivers';
import type { EnglishText } from '@rowhouse/problems';
import type { RecordDeletion } from '@rowhouse/table-protocol';
import { type Kysely, sql } from 'kysely';
import { versionAttribute } from '../definition/fields.ts';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { lockRow } from '../edit/lockRow.ts';
import { notFound } from '../edit/notFound.ts';
import { present } from '../edit/presentRow.ts';
import { findRecords, isRecord, readRow, tableOf, updateRecord } from '../edit/records.ts';
import { asSent } from '../edit/seenCell.ts';
import { changedColumns, readTexts, type StoredTexts } from '../edit/storedTexts.ts';
import { writeTransaction } from '../edit/writeTransaction.ts';
import { TableError } from '../errors.ts';
import { type RecordDependents, recordDependents } from '../related/dependents.ts';
import type { RelatedOptions } from '../related/relatedTables.ts';
import { loadRelations } from '../rows/completeRows.ts';
import { isOfApplication, ofApplication } from '../runtime/applicationErrors.ts';
import { claimChange } from './claimChange.ts';
import type { RecordRequest } from './parseRecord.ts';
import type { RecordPlan } from './RecordPlan.ts';
import { softDeletion } from './softDeletion.ts';
import { callRecord, type RecordWriting } from './writeFields.ts';

/**
 * Deletes the record of a row, or marks it as deleted, in one transaction. Throws `tables.row_not_found`,
 * `tables.row_changed`, `tables.edit_refused` with the `dependents` if other records refer to it, what the functions of the definition throw, and
 * `tables.busy`.
 */
export async function deleteRecord(
  plan: RecordPlan,
  request: RecordRequest & { readonly row: string },
  related: RelatedOptions,
  undone?: { readonly id: string; readonly columns: StoredTexts },
): Promise<{ readonly undo: string | null }> {
  const { runtime, context } = plan.query;
  const isRecorded =
    (await runtime.changes.keeps(context.user)) && !(await changesOthers(plan, request.row, related));
  try {
    const undo = await writeTransaction(runtime, async (transaction) => {
      const rawDb = withSafeTexts(transaction.withoutPlugins());
      if (undone) await claimChange(rawDb, plan.query, undone.id);
      const writing = { plan, request, values: new Map(), transaction, rawDb };

      return remove(writing, request.row, { isRecorded, was: undone?.columns });
    });

    return { undo };
  } catch (error) {
    if (!isRefusedDeletion(error)) throw error;
    // Read after the refusal: rows may have been added since the user saw them.
    throw new TableError('tables.edit_refused', isReferenced, {
      cause: error,
      extensions: shownOf(await dependentsOf(plan, request.row, related)),
    });
  }
}

const isReferenced: EnglishText =
  'Other records refer to this one, so it was not deleted. Delete or change them first.';

function isRefusedDeletion(error: unknown): boolean {
  return isForeignKeyFault(error) && !isOfApplication(error);
}

/**
 * Deletes the record of a row in a transaction of the caller, in the way that the definition declares. Throws what `deleteRecord` throws, without the
 * dependents.
 */
export async function deleteWithin(
  plan: RecordPlan,
  request: RecordRequest & { readonly row: string },
  transaction: Kysely<AnyDatabase>,
): Promise<void> {
  const rawDb = withSafeTexts(transaction.withoutPlugins());
  try {
    await remove({ plan, request, values: new Map(), transaction, rawDb }, request.row, {
      isRecorded: false,
      was: undefined,
    });
  } catch (error) {
    if (!isRefusedDeletion(error)) throw error;
    throw new TableError('tables.edit_refused', isReferenced, { cause: error });
  }
}

/** What a deletion of the record of a row would do. Throws `tables.row_not_found`. */
export async function describeDeletion(
  plan: RecordPlan,
  row: string,
  related: RelatedOptions,
): Promise<RecordDeletion> {
  const options = plan.query.table.definition.records?.delete;
  const { soft, before } = typeof options === 'object' ? options : {};
  const { refused, ...dependents } = shownOf(await dependentsOf(plan, row, related));
  if (soft !== undefined) return { dependents: [], soft: true };

  // A function may delete or change them first.
  return { ...dependents, ...(refused && before === undefined && { refused }) };
}

async function dependentsOf({ query, record }: RecordPlan, row: string, related: RelatedOptions) {
  const [identified] = (await findRecords(query.runtime.db, query, row, [record])) ?? [];
  if (!identified) throw notFound(row);

  return recordDependents(query, identified, related);
}

function shownOf({ changesOthers: _, ...shown }: RecordDependents) {
  return shown;
}

/** Restoring the record would not bring back what the database deletes or changes with it, so that this is not undone. */
async function changesOthers(plan: RecordPlan, row: string, related: RelatedOptions): Promise<boolean> {
  const options = plan.query.table.definition.records?.delete;
  if (typeof options === 'object' && options.soft !== undefined) return false;

  return (await dependentsOf(plan, row, related)).changesOthers;
}

/** Returns the id of the change, if it is kept. `was`: the columns of the record have to be as they were. */
async function remove(
  writing: RecordWriting,
  rowId: string,
  { isRecorded, was }: { readonly isRecorded: boolean; readonly was: StoredTexts | undefined },
): Promise<string | null> {
  const { plan, request, transaction, rawDb } = writing;
  const { query, record } = plan;
  const options = query.table.definition.records?.delete;
  const { soft, before, after } = typeof options === 'object' ? options : {};
  const locked = await lockRow({ query, row: rowId }, transaction, rawDb, new Map([[record, []]]));
  const row = await readRow(transaction, query, rowId);
  const identified = locked.get(record)?.identified;
  if (row === null || !identified) throw notFound(rowId);
  const shown = await present({ ...row }, query, transaction);
  const attribute = versionAttribute(query.table);
  if (
    request.version !== null &&
    attribute !== null &&
    String(asSent(shown[attribute])) !== request.version
  ) {
    throw new TableError(
      'tables.row_changed',
      'The row has changed meanwhile, so nothing was written. Look at its new values, and try again if your change still applies.',
      { extensions: { current: shown } },
    );
  }
  const { dialect, changes } = query.runtime;
  if (
    was &&
    changedColumns((await readTexts(rawDb, dialect, identified, Object.keys(was))) ?? {}, was).length > 0
  ) {
    throw new TableError(
      'tables.row_changed',
      'The record was changed after you created it, so it was not removed. Delete it yourself if you still want to.',
      { extensions: { current: shown } },
    );
  }
  const softDelete = soft === undefined ? null : softDeletion(plan, soft);
  const recordedColumns = softDelete ? [softDelete[0]] : [...record.table.columns.keys()];
  const columns = isRecorded ? await readTexts(rawDb, dialect, identified, recordedColumns) : undefined;
  await loadRelations(transaction, [row], query.table.definition.with ?? {});
  if (before) await callRecord('delete.before', (change) => before({ ...change, row }), writing);
  if (softDelete === null) {
    await sql`delete from ${tableOf(record)} where ${isRecord(record, identified.ids, dialect)}`.execute(
      rawDb,
    );
  } else {
    await updateRecord(rawDb, query, identified, [softDelete]);
    if ((await readRow(transaction, query, rowId)) !== null) {
      throw ofApplication(
        new Error(
          `A record of table "${query.table.id}" was marked as deleted by "${soft}", but its query still returns it. Add ` +
            `.where('${soft}', 'is', null) to the query.`,
        ),
      );
    }
  }
  if (after) await callRecord('delete.after', (change) => after({ ...change, row }), writing);
  if (columns === undefined) return null;
  const stored = { ids: identified.ids, columns };

  return changes.add(rawDb, {
    ...{ table: query.table.id, user: query.context.user, row: rowId },
    content: { kind: 'destroy', record: stored, soft: softDelete?.[0] ?? null },
  });
}
