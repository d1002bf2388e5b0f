import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isConflict, withSafeTexts } from '@rowhouse/drivers';
import { isLockTimeout } from '@rowhouse/drivers/internal';
import type { EditResponse } from '@rowhouse/table-protocol';
import type { Kysely } from 'kysely';
import type { AnyDatabase, AnyRow } from '../definition/TableContext.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { runnerOf } from '../query/cancellable.ts';
import { loadRelations } from '../rows/completeRows.ts';
import { computeRows, type ResponseRow } from '../rows/computeRows.ts';
import { isOfApplication } from '../runtime/applicationErrors.ts';
import { type CalledChange, callAfter } from './callEdit.ts';
import { type Edit, notFound, storedAs } from './Edit.ts';
import { lockRow, RecordsMoved } from './lockRow.ts';
import { readRow } from './records.ts';
import { isSameValue } from './sameValue.ts';
import { writeValue } from './writeValue.ts';

interface Applied {
  readonly row: ResponseRow | null;
  /** Null if nothing was written. */
  readonly change: CalledChange | null;
}

/** Attempts in case of conflicts with other transactions, and milliseconds before the second attempt. */
const attempts = 5;
const firstDelay = 10;

/**
 * Writes the value in one transaction, under locks of the row's records, and returns the row as it is then. A cell that
 * already has the value stays unchanged, regardless of what the client expects: the request is a repetition.
 *
 * Throws `tables.row_not_found`, `tables.row_changed`, `tables.edit_refused`, `tables.invalid_request`, `tables.busy` and
 * what the database throws.
 */
export async function runEdit(edit: Edit): Promise<EditResponse> {
  const { db, dialect } = edit.query.runtime;
  const transaction = db.transaction();
  // With another isolation level, data read after waiting for a lock would be older than the lock.
  const isolated =
    dialect.rowCounts.lock === '' ? transaction : transaction.setIsolationLevel('read committed');

  for (let attempt = 1; ; attempt++) {
    try {
      const { row, change } = await isolated.execute((open) => applyEdit(edit, open));
      const { after } = edit.hooks;
      if (change && after) await callAfter(after, change, edit.query);

      return { row };
    } catch (error) {
      const isRepeatable = error instanceof RecordsMoved || (isConflict(error) && !isLockTimeout(error));
      if (!isRepeatable || isOfApplication(error)) throw error;
      if (attempt === attempts) {
        throw new TableError(
          'tables.busy',
          'Other transactions are changing the row at the same time. Try again in a moment.',
          { cause: error },
        );
      }
      await delay(firstDelay * 2 ** (attempt - 1));
    }
  }
}

async function applyEdit(edit: Edit, transaction: Kysely<AnyDatabase>): Promise<Applied> {
  const { query, row: id, target, value, given } = edit;
  const own = withSafeTexts(transaction.withoutPlugins());
  const locked = await lockRow(edit, transaction, own);
  const row = await readRow(transaction, query, id);
  if (row === null) throw notFound(id);
  const shown = await present({ ...row }, query, transaction);
  const current = target.written ? locked.value : { ...shown, ...row }[target.column.name];

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

/** The row as the data route returns it. Mutates its argument. */
async function present(
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
function asSent(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}
