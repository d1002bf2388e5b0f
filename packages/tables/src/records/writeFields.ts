import type { Kysely, RawBuilder } from 'kysely';
import type { ChangedField } from '../changes/Change.ts';
import type { AnyDatabase, AnyRow } from '../definition/TableContext.ts';
import type { EditHooks } from '../definition/TableEdit.ts';
import type { RecordChange } from '../definition/TableRecords.ts';
import { type CalledChange, callEdit, callInTransaction } from '../edit/callEdit.ts';
import type { EditedRecord } from '../edit/EditTarget.ts';
import { parameter } from '../edit/parameter.ts';
import { referenceFault } from '../edit/referenceFault.ts';
import { fromTexts } from '../edit/storedTexts.ts';
import { Faults, sendAnother } from '../request/parse/Faults.ts';
import type { WrittenColumns } from './insertRecord.ts';
import type { ParsedValues, RecordRequest } from './parseRecord.ts';
import type { PlannedField, RecordPlan } from './RecordPlan.ts';

/** A change of one record within its transaction. */
export interface RecordWriting {
  readonly plan: RecordPlan;
  readonly request: RecordRequest;
  /** The values to be written. */
  readonly values: ParsedValues;
  readonly transaction: Kysely<AnyDatabase>;
  /** The same without the application's plugins. */
  readonly rawDb: Kysely<AnyDatabase>;
  /** Field → the change of it that is undone: its text before is written, exactly. */
  readonly undone?: ReadonlyMap<PlannedField, ChangedField>;
}

/** Calls a function of the definition, such as `create.before`. */
export async function callRecord<T>(
  name: string,
  run: (change: Omit<RecordChange, 'db'> & { readonly db: Kysely<AnyDatabase> }) => T | Promise<T>,
  { plan, request, values, transaction }: RecordWriting,
): Promise<T> {
  const { request: asked, user, timeZone } = plan.query.context;
  const named = Object.fromEntries([...values].map(([field, value]) => [field.name, value]));
  const change = { request: asked, user, timeZone, values: named, requestId: request.requestId };

  return callInTransaction(
    (db) => run({ ...change, db }),
    `${name}() of the records of table "${plan.query.table.id}"`,
    transaction,
  );
}

/** Throws `tables.invalid_request` with every field that refers to no record, or to one that the user does not see. */
export async function assertReferences({ plan, values, transaction, rawDb }: RecordWriting): Promise<void> {
  const faults = new Faults();
  const { dialect } = plan.query.runtime;
  for (const [field, value] of values) {
    const fault = await referenceFault(field, value, { transaction, rawDb, dialect });
    if (fault !== null) faults.add(`values.${field.name}`, sendAnother(value, fault));
  }
  faults.throwIfAny();
}

/** The columns that the values set, by record. */
export function writtenColumns({
  plan,
  values,
  undone,
}: Pick<RecordWriting, 'plan' | 'values' | 'undone'>): ReadonlyMap<EditedRecord, WrittenColumns> {
  const { dialect } = plan.query.runtime;
  const byRecord = new Map<EditedRecord, Map<string, RawBuilder<unknown>>>();
  for (const [field, value] of values) {
    const { written } = field;
    if (written === null) continue;
    const { record, column } = written;
    const columns = byRecord.get(record) ?? new Map<string, RawBuilder<unknown>>();
    const exact = undone?.get(field);
    const text = exact && fromTexts(record, { [column]: exact.before }, dialect).get(column);
    byRecord.set(record, columns.set(column, text ?? parameter(value, field, dialect)));
  }

  return byRecord;
}

interface FieldCalls {
  /** Not formatted, with relations loaded. */
  readonly row: AnyRow;
  readonly rowId: string;
  readonly from: (field: PlannedField) => unknown;
}

/** Calls a function of each changed field, in the order of the form. */
export async function callFields(
  name: 'before' | 'write',
  { plan, request, values, transaction }: RecordWriting,
  { row, rowId, from }: FieldCalls,
  hooks: EditHooks = {},
): Promise<readonly CalledChange[]> {
  const { request: asked, user, timeZone } = plan.query.context;
  const changes: CalledChange[] = [];
  for (const [field, value] of values) {
    const run = field.options[name];
    const change: CalledChange = {
      ...{ request: asked, user, timeZone, row, value, rowId, requestId: request.requestId },
      table: plan.query.table.id,
      column: field.name,
      from: from(field),
    };
    changes.push(change);
    if (name === 'before' && hooks.before) await callEdit(hooks.before, 'edits.before', change, transaction);
    if (run) await callEdit(run, name, change, transaction);
  }

  return changes;
}

/** Whether a field has functions, which need the row of the record. */
export function hasFunctions(values: ParsedValues): boolean {
  return [...values.keys()].some(({ options }) => options.before ?? options.write);
}
