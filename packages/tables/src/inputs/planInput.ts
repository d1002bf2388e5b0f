import type { ActionInputField } from '../definition/ActionInput.ts';
import { describedField } from '../definition/fields.ts';
import type { TableAction } from '../definition/TableAction.ts';
import { anchorOf, editTarget, locateColumn } from '../edit/EditTarget.ts';
import { TableError } from '../errors.ts';
import { suggestWord } from '../format/suggestWord.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { ColumnKind } from '../query/ColumnKind.ts';
import { type ColumnRules, columnRules } from '../query/columnRules.ts';
import { dottedToDatabase } from '../query/databaseNames.ts';
import { fileColumns } from '../records/fileFields.ts';
import {
  type PlannedField,
  type PlannedFields,
  type PlanOptions,
  withChoices,
} from '../records/RecordPlan.ts';
import type { InputType } from '../template/inputSchema.ts';
import { fieldOf } from '../update/withInput.ts';

/** An action of a table. */
export interface NamedAction {
  readonly name: string;
  readonly action: TableAction;
}

/**
 * What an action asks a user for: the fields that exist for the user. Throws `tables.invalid_query` if the query has no such
 * column, or the table no such enumeration.
 */
export async function planInput(
  query: TableQuery,
  { name, action }: NamedAction,
  { references, hasPermission }: PlanOptions,
): Promise<PlannedFields> {
  const fields: PlannedField[] = [];
  for (const [field, given] of Object.entries(action.input ?? {})) {
    const options = given === true ? {} : given;
    const { permission } = options;
    if (permission !== undefined && hasPermission && !(await hasPermission(query.context.user, permission)))
      continue;
    fields.push(await planField({ query, name, action, field, options, references }));
  }

  return { query, fields };
}

interface Planning extends NamedAction, Pick<PlanOptions, 'references'> {
  readonly query: TableQuery;
  readonly field: string;
  readonly options: ActionInputField;
}

async function planField(planning: Planning): Promise<PlannedField> {
  const { query, name, field, options, references } = planning;
  const { table, runtime, context } = query;
  const refuse = (problem: string, remedy: string): never => {
    throw new TableError(
      'tables.invalid_query',
      `The field "${field}" of the action "${name}" of table "${table.id}" cannot be asked for: ${problem}. ${remedy}`,
    );
  };
  const data = columnOf(planning);
  const located = data === null ? null : locateColumn(data, query.query, refuse);
  if (located && holdsFiles(query, located)) {
    refuse('its column holds files', 'Files are sent by the form of a record; name another column.');
  }
  const { type: declared, required, ...more } = options;
  const described = describedField(
    field,
    { ...more, ...(data !== null && { column: data }) },
    {
      data,
      shown: data === null ? undefined : table.template.columns.find((column) => column.data === data),
    },
  );
  assertEnum(described.column.enum, planning, refuse);
  const referenceTables = await references(table, query.query, described, context);
  // It is written by the action, not by the field.
  const unwritten = { ...described, options: { ...described.options, write: () => undefined } };
  const target = editTarget(table, query.query, unwritten, referenceTables);
  const known =
    located && (await columnRules(runtime.rawDb, runtime.dialect, located.table)).get(located.column);
  // The default of the column is for new records.
  const rules: ColumnRules | null = known ? { ...known, hasDefault: false, constantDefault: null } : null;
  const isNullable = required === undefined ? target.isNullable : !required;

  return {
    ...withChoices(located ? target : { ...target, ...ofType(declared, target) }, rules),
    name: field,
    rules,
    isNullable,
    isReadOnly: false,
    isRequired: !isNullable && options.default === undefined,
  };
}

function holdsFiles(query: TableQuery, { alias, column }: { alias: string; column: string }): boolean {
  const record = anchorOf(query.table, query.query);

  return record?.alias === alias && fileColumns(query, record).has(column);
}

const kinds: Readonly<Record<InputType, ColumnKind>> = {
  string: 'text',
  number: 'decimal',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
  enum: 'other',
};

/** Type and kind of the values of a field without a column. */
function ofType(declared: InputType | undefined, { type, labels }: Pick<PlannedField, 'type' | 'labels'>) {
  if (declared === undefined) return { type: labels ? ('enum' as const) : type };

  return { type: declared === 'datetime' ? ('date' as const) : declared, kind: kinds[declared] };
}

/** The `table.column` of a field; null if it belongs to none. */
function columnOf({ query: { table, query }, action, field, options }: Planning): string | null {
  if (options.type !== undefined) return null;
  if (options.column !== undefined) return options.column;
  const record = anchorOf(table, query);
  if (record === null) return null;
  const alias = query.names.toHost(record.alias);
  const [set] = Object.entries(action.update?.set ?? {}).find(([, value]) => fieldOf(value) === field) ?? [];
  if (set !== undefined) return set.includes('.') ? set : `${alias}.${set}`;
  const own = dottedToDatabase(field, query.names);

  return record.table.columns.has(own) ? `${alias}.${field}` : null;
}

function assertEnum(
  name: string | null,
  { query: { table } }: Planning,
  refuse: (problem: string, remedy: string) => never,
): void {
  if (name === null || Object.hasOwn(table.enums, name)) return;
  const names = Object.keys(table.enums);
  const meant = suggestWord(name, names);
  refuse(
    `there is no enumeration "${name}"`,
    meant === undefined ? `Use one of: ${names.join(', ') || 'none'}.` : `Did you mean "${meant}"?`,
  );
}
