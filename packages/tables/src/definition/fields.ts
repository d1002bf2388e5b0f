import { humanised } from '../format/labels.ts';
import { plainColumn } from '../template/resolveTemplate.ts';
import type { TemplateColumn } from '../template/Template.ts';
import { fileRules } from './fileRules.ts';
import type { Table } from './Table.ts';
import type { RecordField } from './TableRecords.ts';

/** A value of rows that can be written: a cell, and a field of a form. */
export interface Field {
  /** The template's column of that name; one made for a field that has none. */
  readonly column: TemplateColumn;
  readonly options: RecordField;
}

type Described = Pick<Table, 'definition' | 'template'>;

/** The field of a cell; null for a column that is not editable. */
export function cellField(table: Described, name: string): Field | null {
  if (!table.definition.edit || holdsFile(table, name)) return null;
  const column = table.template.columns.find((each) => each.name === name && each.meta.editable);
  const options = fieldOptions(table, name);

  return column && options && !options.readOnly ? { column, options } : null;
}

/** A file is sent by a form only. */
function holdsFile({ definition: { records } }: Pick<Described, 'definition'>, name: string): boolean {
  const given = fieldNamed(records?.fields, name);

  return given !== undefined && fileRules(normalised(given)) !== null;
}

/** How the values of a column are written; null if they are not. */
export function fieldOptions(
  { definition: { edit, records } }: Pick<Described, 'definition'>,
  name: string,
): RecordField | null {
  const options = fieldNamed(edit?.columns, name) ?? fieldNamed(records?.fields, name);

  return options === undefined ? null : normalised(options);
}

/** The fields of the form of a record, whose table has this alias in the query. */
export function formFields({ definition, template }: Described, alias: string): readonly Field[] {
  return Object.entries(definition.records?.fields ?? {}).map(([name, given]) => {
    const options = normalised(given);
    const data = options.column ?? `${alias}.${name}`;
    const named = template.columns.find((column) => column.name === name);

    return describedField(name, options, {
      data,
      shown: named ?? template.columns.find((column) => column.data === data),
    });
  });
}

/** A field with the formats and the label of the template's column that shows it, if one does. */
export function describedField(
  name: string,
  options: RecordField,
  { data, shown }: { readonly data: string | null; readonly shown: TemplateColumn | undefined },
): Field {
  const label = options.label ?? shown?.label ?? humanised(name);
  const column = { ...(shown ?? plainColumn({ name, label, data })), name, label };

  return { column: { ...column, ...(options.enum !== undefined && { enum: options.enum }) }, options };
}

type Given = true | RecordField | NonNullable<RecordField['write']>;

function fieldNamed(fields: Readonly<Record<string, Given>> | undefined, name: string): Given | undefined {
  return fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Names of the permissions of fields of records, each once. */
export function fieldPermissions({ records }: Pick<Table['definition'], 'records'>): readonly string[] {
  const named = Object.values(records?.fields ?? {}).map((given) => normalised(given).permission);

  return [...new Set(named.filter((name) => name !== undefined))];
}

function normalised(given: Given): RecordField {
  if (given === true) return {};

  return typeof given === 'function' ? { write: given } : given;
}

/** Name of the member of rows with the version; null for a table without one. */
export function versionAttribute(table: Pick<Table, 'definition'>): string | null {
  return declaredVersion(table)?.split('.').at(-1) ?? null;
}

/** `table.column` of the version of rows; undefined for a table without one. */
export function declaredVersion({
  definition: { edit, records },
}: Pick<Table, 'definition'>): string | undefined {
  return edit?.version ?? records?.version;
}
