import { withSafeTexts } from '@rowhouse/drivers';
import type { EditResponse } from '@rowhouse/table-protocol';
import type { Kysely } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { type CalledChange, callAfter } from '../edit/callEdit.ts';
import type { EditedRecord, EditTarget } from '../edit/EditTarget.ts';
import { editValue } from '../edit/editValue.ts';
import { type LockedColumns, lockRow } from '../edit/lockRow.ts';
import { notFound } from '../edit/notFound.ts';
import { present } from '../edit/presentRow.ts';
import { readerOf } from '../edit/records.ts';
import { isSameValue } from '../edit/sameValue.ts';
import { isOtherCell, isOtherVersion } from '../edit/seenCell.ts';
import { readTexts } from '../edit/storedTexts.ts';
import { writeTransaction } from '../edit/writeTransaction.ts';
import { TableError } from '../errors.ts';
import { assertApply } from '../records/assertApply.ts';
import { lockedColumns, lockedValues } from '../records/lockedFields.ts';
import { loadRelations } from '../rows/completeRows.ts';
import type { ResponseRow } from '../rows/computeRows.ts';
import { type Edit, storedAs } from './Edit.ts';
import { writeValue } from './writeValue.ts';

interface Applied {
  readonly row: ResponseRow | null;
  /** Id of the change, by which it is undone; null if it is not kept. */
  readonly undo: string | null;
  /** Null if nothing was written. */
  readonly change: CalledChange | null;
}

/**
 * Writes the value in one transaction, under locks of the row's records, and returns the row as it is then. A cell that
 * already has the value stays unchanged, regardless of what the client expects: the request is a repetition.
 *
 * Throws `tables.row_not_found`, `tables.row_changed`, `tables.edit_refused`, `tables.invalid_request`, `tables.busy` and
 * what the database throws.
 */
export async function runEdit(edit: Edit): Promise<EditResponse> {
  const { runtime, context } = edit.query;
  const isRecorded = await runtime.changes.keeps(context.user);
  const { row, undo, change } = await writeTransaction(runtime, (open) => applyEdit(edit, open, isRecorded));
  const { after } = edit.hooks;
  if (change && after) await callAfter(after, change, edit.query);

  return { row, ...(undo !== null && { undo }) };
}

async function applyEdit(
  edit: Edit,
  transaction: Kysely<AnyDatabase>,
  isRecorded: boolean,
): Promise<Applied> {
  const { query, row: id, target, plan, value, given } = edit;
  const rawDb = withSafeTexts(transaction.withoutPlugins());
  const [cell] = plan?.fields ?? [];
  const values = new Map(cell && [[cell, value]]);
  const columns = plan ? lockedColumns(plan, values) : columnsRead(target);
  const { written } = target;
  const exact = new Map(isRecorded && written ? [[written.record, [written.column]]] : []);
  const locked = await lockRow({ query, row: id }, transaction, rawDb, columns, exact);
  const read = readerOf(query, id);
  const row = await read(transaction);
  if (row === null) throw notFound(id);
  const shown = await present({ ...row }, query, transaction);
  const current = written
    ? locked.get(written.record)?.values[written.column]
    : { ...shown, ...row }[target.column.name];

  if (isSameValue(current, value, target, storedAs(edit))) {
    return { row: shown, undo: null, change: null };
  }
  assertUnchanged(edit, shown);
  if (plan) assertApply(plan, values, lockedValues(plan, locked, shown), () => 'value');
  await loadRelations(transaction, [row], query.table.definition.with ?? {});
  const { request, user, timeZone } = query.context;
  const change: CalledChange = {
    request,
    user,
    timeZone,
    row,
    value,
    ...{
      table: query.table.id,
      rowId: id,
      column: target.column.name,
      from: current,
      requestId: given.requestId,
    },
  };
  const before = written ? locked.get(written.record)?.texts[written.column] : undefined;
  await writeValue(edit, { transaction, rawDb, change, locked });
  const after = before === undefined ? undefined : await textNow(edit, rawDb, locked);
  const { changes } = query.runtime;
  const fields = {
    [target.column.name]: {
      from: editValue(current, target, query),
      before: before ?? null,
      after: after ?? null,
    },
  };
  const undo =
    after === undefined
      ? null
      : await changes.add(rawDb, { table: query.table.id, user, row: id, content: { kind: 'edit', fields } });

  const now = await read(transaction);

  return { row: now && (await present(now, query, transaction)), undo, change };
}

/** Exact text of the written column; undefined if a function writes the value, which is not undone. */
async function textNow(
  { query, target: { written } }: Edit,
  rawDb: Kysely<AnyDatabase>,
  locked: Awaited<ReturnType<typeof lockRow>>,
): Promise<string | null | undefined> {
  const found = written && locked.get(written.record)?.identified;
  if (!written || !found) return undefined;
  const texts = await readTexts(rawDb, query.runtime.dialect, found, [written.column]);

  return texts?.[written.column];
}

/** The records of a row, the first of which identifies it, with the columns to be read of each. */
function columnsRead({ anchor, written }: EditTarget): LockedColumns {
  const records = new Map<EditedRecord, readonly string[]>(anchor ? [[anchor, []]] : []);

  return written ? records.set(written.record, [written.column]) : records;
}

/** Checks that the cell, and the version of the row, are what the client expects, if it sent them. */
function assertUnchanged({ given, target: { column, version: declared } }: Edit, shown: ResponseRow): void {
  if (!isOtherCell(given, column.name, shown) && !isOtherVersion(given.version, declared, shown)) return;

  throw new TableError(
    'tables.row_changed',
    'The row has changed meanwhile, so nothing was written. Look at its new values, and try again if your change still applies.',
    { extensions: { current: shown } },
  );
}
