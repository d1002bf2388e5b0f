import { isRefusedWrite } from '@rowhouse/drivers';
import { say, type Text } from '@rowhouse/problems';
import { type Kysely, sql } from 'kysely';
import type { AnyDatabase } from '../definition/TableContext.ts';
import type { EditedValue } from '../definition/TableEdit.ts';
import { type CalledChange, callEdit } from '../edit/callEdit.ts';
import type { EditedRecord } from '../edit/EditTarget.ts';
import type { LockedRecord } from '../edit/lockRow.ts';
import { parameter } from '../edit/parameter.ts';
import { lockRecord, updateRecord } from '../edit/records.ts';
import { referenceFault } from '../edit/referenceFault.ts';
import { isSameValue, mayBeRounded } from '../edit/sameValue.ts';
import { TableError } from '../errors.ts';
import { sendAnother } from '../request/parse/Faults.ts';
import { type Edit, storedAs } from './Edit.ts';

interface Writing {
  readonly transaction: Kysely<AnyDatabase>;
  readonly rawDb: Kysely<AnyDatabase>;
  readonly change: CalledChange;
  readonly locked: ReadonlyMap<EditedRecord, LockedRecord>;
}

/** Writes the value by the declared update or a function, and increments the version of the row. */
export async function writeValue(edit: Edit, { transaction, rawDb, change, locked }: Writing): Promise<void> {
  const { query, target, value, hooks } = edit;
  const { before, write: writeItself } = target.options;
  if (hooks.before) await callEdit(hooks.before, 'edits.before', change, transaction);
  if (before) await callEdit(before, 'before', change, transaction);
  const fault = await referenceFault(target, value, { transaction, rawDb, dialect: query.runtime.dialect });
  if (fault !== null) throw refused(value, fault);
  const version = target.version?.isCounter ? target.version.column : null;
  const raised = version === null ? [] : [[version, sql`${sql.id(version)} + 1`] as const];
  const anchor = target.anchor && locked.get(target.anchor)?.identified;
  const written = target.written && locked.get(target.written.record)?.identified;

  if (!written || target.written === null) {
    if (writeItself) await callEdit(writeItself, 'write', change, transaction);
    if (anchor && raised.length > 0) await updateRecord(rawDb, query, anchor, raised);

    return;
  }
  const { column } = target.written;
  const set = [column, parameter(value, target, query.runtime.dialect)] as const;
  const isTogether = written.record === anchor?.record;
  await writing(() => updateRecord(rawDb, query, written, [set, ...(isTogether ? raised : [])]), value);
  if (anchor && !isTogether && raised.length > 0) await updateRecord(rawDb, query, anchor, raised);
  if (!mayBeRounded(target)) return;
  const stored = await lockRecord(rawDb, query, written, [column]);
  if (!isSameValue(stored?.[column], value, target, { ...storedAs(edit), isRounded: true })) {
    throw refused(value, say`has more digits than the column stores`);
  }
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
  const message = sendAnother(value, fault);

  return new TableError('tables.invalid_request', say`value: ${message}`, {
    fields: { value: [message] },
    ...(cause !== undefined && { cause }),
  });
}
