import { isForeignKeyFault, isRefusedWrite, withSafeTexts } from '@rowhouse/drivers';
import { type EnglishText, say, Text } from '@rowhouse/problems';
import type { Kysely } from 'kysely';
import type { ActionRun } from '../actions/ActionRun.ts';
import { failureMessage } from '../actions/callHandler.ts';
import type { FailedRow } from '../actions/handleRows.ts';
import { inHalves } from '../actions/inHalves.ts';
import type { RunSteps } from '../actions/RunSteps.ts';
import type { Change, RowsChange } from '../changes/Change.ts';
import { type ChangedRow, countRows, lastReadable, readRows } from '../changes/changedRows.ts';
import type { ActionFailure, ActionSummary } from '../definition/TableAction.ts';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { EditedRecord } from '../edit/EditTarget.ts';
import { TableError } from '../errors.ts';
import { listSize } from '../query/actionTables.ts';
import { claimChange } from '../records/claimChange.ts';
import { isHidden, isRefused } from '../records/restoreRecord.ts';
import { restoreRows, type UndoneRow } from './restoreRows.ts';
import { type UndoTarget, undoTarget } from './UndoTarget.ts';

/** A change of many rows. */
export type ChangeOfRows = Change & { readonly content: RowsChange };

/** Whether the run that makes a change has not ended. Queried in the transaction: there may be no other connection. */
export type IsRunning = (db: Kysely<AnyDatabase>, run: string) => Promise<boolean>;

/**
 * Undoes a change of many rows by a run like the one that made it: in chunks, each exactly once, the last rows first, as a record may have
 * been changed twice. Rows that were changed since are its failures.
 */
export function undoSteps(
  { id, content }: ChangeOfRows,
  { isRunning, takesMore }: { readonly isRunning: IsRunning } & Pick<RunSteps, 'takesMore'>,
): RunSteps {
  let target: UndoTarget | null = null;

  return {
    async list(transaction, { query }) {
      const rawDb = withSafeTexts(transaction.withoutPlugins());
      if (await isRunning(transaction, content.run)) {
        throw new TableError(
          'tables.edit_refused',
          'The change is still being made. Wait for its end, or cancel it; then undo it.',
        );
      }
      await undoTarget(query, content, rawDb);

      return countRows(rawDb, id);
    },

    start: (transaction, { query }) => claimChange(withSafeTexts(transaction.withoutPlugins()), query, id),

    change: async () => null,

    async handle(part, place, attempt) {
      const { run, total, transaction } = place;
      const rawDb = withSafeTexts(transaction.withoutPlugins());
      target ??= await undoTarget(run.query, content, rawDb);
      const resolved = target;
      const first = part.list * listSize;
      const all = { start: total - first - part.end, end: total - first - part.start };
      const positions = { ...all, start: await lastReadable(rawDb, id, all) };
      const rows = (await readRows(rawDb, id, positions)).reverse();
      if (rows.length < positions.end - positions.start) {
        throw new TableError(
          'tables.action_unavailable',
          'The change is no longer kept, so that it cannot be undone.',
        );
      }
      const { results, conflict } = await inHalves(rows.length, place, attempt, (db, start, end) =>
        restoreRows(
          resolved,
          { rawDb: withSafeTexts(db.withoutPlugins()), host: db },
          rows.slice(start, end),
        ),
      );

      return { done: results.length, gone: 0, failures: failuresOf(results, rows, resolved, run), conflict };
    },

    takesMore,
    message: content.deletes ? restoredMessage : undoneMessage,
  };
}

type Result = UndoneRow | { readonly error: unknown };

function failuresOf(
  results: readonly Result[],
  rows: readonly ChangedRow[],
  target: UndoTarget,
  run: ActionRun,
): FailedRow[] {
  return results.flatMap((result, index): FailedRow[] => {
    const row = rows[index];
    if (result === 'undone' || row === undefined) return [];

    return [{ index, failure: failureOf(row, reasonOf(result, row, run), target) }];
  });
}

const reasons: Readonly<Record<Exclude<UndoneRow, 'undone'>, EnglishText>> = {
  changed: 'The row was changed after you.',
  // Which of the two, only who sees the row may know.
  missing: 'The row no longer exists, or is not one of your rows.',
  hidden: isHidden,
  taken: isRefused,
};

function reasonOf(
  result: Exclude<Result, 'undone'>,
  { key, before, after }: ChangedRow,
  run: ActionRun,
): EnglishText | Text {
  if (typeof result === 'string') return reasons[result];
  if (before === null && isForeignKeyFault(result.error)) return 'Other records refer to the row.';
  if (after === null && isRefusedWrite(result.error)) return isRefused;
  if (isRefusedWrite(result.error)) return 'The database refuses to write the row as it was.';

  const dtRowId = key ?? '';

  return failureMessage(result.error, run, [{ dtRowId, [run.query.table.template.dtRowId]: dtRowId }]);
}

function failureOf(
  { key, ids }: ChangedRow,
  message: EnglishText | Text,
  { record }: UndoTarget,
): ActionFailure {
  return {
    dtRowId: sentRowId(key ?? ids.join(' '), record),
    message: String(message),
    ...(message instanceof Text && { text: message }),
  };
}

/** The identifier of a row as clients have it: a number if its column has numbers. */
export function sentRowId(id: string, { ids }: EditedRecord): string | number {
  const isNumber = ids.length === 1 && ids[0]?.stored?.kind === 'integer';

  return isNumber && Number.isSafeInteger(Number(id)) ? Number(id) : id;
}

function undoneMessage(summary: ActionSummary): Text {
  return messageOf(summary, {
    done: 'The change of {0|# row|# rows} was undone.',
    failed: '{0|# row was changed since and stays as it is|# rows were changed since and stay as they are}.',
  });
}

/** Of deleted records. */
function restoredMessage(summary: ActionSummary): Text {
  return messageOf(summary, {
    done: '{0|# row was restored|# rows were restored}.',
    failed: '{0|# row could not be restored|# rows could not be restored}.',
  });
}

function messageOf(
  { state, total, processed, failed }: ActionSummary,
  texts: Readonly<Record<'done' | 'failed', EnglishText>>,
): Text {
  const left = total - processed - failed;
  const sentences: readonly (readonly [isSaid: boolean, text: EnglishText, rows: number])[] = [
    [true, texts.done, processed],
    [failed > 0, texts.failed, failed],
    [state === 'cancelled', 'It was cancelled; {0|# row was not processed|# rows were not processed}.', left],
  ];

  return sentences
    .filter(([isSaid]) => isSaid)
    .map(([, text, rows]) => new Text(text, [rows]))
    .reduce((all, next) => say`${all} ${next}`);
}
