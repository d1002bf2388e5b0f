import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { isConflict, isLockTimeout, isRefusedWrite, withSafeTexts } from '@rowhouse/drivers';
import type { EditResponse } from '@rowhouse/table-protocol';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AnyDatabase, AnyRow } from '../definition/defineTable.ts';
import { TableError } from '../errors.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { runnerOf } from '../query/cancellable.ts';
import type { ColumnKind } from '../query/dialects/Dialect.ts';
import { describe } from '../request/parse/Faults.ts';
import { loadRelations } from '../rows/completeRows.ts';
import { computeRows, type ResponseRow } from '../rows/computeRows.ts';
import { isOfApplication } from '../runtime/applicationErrors.ts';
import { callEdit } from './callEdit.ts';
import type { EditTarget } from './EditTarget.ts';
import type { EditRequest } from './parseEdit.ts';
import type { EditedValue } from './parseEditValue.ts';
import { type FoundRecord, findRecords, lockRecord, readRow, updateRecord } from './records.ts';
import { isSameValue } from './sameValue.ts';

/** A change of one cell, with everything read from its request. */
export interface Edit {
  /** Prepared for a request of this row. */
  readonly query: TableQuery;
  readonly row: string;
  readonly target: EditTarget;
  readonly value: EditedValue;
  readonly given: Pick<EditRequest, 'expected' | 'version' | 'requestId'>;
}

/** Attempts in case of conflicts with other transactions, and milliseconds before the second attempt. */
const attempts = 5;
const firstDelay = 10;

/**
 * Writes the value in one transaction, under locks of the row's records, and returns the row as it is then. A cell that has
 * the value already is left alone, whatever the client expects: that is a repeated request.
 *
 * Throws `tables.row_not_found`, `tables.row_changed`, `tables.edit_refused`, `tables.invalid_request`, `tables.busy` and
 * what the database throws.
 */
