import { isForeignKeyFault, withSafeTexts } from '@rowhouse/drivers';
import type { EnglishText } from '@rowhouse/problems';
import type { RecordDeletion } from '@rowhouse/table-protocol';
import { type Kysely, sql } from 'kysely';
import type { ChangedRow } from '../changes/changedRows.ts';
import { versionAttribute } from '../definition/fields.ts';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { lockRow } from '../edit/lockRow.ts';
import { notFound } from '../edit/notFound.ts';
import { present } from '../edit/presentRow.ts';
import {
  findRecords,
  type IdentifiedRecord,
  isRecord,
  readRow,
  tableOf,
  updateRecord,
} from '../edit/records.ts';
import { asSent } from '../edit/seenCell.ts';
import { changedColumns, readTexts, type StoredTexts } from '../edit/storedTexts.ts';
import { writeTransaction } from '../edit/writeTransaction.ts';
import { TableError } from '../errors.ts';
import { recordDependents } from '../related/dependents.ts';
import type { RelatedOptions } from '../related/recordTables.ts';
import { loadRelations } from '../rows/completeRows.ts';
import { isOfApplication, ofApplication } from '../runtime/applicationErrors.ts';
import { claimChange } from './claimChange.ts';
import { type Keeping, keepingOf, readKept } from './keptRecord.ts';
import type { RecordRequest } from './parseRecord.ts';
import type { RecordPlan } from './RecordPlan.ts';
import { softColumn, softDeletion } from './softDeletion.ts';
import { callRecord, type RecordWriting } from './writeFields.ts';
import { releaseFiles } from './writeFiles.ts';

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
  const { runtime, context, table } = plan.query;
  const keeping = await keepingOf(plan);
  try {
    const undo = await writeTransaction(runtime, async (transaction) => {
      const rawDb = withSafeTexts(transaction.withoutPlugins());
      if (undone) await claimChange(rawDb, plan.query, undone.id);
      const writing = { plan, request, values: new Map(), transaction, rawDb };

      const kept = await remove(writing, request.row, { keeping, was: undone?.columns });
      if (kept === null) return null;
      const columns = Object.fromEntries(
        kept.columns.map((column, index) => [column, kept.before[index] ?? null]),
      );

      return runtime.changes.add(rawDb, {
        ...{ table: table.id, user: context.user, row: request.row },
        content: {
          kind: 'destroy',
          record: { ids: kept.identified.ids, columns },
          soft: softColumn(table) === undefined ? null : (kept.columns[0] ?? null),
        },
      });
    });

    return { undo };
  } catch (error) {
    if (!isRefusedDeletion(error)) throw error;
    // Read after the refusal: rows may have been added since the user saw them.
    throw new TableError('tables.edit_refused', isReferenced, {
      cause: error,
      extensions: { ...(await dependentsOf(plan, request.row, related)) },
    });
  }
}

const isReferenced: EnglishText =
  'Other records refer to this one, so it was not deleted. Delete or change them first.';

function isRefusedDeletion(error: unknown): boolean {
  return isForeignKeyFault(error) && !isOfApplication(error);
}

/**
 * Deletes the record of a row in a transaction of the caller, in the way that the definition declares. Returns what undoes that; null
 * if nothing does. Throws what `deleteRecord` throws, without the dependents.
 */
export async function deleteWithin(
  plan: RecordPlan,
  request: RecordRequest & { readonly row: string },
  transaction: Kysely<AnyDatabase>,
  keeping: Keeping | null,
): Promise<ChangedRow | null> {
  const { query } = plan;
  const rawDb = withSafeTexts(transaction.withoutPlugins());
  const writing = { plan, request, values: new Map(), transaction, rawDb };
  try {
    const kept = await remove(writing, request.row, { keeping, was: undefined });
    if (kept === null) return null;
    const { identified, columns, before } = kept;
    const row = { key: request.row, ids: identified.ids, before };
    if (softColumn(query.table) === undefined) return { ...row, after: null };
    const marked = await readTexts(rawDb, query.runtime.dialect, identified, columns);

    return marked ? { ...row, after: columns.map((column) => marked[column] ?? null) } : null;
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
  const { before } = typeof options === 'object' ? options : {};
  const { refused, ...dependents } = await dependentsOf(plan, row, related);
  if (softColumn(plan.query.table) !== undefined) return { dependents: [], soft: true };

  // A function may delete or change them first.
  return { ...dependents, ...(refused && before === undefined && { refused }) };
}

async function dependentsOf({ query, record }: RecordPlan, row: string, related: RelatedOptions) {
  const [identified] = (await findRecords(query.runtime.db, query, row, [record])) ?? [];
  if (!identified) throw notFound(row);

  return recordDependents(query, identified, related);
}

/** A deleted record as it was. */
interface Kept extends Pick<Keeping, 'columns'> {
  readonly identified: IdentifiedRecord;
  /** Texts of `columns`. */
  readonly before: readonly (string | null)[];
}

/** Returns what is kept of the record; null for nothing. `was`: the columns of the record have to be as they were. */
async function remove(
  writing: RecordWriting,
  rowId: string,
  { keeping, was }: { readonly keeping: Keeping | null; readonly was: StoredTexts | undefined },
): Promise<Kept | null> {
  const { plan, request, transaction, rawDb } = writing;
  const { query, record } = plan;
  const options = query.table.definition.records?.delete;
  const { soft, before, after } = typeof options === 'object' ? options : {};
  const { identified, kept } = await lockAndKeep(writing, rowId, keeping);
  const row = await readRow(transaction, query, rowId);
  if (row === null) throw notFound(rowId);
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
  const { dialect } = query.runtime;
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
  await loadRelations(transaction, [row], query.table.definition.with ?? {});
  if (before) await callRecord('delete.before', (change) => before({ ...change, row }), writing);
  if (softDelete === null) {
    await releaseFiles(rawDb, query, identified);
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

  return keeping && kept && { identified, columns: keeping.columns, before: kept };
}

/** Locks the record of a row, and reads what is kept of it; null for nothing. */
async function lockAndKeep(
  { plan: { query, record }, transaction, rawDb }: RecordWriting,
  rowId: string,
  keeping: Keeping | null,
): Promise<{ readonly identified: IdentifiedRecord; readonly kept: Kept['before'] | null }> {
  const { dialect } = query.runtime;
  if (keeping?.takesOthers === null) {
    // Reading locks the record: one statement less. Whether others refer to it has to be read after that.
    const [found] = (await findRecords(transaction, query, rowId, [record])) ?? [];
    const kept = found ? await readKept(rawDb, dialect, found, keeping) : null;
    if (!found || kept === null) throw notFound(rowId);

    return { identified: found, kept };
  }
  const locked = await lockRow({ query, row: rowId }, transaction, rawDb, new Map([[record, []]]));
  const identified = locked.get(record)?.identified;
  if (!identified) throw notFound(rowId);

  return { identified, kept: keeping && (await readKept(rawDb, dialect, identified, keeping)) };
}
