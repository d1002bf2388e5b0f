import { isRefusedWrite } from '@rowhouse/drivers';
import { say, type Text } from '@rowhouse/problems';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { TableError } from '../errors.ts';
import type { ColumnKind } from '../query/ColumnKind.ts';
import type { Dialect } from '../query/dialects/Dialect.ts';
import { describe } from '../request/parse/Faults.ts';
import { type CalledChange, callEdit } from './callEdit.ts';
import { type Edit, storedAs } from './Edit.ts';
import type { LockedRow } from './lockRow.ts';
import type { EditedValue } from './parseEditValue.ts';
import { lockRecord, readRow, updateRecord } from './records.ts';
import { isSameValue } from './sameValue.ts';

interface Writing {
  readonly transaction: Kysely<AnyDatabase>;
  readonly own: Kysely<AnyDatabase>;
  readonly change: CalledChange;
  readonly locked: LockedRow;
}

/** Writes the value by the declared update or a function, and increments the version of the row. */
export async function writeValue(edit: Edit, { transaction, own, change, locked }: Writing): Promise<void> {
  const { query, target, value, hooks } = edit;
  const { before, write: writeItself } = target.edit;
  if (hooks.before) await callEdit(hooks.before, 'edits.before', change, transaction);
  if (before) await callEdit(before, 'before', change, transaction);
  await assertReferenced(edit, transaction, own);
  const version = target.version?.isCounter ? target.version.column : null;
  const raised = version === null ? [] : [[version, sql`${sql.id(version)} + 1`] as const];
  const { written, anchor } = locked;

  if (written === null || target.written === null) {
    if (writeItself) await callEdit(writeItself, 'write', change, transaction);
    if (anchor && raised.length > 0) await updateRecord(own, query, anchor, raised);

    return;
  }
  const { column } = target.written;
  const set = [column, parameter(value, target.kind, query.runtime.dialect)] as const;
  const isTogether = written.record === anchor?.record;
  await writing(() => updateRecord(own, query, written, [set, ...(isTogether ? raised : [])]), value);
  if (anchor && !isTogether && raised.length > 0) await updateRecord(own, query, anchor, raised);
  // Databases round values with too many digits without an error.
  if (target.type !== 'number') return;
  const stored = await lockRecord(own, query, written, column);
  if (!isSameValue(stored?.value, value, target, storedAs(edit))) {
    throw refused(value, say`has more digits than the column stores`);
  }
}

const notReferenced = say`is not one of the values that the column can refer to`;

async function assertReferenced(
  { target, value, query }: Edit,
  transaction: Kysely<AnyDatabase>,
  own: Kysely<AnyDatabase>,
): Promise<void> {
  const { references, served } = target;
  if (value === null) return;
  if (served !== null) {
    // A row that the user does not see is refused like one that does not exist.
    for (const table of served.tables) {
      if ((await readRow(transaction, await table.prepare(), String(value))) !== null) return;
    }
    throw refused(value, notReferenced);
  }
  if (references === null) return;
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
  if (rows.length === 0) throw refused(value, notReferenced);
}

/** Errors of the database about the value are caused by the client. */
async function writing<T>(run: () => Promise<T>, value: EditedValue): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isRefusedWrite(error)) throw error;
    throw refused(
      value,
      say`is refused: it is too long, out of range, already in use, or refers to nothing`,
      error,
    );
  }
}

function refused(value: EditedValue, fault: Text, cause?: unknown): TableError {
  const message = say`${describe(value)} ${fault}; send another value.`;

  return new TableError('tables.invalid_request', say`value: ${message}`, {
    fields: { value: [message] },
    ...(cause !== undefined && { cause }),
  });
}

/** The value as a statement parameter for a column of that kind. */
export function parameter(value: EditedValue, kind: ColumnKind, dialect: Dialect): RawBuilder<unknown> {
  if (value === null) return sql`null`;
  if (typeof value === 'boolean') return sql`${dialect.boolean(value, kind)}`;
  if (kind === 'timestamp' || kind === 'timestamptz') return sql`${dialect.instant(new Date(value), kind)}`;
  const isNumber = kind === 'integer' || kind === 'decimal' || kind === 'float';

  return isNumber ? dialect.number(value, kind) : sql`${value}`;
}
