import { isRefusedWrite, withSafeTexts } from '@rowhouse/drivers';
import type { EnglishText } from '@rowhouse/problems';
import type { Kysely } from 'kysely';
import type { ChangeContent } from '../changes/Change.ts';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { IdentifiedRecord } from '../edit/records.ts';
import { rowIdOf, updateRecord } from '../edit/records.ts';
import { changedColumns, fromTexts, readTexts } from '../edit/storedTexts.ts';
import { writeTransaction } from '../edit/writeTransaction.ts';
import { TableError } from '../errors.ts';
import { columnRules } from '../query/columnRules.ts';
import { isOfApplication } from '../runtime/applicationErrors.ts';
import { claimChange } from './claimChange.ts';
import { insertAgain } from './insertAgain.ts';
import type { RecordPlan } from './RecordPlan.ts';
import { takeFilesBack } from './writeFiles.ts';

type Deletion = Extract<ChangeContent, { kind: 'destroy' }>;

/** Why a deleted record is not restored: the user would not see it, or the database refuses it. */
export const isHidden: EnglishText =
  'The record would not be one of your rows, so that it cannot be restored.';
export const isRefused: EnglishText =
  'The database refuses to restore the record: another one has one of its values now, or what it refers to is gone.';

/**
 * Undoes a deletion in one transaction: the record is as it was, with the same key. Throws `tables.edit_refused` if the database
 * refuses it, or it would not be one of the user's rows, and `tables.busy`. The restored record is not a new one: no function of
 * the definition is called.
 */
export async function restoreRecord(
  plan: RecordPlan,
  { id, content }: { readonly id: string; readonly content: Deletion },
): Promise<IdentifiedRecord> {
  const { query, record } = plan;
  const identified: IdentifiedRecord = { record, ids: content.record.ids };
  const rules = await columnRules(query.runtime.rawDb, query.runtime.dialect, record.table);
  try {
    await writeTransaction(query.runtime, async (transaction) => {
      const rawDb = withSafeTexts(transaction.withoutPlugins());
      await claimChange(rawDb, query, id);
      const { columns } = content.record;
      const deleted = { columns: Object.keys(columns), rows: [Object.values(columns)], rules };
      if (content.soft === null) {
        await insertAgain(rawDb, record, deleted, query.runtime.dialect);
        await takeFilesBack(rawDb, plan, deleted);
      } else {
        await unmark(rawDb, plan, identified, content);
      }
      if ((await rowIdOf(transaction, query, identified)) === null) throw refused(isHidden);
    });
  } catch (error) {
    if (!isRefusedWrite(error) || isOfApplication(error)) throw error;
    throw refused(isRefused, error);
  }

  return identified;
}

/** A record that was marked as deleted is still there, and may have been marked again or brought back. */
async function unmark(
  rawDb: Kysely<AnyDatabase>,
  { query, record }: RecordPlan,
  identified: IdentifiedRecord,
  { record: { columns } }: Deletion,
): Promise<void> {
  const { dialect } = query.runtime;
  const now = await readTexts(rawDb, dialect, identified, Object.keys(columns));
  if (now === undefined || changedColumns(now, columns).length === 0) {
    throw refused('The record is no longer there as it was deleted, so that it cannot be restored.');
  }
  await updateRecord(rawDb, query, identified, [...fromTexts(record, columns, dialect)]);
}

function refused(reason: EnglishText, cause?: unknown): TableError {
  return new TableError('tables.edit_refused', reason, cause === undefined ? {} : { cause });
}