export async function runEdit(edit: Edit): Promise<EditResponse> {
  const { db, dialect } = edit.query.runtime;
  const transaction = db.transaction();
  // With another level, what is read after waiting for a lock would be older than the lock.
  const isolated =
    dialect.rowCounts.lock === '' ? transaction : transaction.setIsolationLevel('read committed');

  for (let attempt = 1; ; attempt++) {
    try {
      return { row: await isolated.execute((open) => applyEdit(edit, open)) };
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

/** The row refers to another record than before its records were locked. */
class RecordsMoved extends Error {}

async function applyEdit(edit: Edit, transaction: Kysely<AnyDatabase>): Promise<ResponseRow | null> {
  const { query, row: id, target, value } = edit;
  const own = withSafeTexts(transaction.withoutPlugins());
  const locked = await lockRow(edit, transaction, own);
  const row = await readRow(transaction, query, id);
  if (row === null) throw notFound(id);
  const shown = await present({ ...row }, query, transaction);
  const current = target.written ? locked.value : { ...shown, ...row }[target.column.name];

  if (isSameValue(current, value, target, storedAs(target.kind, query))) return shown;
  assertUnchanged(edit, shown);
  await assertReferenced(edit, own);
  await loadRelations(transaction, [row], query.table.definition.with ?? {});
  await write(edit, { transaction, own, row, locked });

  const written = await readRow(transaction, query, id);

  return written && present(written, query, transaction);
}

interface LockedRow {
  readonly anchor: FoundRecord | null;
  /** What the declared update writes to; null where a function writes. */
  readonly written: FoundRecord | null;
  /** Of the written column, as it was locked. */
  readonly value: unknown;
}

/** Locks the records of a row in the order of the table's query, so that two edits of one row wait for each other. */
async function lockRow(
  { query, row, target: { anchor, written } }: Edit,
  transaction: Kysely<AnyDatabase>,
  own: Kysely<AnyDatabase>,
): Promise<LockedRow> {
  if (!query.query.decomposable) return { anchor: null, written: null, value: undefined };
  const records = [...new Set([anchor, written?.record ?? null])].filter((record) => record !== null);
  const found = await findRecords(transaction, query, row, records);
  if (found === null) throw notFound(row);
  const values = new Map<EditRecordKey, unknown>();

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
  // Meanwhile the row may refer to another record.
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
  const of = (record: EditRecordKey | null) =>
    found.find((each) => each !== null && each.record === record) ?? null;

  return {
    anchor: of(anchor),
    written: of(written?.record ?? null),
    value: written ? values.get(written.record) : undefined,
  };
}

type EditRecordKey = NonNullable<EditTarget['anchor']>;

/** The row as the data route returns it. Changes the row that it gets. */
async function present(
  row: AnyRow,
  query: TableQuery,
  transaction: Kysely<AnyDatabase>,
): Promise<ResponseRow> {
  const [shown] = await computeRows([row], query, runnerOf(transaction));

  return shown ?? {};
}

/** The cell, and the version of the row, are what the client expects, if it says so. */
function assertUnchanged(
  { given: { expected, version }, target: { column, version: declared } }: Edit,
  shown: ResponseRow,
): void {
  const isChanged =
    (expected !== null && !isDeepStrictEqual(asSent(shown[column.name]), expected.cell)) ||
    (version !== null && declared !== null && String(asSent(shown[declared.attribute])) !== version);
  if (!isChanged) return;

  throw new TableError(
    'tables.row_changed',
    'The row has changed meanwhile, so nothing was written. Look at its new values, and try again if your change still applies.',
    { extensions: { current: shown } },
  );
}

/** A value as its JSON is read. */
function asSent(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

async function assertReferenced({ target, value, query }: Edit, own: Kysely<AnyDatabase>): Promise<void> {
  const { references } = target;
  if (references === null || value === null) return;
  const { schema, name } = references.table;
  const table = schema === null ? sql.id(name) : sql.id(schema, name);
  const { hasIdentifier } = query.runtime.dialect;
  const { rows } = await writing(
    () =>
      sql`select 1 as found from ${table} where ${hasIdentifier(sql.id(references.column), String(value))}`.execute(
        own,
      ),
    value,
  );
  if (rows.length === 0) throw refused(value, 'is not one of the values that the column can refer to');
}

interface Writing {
  readonly transaction: Kysely<AnyDatabase>;
  readonly own: Kysely<AnyDatabase>;
  readonly row: AnyRow;
  readonly locked: LockedRow;
}

async function write(edit: Edit, { transaction, own, row, locked }: Writing): Promise<void> {
  const { query, target, value, given } = edit;
  const { before, write: writeItself } = target.edit;
  const change = { column: target.column.name, row, value, requestId: given.requestId };
  if (before) await callEdit(before, 'before', change, { transaction, query });
  const version = target.version?.isCounter ? target.version.column : null;
  const raised = version === null ? [] : [[version, sql`${sql.id(version)} + 1`] as const];
  const { written, anchor } = locked;

  if (written === null || target.written === null) {
    if (writeItself) await callEdit(writeItself, 'write', change, { transaction, query });
    if (anchor && raised.length > 0) await updateRecord(own, query, anchor, raised);

    return;
  }
  const { column } = target.written;
  const set = [column, parameter(value, target.kind, query)] as const;
  const isTogether = written.record === anchor?.record;
  await writing(() => updateRecord(own, query, written, [set, ...(isTogether ? raised : [])]), value);
  if (anchor && !isTogether && raised.length > 0) await updateRecord(own, query, anchor, raised);
  // Databases round what has too many digits, and say nothing.
  if (target.type !== 'number') return;
  const stored = await lockRecord(own, query, written, column);
  if (!isSameValue(stored?.value, value, target, storedAs(target.kind, query))) {
    throw refused(value, 'has more digits than the column stores');
  }
}

/** Errors of the database about the value are the client's. */
async function writing<T>(run: () => Promise<T>, value: EditedValue): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isRefusedWrite(error)) throw error;
    throw refused(
      value,
      'is refused: it is too long, out of range, already in use, or refers to nothing',
      error,
    );
  }
}

function refused(value: EditedValue, fault: string, cause?: unknown): TableError {
  const message = `${describe(value)} ${fault}; send another value.`;

  return new TableError('tables.invalid_request', `value: ${message}`, {
    fields: { value: [message] },
    ...(cause !== undefined && { cause }),
  });
}

function notFound(row: string): TableError {
  return new TableError(
    'tables.row_not_found',
    `The table has no row ${describe(row)}, or no longer. Reload the table.`,
  );
}

function storedAs(kind: ColumnKind, { catalogue: { datesAreUtc } }: TableQuery) {
  return { kind, datesAreUtc };
}

/** The value as a parameter of a statement for a column of that kind. */
function parameter(
  value: EditedValue,
  kind: ColumnKind,
  { runtime: { dialect } }: TableQuery,
): RawBuilder<unknown> {
  if (value === null) return sql`null`;
  if (typeof value === 'boolean') return sql`${dialect.boolean(value, kind)}`;
  if (kind === 'timestamp' || kind === 'timestamptz') return sql`${dialect.instant(new Date(value), kind)}`;
  const isNumber = kind === 'integer' || kind === 'decimal' || kind === 'float';

  return isNumber ? dialect.number(value, kind) : sql`${value}`;
}
