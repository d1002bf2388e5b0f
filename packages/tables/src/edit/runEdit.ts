import { isDeepStrictEqual } from 'node:util';
import { withSafeTexts } from '@rowhouse/drivers';
import type { EditResponse } from '@rowhouse/table-protocol';
import type { Kysely } from 'kysely';
import type { AnyDatabase, AnyRow } from '../definition/TableContext.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { runnerOf } from '../query/cancellable.ts';
import { loadRelations } from '../rows/completeRows.ts';
import { computeRows, type ResponseRow } from '../rows/computeRows.ts';
import { type CalledChange, callAfter } from './callEdit.ts';
import { type Edit, notFound, storedAs } from './Edit.ts';
import type { EditedRecord, EditTarget } from './EditTarget.ts';
import { type LockedColumns, lockRow } from './lockRow.ts';
import { readRow } from './records.ts';
import { isSameValue } from './sameValue.ts';
import { writeTransaction } from './writeTransaction.ts';
import { writeValue } from './writeValue.ts';

interface Applied {
  readonly row: ResponseRow | null;
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
  const { row, change } = await writeTransaction(edit.query.runtime, (open) => applyEdit(edit, open));
  const { after } = edit.hooks;
  if (change && after) await callAfter(after, change, edit.query);

  return { row };
}

async function applyEdit(edit: Edit, transaction: Kysely<AnyDatabase>): Promise<Applied> {
  const { query, row: id, target, value, given } = edit;
  const own = withSafeTexts(transaction.withoutPlugins());
  const locked = await lockRow({ query, row: id }, transaction, own, columnsRead(target));
  const row = await readRow(transaction, query, id);
  if (row === null) throw notFound(id);
  const shown = await present({ ...row }, query, transaction);
  const current = target.written
    ? locked.get(target.written.record)?.values[target.written.column]
    : { ...shown, ...row }[target.column.name];

  if (isSameValue(current, value, target, storedAs(edit))) {
    return { row: shown, change: null };
  }
  assertUnchanged(edit, shown);
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
  await writeValue(edit, { transaction, own, change, locked });

  const written = await readRow(transaction, query, id);

  return { row: written && (await present(written, query, transaction)), change };
}

/** The records of a row, the first of which identifies it, with the columns to be read of each. */
function columnsRead({ anchor, written }: EditTarget): LockedColumns {
  const records = new Map<EditedRecord, readonly string[]>(anchor ? [[anchor, []]] : []);

  return written ? records.set(written.record, [written.column]) : records;
}

/** The row as the data route returns it. Mutates its argument. */
export async function present(
  row: AnyRow,
  query: TableQuery,
  transaction: Kysely<AnyDatabase>,
): Promise<ResponseRow> {
  const [shown] = await computeRows([row], query, runnerOf(transaction));

  return shown ?? {};
}

/** Checks that the cell, and the version of the row, are what the client expects, if it sent them. */
function assertUnchanged(
  { given: { expected, expectedExact, version }, target: { column, version: declared } }: Edit,
  shown: ResponseRow,
): void {
  const exact = (shown._exact as Readonly<Record<string, string>> | undefined)?.[column.name] ?? null;
  const isChanged =
    (expectedExact !== undefined && expectedExact !== exact) ||
    (expected !== null && !isDeepStrictEqual(asSent(shown[column.name]), expected.cell)) ||
    (version !== null && declared !== null && String(asSent(shown[declared.attribute])) !== version);
  if (!isChanged) return;

  throw new TableError(
    'tables.row_changed',
    'The row has changed meanwhile, so nothing was written. Look at its new values, and try again if your change still applies.',
    { extensions: { current: shown } },
  );
}

/** A value after a JSON round trip. */
export function asSent(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}
