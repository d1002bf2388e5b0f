import type { RecordField, RecordForm } from '@rowhouse/table-protocol';
import type { EditValue } from '@rowhouse/table-protocol/internal';
import { optionsFilter, writtenData } from '../edit/EditTarget.ts';
import { shownNumber, storedItems } from '../edit/editValue.ts';
import { itemSchema } from '../edit/fieldForm.ts';
import { jsonLimitOf, textLimitOf } from '../edit/parseEditValue.ts';
import { type InitContext, ownPath, routePath } from '../init/InitContext.ts';
import { type FilePaths, fileMember } from './fileFields.ts';
import { defaultsOf } from './parseRecord.ts';
import type { PlannedField, PlannedFields, RecordPlan } from './RecordPlan.ts';

export interface FormContext extends Pick<InitContext, 'routes' | 'pathParams' | 'locale' | 'mayUse'> {
  /** Missing where files are neither sent nor read. */
  readonly files?: Omit<FilePaths, 'routes' | 'pathParams' | 'locale'>;
}

/** The fields of a form for clients. */
export function formOf(plan: PlannedFields, context: FormContext): RecordField[] {
  return plan.fields.map((field) => fieldOf(field, plan, context));
}

function fieldOf(field: PlannedField, plan: PlannedFields, context: FormContext): RecordField {
  const { name, column, options, rules, type, kind, labels, form } = field;
  const { help, section, when } = options;
  const decimals =
    (form?.kind === 'list' ? form.itemKind : kind) === 'integer' && !column.meta.cents
      ? 0
      : (column.number?.precision ?? rules?.digits?.afterPoint);
  const limit = Math.min(limitOf(field), rules?.maxLength ?? Number.POSITIVE_INFINITY);
  const isJson = form?.kind === 'json' && type === 'string';
  const isList = form?.kind === 'list';
  const file = fileMember(field, context.files && { ...context, ...context.files });
  const bound = (side: 'min' | 'max') => {
    const found = rules?.[side];

    return type === 'number' && found && !found.isExclusive
      ? { [side]: shownNumber(found.value, column.meta.cents) }
      : {};
  };

  return {
    name,
    label: column.label,
    type,
    ...choicePath(field, plan, context),
    ...(file && { file }),
    ...(type === 'string' && !file && { maxLength: limit }),
    ...(type === 'string' && limit > longLine && !isList && !file && { isLong: true as const }),
    ...(isList && { isList: true as const }),
    ...(isJson && { isJson: true as const }),
    ...(type === 'date' && kind !== 'date' && { hasTime: true as const }),
    ...(labels && type === 'enum' && { enum: { ...labels } }),
    ...(type === 'number' && decimals !== undefined && { decimals }),
    ...(type === 'number' && isUngrouped(field) && { isUngrouped: true as const }),
    ...bound('min'),
    ...bound('max'),
    ...(field.isRequired && { required: true as const }),
    ...(field.isReadOnly && { readOnly: true as const }),
    ...(rules?.hasDefault && { hasDefault: true as const }),
    ...(help !== undefined && { help }),
    ...(section !== undefined && { section }),
    ...(when && {
      when: Object.fromEntries(Object.entries(when).map(([other, value]) => [other, [value].flat()])),
    }),
  };
}

/** Most characters of a text, or of each of a list. */
function limitOf({ form, options }: PlannedField): number {
  if (form?.kind === 'json') return jsonLimitOf(options);

  return textLimitOf(form?.kind === 'list' ? { schema: itemSchema(options.schema) ?? {} } : options);
}

/** Years, and numbers that their column shows like them. */
function isUngrouped({ column, rules }: PlannedField): boolean {
  return column.number?.thousand === '' || rules?.isYear === true;
}

/** Characters of a text above which a form shows several lines. */
const longLine = 255;

/** Where the options of a `select` come from: the route of a filter, otherwise the names of the rows of a served table. */
function choicePath(
  field: PlannedField,
  { query }: PlannedFields,
  context: FormContext,
): Pick<RecordField, 'path' | 'names'> {
  const { table } = query;
  const { routeName = null } = optionsFilter(table.template, field) ?? {};
  if (routeName !== null && context.mayUse(routeName)) return { path: routePath(routeName, context) };
  const data = field.referenceTables?.tables
    .map((other) => other.table.routeNames.data)
    .find((name) => context.routes.find(name) !== null);
  if (data === undefined) return {};

  return {
    path: ownPath(data, context),
    names: writtenData(table, field) === field.column.data ? 'id' : 'name',
  };
}

/** The defaults of the definition, and the constants among those of the database. */
export function newValues({ fields }: Pick<RecordPlan, 'fields'>): RecordForm['values'] {
  const ofDatabase = fields.flatMap(({ name, rules, type, column, form }): [string, EditValue][] => {
    const value = rules?.constantDefault ?? null;
    if (value === null || type === 'date') return [];
    if (form?.kind === 'list') return [[name, storedItems(value, form)]];
    if (type === 'boolean') return [[name, value === true || value === '1']];

    return [[name, type === 'number' ? shownNumber(String(value), column.meta.cents) : String(value)]];
  });

  return { ...Object.fromEntries(ofDatabase), ...(defaultsOf(fields) as RecordForm['values']) };
}
