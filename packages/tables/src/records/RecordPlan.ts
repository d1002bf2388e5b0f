import { withSafeTexts } from '@rowhouse/drivers';
import { say } from '@rowhouse/problems';
import type { Kysely } from 'kysely';
import type { EnumMap } from '../definition/defineTable.ts';
import { formFields } from '../definition/fields.ts';
import type { HasPermission } from '../definition/Permits.ts';
import type { AnyDatabase } from '../definition/TableContext.ts';
import { userFields } from '../definition/userFields.ts';
import { anchorOf, type EditedRecord, type EditTarget, editTarget } from '../edit/EditTarget.ts';
import type { FindReferenceTables } from '../edit/referenceTables.ts';
import { TableError } from '../errors.ts';
import { valueLabels } from '../format/labels.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { type ColumnRules, columnRules } from '../query/columnRules.ts';
import { jsonText } from '../query/StoredForm.ts';
import { assertFiles, isFile } from './fileFields.ts';

/** The record of a row, and the fields of it that a user has. */
export interface RecordPlan {
  readonly query: TableQuery;
  readonly record: EditedRecord;
  readonly fields: readonly PlannedField[];
}

/** Fields of a form. */
export type PlannedFields = Pick<RecordPlan, 'query' | 'fields'>;

export interface PlannedField extends EditTarget {
  readonly name: string;
  /** What the database knows of the written column; null if a function writes. */
  readonly rules: ColumnRules | null;
  /** Shown, but not written. */
  readonly isReadOnly: boolean;
  /** Whether a new record needs a value of the field. */
  readonly isRequired: boolean;
}

export interface PlanOptions {
  readonly references: FindReferenceTables;
  /** Whether a user has the permission of a field. Defaults to true for all. */
  readonly hasPermission?: HasPermission | undefined;
}

/**
 * The fields of a record for the user of a query. A new record has no records of other tables yet, so that their fields are
 * left out. Throws `tables.invalid_query` if the database has no matching columns, and `tables.edit_refused` if a new record would
 * lack a value.
 */
export async function planRecord(
  query: TableQuery,
  options: PlanOptions,
  isNew: boolean,
): Promise<RecordPlan> {
  const plan = await planFields(query, options, isNew);
  if (isNew) await assertComplete(query, plan.record, plan.fields);

  return plan;
}

/** The same for a record of which the application writes other columns. */
export async function planFields(
  query: TableQuery,
  { references, hasPermission }: PlanOptions,
  isNew: boolean,
): Promise<RecordPlan> {
  const { table, runtime, context } = query;
  const record = recordAnchor(query);
  const shared = sharedRecords(record);
  const fields: PlannedField[] = [];
  const all = formFields(table, query.query.names.toHost(record.alias));
  for (const field of await userFields(all, { user: context.user, hasPermission })) {
    const { readOnly } = field.options;
    // What is only shown needs no column that can be written, except a file, which is found by its column.
    const shown =
      readOnly && !isFile(field)
        ? { ...field, options: { ...field.options, write: () => undefined } }
        : field;
    const served = readOnly ? null : await references(table, query.query, field, context);
    const target = editTarget(table, query.query, shown, served);
    const written = target.written && { ...target.written, record: shared(target.written.record) };
    const ofTable = written && (await columnRules(runtime.rawDb, runtime.dialect, written.record.table));
    const rules = (written && ofTable?.get(written.column)) ?? null;
    if (isNew && written && written.record !== record) continue;
    const isKey = written?.record === record && record.ids.some(({ column }) => column === written.column);
    // Other tables and open pages may refer to a record by its key.
    const isReadOnly = readOnly === true || rules?.isGenerated === true || (isKey && !isNew);
    if (isNew && (isReadOnly || rules?.isAutomatic)) continue;
    // SQLite accepts null in most keys.
    const isNullable = target.isNullable && !isKey;
    const { name } = field.column;
    const hasDefault = rules?.hasDefault === true || field.options.default !== undefined;
    const isRequired = written !== null && !isNullable && !hasDefault;
    fields.push({ ...withChoices(target, rules), written, isNullable, name, rules, isReadOnly, isRequired });
  }
  await assertFiles(query, fields);

  return { query, record, fields };
}

/** The record that the row identifier is of. Throws `tables.invalid_query` if it is of none. */
export function recordAnchor({ table, query }: TableQuery): EditedRecord {
  const record = anchorOf(table, query);
  if (record !== null) return record;

  throw new TableError(
    'tables.invalid_query',
    `The records of table "${table.id}" cannot be written: its row identifier is no column of a table of the query. ` +
      'Give the definition a `key` of such columns.',
  );
}

/** Refuses new records of a table with a column that needs a value, and that nothing gives one. */
async function assertComplete(
  { table, runtime }: TableQuery,
  record: EditedRecord,
  fields: readonly PlannedField[],
): Promise<void> {
  const { create } = table.definition.records ?? {};
  if (typeof create === 'object' && create.before) return;
  const rules = await columnRules(runtime.rawDb, runtime.dialect, record.table);
  const written = new Set(fields.map((field) => field.written?.column));
  const hasValue = (column: string) => {
    const { hasDefault = false, mayBeTriggered = false } = rules.get(column) ?? {};

    // What a trigger sets is not known: if it leaves the column empty, the database refuses the record.
    return hasDefault || mayBeTriggered || written.has(column);
  };
  const missing = [...record.table.columns].find(
    ([column, { isNullable }]) => !isNullable && !hasValue(column),
  );
  if (!missing) return;

  throw new TableError(
    'tables.edit_refused',
    say`Records cannot be created here: the column "${missing[0]}" needs a value, and you have no field for it. Ask an administrator.`,
  );
}

/** The same plan for queries within a transaction. */
export function planWithin(plan: RecordPlan, transaction: Kysely<AnyDatabase>): RecordPlan {
  const { query } = plan;
  const rawDb = withSafeTexts(transaction.withoutPlugins());

  return { ...plan, query: { ...query, runtime: { ...query.runtime, db: transaction, rawDb } } };
}

/** Fields of one record share its object, of which the first is given. */
export function sharedRecords(record: EditedRecord): (found: EditedRecord) => EditedRecord {
  const known = new Map([[identityOf(record), record]]);

  return (found) => {
    const same = known.get(identityOf(found)) ?? found;
    known.set(identityOf(found), same);

    return same;
  };
}

function identityOf({ alias, ids }: EditedRecord): string {
  return JSON.stringify([alias, ...ids.map(({ column }) => column)]);
}

/** A column that the database gives a list of values has these to choose from, unless the template has labels for them. */
export function withChoices(
  target: EditTarget,
  rules: ColumnRules | null,
): Pick<PlannedField, keyof EditTarget> {
  const { choices, isJson } = rules ?? {};
  if (isJson && target.form === null && target.type === 'string') return { ...target, form: jsonText };
  if (target.labels !== null || choices === undefined) return target;
  if (target.type !== 'string' && target.type !== 'number') return target;
  const labels: EnumMap =
    target.type === 'string' ? valueLabels(choices) : Object.fromEntries(choices.map((key) => [key, key]));

  return { ...target, type: 'enum', labels };
}
