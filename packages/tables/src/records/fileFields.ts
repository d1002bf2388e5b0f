import type { FieldFile } from '@rowhouse/table-protocol';
import { fileValueLength } from '@rowhouse/table-protocol/internal';
import { formFields } from '../definition/fields.ts';
import { fileRules } from '../definition/fileRules.ts';
import type { Table } from '../definition/Table.ts';
import { type EditedRecord, type EditTarget, writtenData } from '../edit/EditTarget.ts';
import { TableError } from '../errors.ts';
import { type InitContext, ownPath } from '../init/InitContext.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import type { ColumnRules } from '../query/columnRules.ts';
import { databaseColumn } from '../query/HostQuery.ts';

/** A field of a form, as far as its file depends on it. */
interface HoldingField extends EditTarget {
  readonly name: string;
  readonly rules: ColumnRules | null;
  readonly isReadOnly: boolean;
}

/** Whether the value of a field stands for a file. */
export function isFile({ options }: Pick<HoldingField, 'options'>): boolean {
  return fileRules(options) !== null;
}

/**
 * Checks that fields can hold files. Throws `tables.invalid_query` for a column without room for them, and
 * `tables.files_unavailable` if the table of `installFiles` is missing. Call it outside of transactions.
 */
export async function assertFiles(
  { table, runtime: { files } }: TableQuery,
  fields: readonly HoldingField[],
): Promise<void> {
  const holding = fields.filter(isFile);
  if (holding.length === 0) return;
  for (const field of holding) {
    const problem = problemOf(field);
    if (problem === null) continue;
    throw new TableError(
      'tables.invalid_query',
      `The field "${field.name}" of table "${table.id}" cannot hold a file: ${problem}`,
    );
  }
  if (files !== null && (await files.isInstalled())) return;

  throw new TableError(
    'tables.files_unavailable',
    'Files cannot be stored here: a table is missing in the database. Ask an administrator to prepare it.',
  );
}

function problemOf({ written, type, form, rules, options, labels }: HoldingField): string | null {
  if (written === null || options.write) return 'a function writes it. Name the `column` instead.';
  if (type !== 'string' || form !== null || labels !== null) {
    return 'its column is no plain text. Use a text column without an enumeration or a foreign key.';
  }
  const { maxLength = fileValueLength } = rules ?? {};

  return maxLength < fileValueLength
    ? `its column has room for ${maxLength} characters. Make it at least ${fileValueLength} long.`
    : null;
}

/** Column of a record → name of its field with a file, for all fields of the definition. */
export function fileColumns(
  { table, query }: TableQuery,
  { alias }: EditedRecord,
): ReadonlyMap<string, string> {
  return new Map(
    formFields(table, query.names.toHost(alias)).flatMap((field) => {
      const data = isFile(field) ? writtenData(table, field) : null;
      const located = data === null ? null : databaseColumn(data, query);

      return located?.alias === alias ? [[located.column, field.column.name] as const] : [];
    }),
  );
}

/**
 * Whether a user may not read the file of a field, because the column of the table that shows it does not exist for him. `table` is
 * that of all users, `permitted` that of the user.
 */
export function isHiddenFile(table: Table, permitted: Table, field: HoldingField): boolean {
  const data = writtenData(permitted, field);
  const names = new Set(permitted.template.columns.map(({ name }) => name));

  return table.template.columns.some(
    (column) => !names.has(column.name) && (column.name === field.name || column.data === data),
  );
}

/** Where the files of a form are sent to, and read from. */
export interface FilePaths extends Pick<InitContext, 'routes' | 'pathParams' | 'locale'> {
  /** Names of the routes; null for none. */
  readonly upload: string | null;
  readonly download: string | null;
  /** Identifier of the row; null for a new record. */
  readonly row: string | null;
  /** Whether the user may not read the file of a field. */
  hides(field: HoldingField): boolean;
}

/** How the file of a field is sent and received; null for a field of other values. */
export function fileMember(field: HoldingField, paths: FilePaths | undefined): FieldFile | null {
  const { name, options, isReadOnly } = field;
  const rules = fileRules(options);
  if (rules === null) return null;
  const { types, maxBytes } = rules;
  const { upload = null, download = null, row = null } = paths ?? {};
  const pathTo = (route: string, context: FilePaths) => ownPath(route, context, { field: name });

  return {
    ...(types && { types: [...types] }),
    maxBytes,
    ...(paths && upload !== null && !isReadOnly && { upload: pathTo(upload, paths) }),
    ...(paths &&
      download !== null &&
      row !== null &&
      !paths.hides(field) && {
        download: pathTo(download, { ...paths, pathParams: { ...paths.pathParams, row } }),
      }),
  };
}
