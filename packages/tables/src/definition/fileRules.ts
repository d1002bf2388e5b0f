import { readFileValue } from '@rowhouse/table-protocol/internal';
import type { Template, TemplateColumn } from '../template/Template.ts';
import type { TableDefinition } from './defineTable.ts';
import type { FileRules, RecordField, TableRecords } from './TableRecords.ts';

const defaultMaxBytes = 10_000_000;

/** The files that a field may hold; null for a field of other values. */
export function fileRules({
  file = false,
}: Pick<RecordField, 'file'>): (FileRules & { readonly maxBytes: number }) | null {
  if (file === false) return null;

  return { maxBytes: defaultMaxBytes, ...(file === true ? {} : file) };
}

/** Whether fields of the records of a definition hold files. */
export function hasFiles({ records }: { readonly records?: TableRecords | undefined }): boolean {
  return Object.values(records?.fields ?? {}).some(
    (given) => typeof given === 'object' && fileRules(given) !== null,
  );
}

/** The resource of columns that show the name of a file, which is written by a field. */
const fileResource = 'rowhouse:file';

/** The template with columns that show the names of files, where fields of the records hold these. */
export function withFileNames(template: Template, definition: Pick<TableDefinition, 'records'>): Template {
  if (!hasFiles(definition)) return template;
  const columns = template.columns.map((column) =>
    column.resource === null && fileField(column, definition) !== null
      ? { ...column, resource: fileResource }
      : column,
  );

  return Object.freeze({ ...template, columns });
}

/** Name of the field whose files a column shows; null for a column of other values. */
export function fileField(
  { name, data }: TemplateColumn,
  { records }: Pick<TableDefinition, 'records'>,
): string | null {
  const found = Object.entries(records?.fields ?? {}).find(
    ([field, given]) =>
      typeof given === 'object' &&
      fileRules(given) !== null &&
      (given.column === undefined ? field === name : given.column === data),
  );

  return found?.[0] ?? null;
}

/** Whether the cells of a column are the names of files. */
export function showsFileNames({ resource }: TemplateColumn): boolean {
  return resource === fileResource;
}

/** What turns the value of a column into the one that is sent; undefined for a column without a resource. */
export function resourceOf(
  column: TemplateColumn,
  { resources = {} }: Pick<TableDefinition, 'resources'>,
): NonNullable<TableDefinition['resources']>[string] | undefined {
  if (showsFileNames(column)) return (value) => readFileValue(value)?.name ?? value;

  return column.resource === null ? undefined : resources[column.resource];
}
