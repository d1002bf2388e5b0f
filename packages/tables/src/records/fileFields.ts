import type { FieldFile } from '@rowhouse/table-protocol';
import { fileValueLength } from '@rowhouse/table-protocol/internal';
import { fileRules, formFields } from '../definition/fields.ts';
import { type EditedRecord, writtenData } from '../edit/EditTarget.ts';
import { TableError } from '../errors.ts';
import { type InitContext, ownPath } from '../init/InitContext.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { databaseColumn } from '../query/HostQuery.ts';
import type { PlannedField } from './RecordPlan.ts';

/** Whether the value of a field stands for a file. */
export function isFile({ options }: Pick<PlannedField, 'options'>): boolean {
  return fileRules(options) !== null;
}

/**
 * Checks that fields can hold files. Throws `tables.invalid_query` for a column without room for them, and
 * `tables.files_unavailable` if the table of `installFiles` is missing. Call it outside of transactions.
 */
export async function assertFiles(
  { table, runtime: { files } }: TableQuery,
  fields: readonly PlannedField[],
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

function problemOf({ written, type, form, rules, options, labels }: PlannedField): string | null {
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

/** Where the files of a form are sent to, and read from. */
export interface FilePaths extends Pick<InitContext, 'routes' | 'pathParams' | 'locale'> {
  /** Names of the routes; null for none. */
  readonly upload: string | null;
  readonly download: string | null;
  /** Identifier of the row; null for a new record. */
  readonly row: string | null;
}

/** How the file of a field is sent and received; null for a field of other values. */
export function fileMember(
  { name, options, isReadOnly }: PlannedField,
  paths: FilePaths | undefined,
): FieldFile | null {
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
      row !== null && {
        download: pathTo(download, { ...paths, pathParams: { ...paths.pathParams, row } }),
      }),
  };
}
