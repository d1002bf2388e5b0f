import { stat } from 'node:fs/promises';
import { say } from '@rowhouse/problems';
import type { FileResponse } from '@rowhouse/table-protocol';
import { longestFileName, readFileValue } from '@rowhouse/table-protocol/internal';
import { fileRules } from '../definition/fileRules.ts';
import type { Table } from '../definition/Table.ts';
import { notFound } from '../edit/notFound.ts';
import { findRecords, readRecord } from '../edit/records.ts';
import { invalidField, TableError } from '../errors.ts';
import type { FileOptions } from '../files/FieldFileStore.ts';
import type { FieldFiles, OpenedFile } from '../files/fieldFiles.ts';
import { isOfType } from '../files/firstBytes.ts';
import { removeOldFiles } from '../files/removeOldFiles.ts';
import { plainFileName, shortFileName } from '../format/fileNames.ts';
import type { TableQueries } from '../prepare/tableQueries.ts';
import { describe, listed } from '../request/parse/Faults.ts';
import { remedyFor } from '../request/parse/scalars.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { translated } from '../runtime/translated.ts';
import { isFile, isHiddenFile } from './fileFields.ts';
import { type PlanOptions, planFields } from './RecordPlan.ts';

/** A file that a user sends. */
export interface FileRequest {
  /** Name of the field. */
  readonly field: unknown;
  /** Name of the file. */
  readonly name: unknown;
  /** The `content-type` of the file. Defaults to `application/octet-stream`. */
  readonly mediaType?: string | null | undefined;
  /** Free values for the query of the table. */
  readonly params?: unknown;
}

export interface AcceptedFile {
  /** Bytes of the file at most. */
  readonly maxBytes: number;
  /**
   * Stores a local file, which may be moved. Throws `tables.invalid_request` for an empty one, and for one that is of another type
   * than it says.
   */
  store(path: string): Promise<FileResponse>;
}

/**
 * Files of fields of records. A file is sent first, and its `value` is then written like any other. Functions throw
 * `tables.not_found` for a table without such fields, and `tables.unauthenticated` without a user.
 */
export interface FileOperations {
  /**
   * Whether a user may send a file for a field of a new record, or of an existing one, before its bytes are read. Throws
   * `tables.invalid_request` for a field that the user cannot write, and for a type that it does not accept, and
   * `tables.edit_refused` for a user with 100 files that no record has.
   */
  accept(id: string, way: 'create' | 'update', request: FileRequest, user?: unknown): Promise<AcceptedFile>;
  /** The file of a field of a row. Throws `tables.row_not_found` if the user does not see the row, the field, or a file in it. */
  open(
    id: string,
    row: string,
    request: Pick<FileRequest, 'field' | 'params'>,
    user?: unknown,
  ): Promise<OpenedFile>;
  /**
   * Removes files that no record has any more, and returns their number, as `removeOldFiles` does it. Does nothing without a table
   * that has such fields.
   */
  removeOld(): Promise<number>;
}

interface FileOperationsOptions extends PlanOptions {
  readonly runtime: TableRuntime;
  /** Where the files are. */
  readonly files?: FileOptions | undefined;
  readonly all: () => readonly Table[];
  readonly get: (id: string) => Table;
  readonly queriesOf: (id: string) => TableQueries;
}

/** Files that a user may have sent without saving a record with them. */
const mostUnattached = 100;
const anyType = 'application/octet-stream';

export function fileOperations(options: FileOperationsOptions): FileOperations {
  const { get, all, queriesOf, runtime } = options;
  const prepare = (id: string, request: object, user: unknown) =>
    queriesOf(id).prepare(request, user, null, { usesKeys: false });

  return {
    accept: (id, way, { field: name, name: given, mediaType, params }, user = null) =>
      translated(async () => {
        const table = get(id);
        if (!table.definition.records?.[way]) throw withoutFiles(id);
        const query = await prepare(id, { params }, user);
        const { fields } = await planFields(query, options, way === 'create');
        const files = filesFor(query.runtime.files, user, id);
        const writable = fields.filter((each) => isFile(each) && !each.isReadOnly);
        const field = writable.find((each) => each.name === name);
        const rules = field && fileRules(field.options);
        if (!field || !rules) {
          const names = writable.map((each) => each.name);
          throw invalidField(
            'field',
            say`${describe(name)} is not a field that you can send a file for; ${remedyFor(name, names)}`,
          );
        }
        const type = plainType(mediaType);
        assertType(type, rules.types);
        if ((await files.countUnattached(user)) >= mostUnattached) {
          throw new TableError(
            'tables.edit_refused',
            say`You have sent ${mostUnattached} files that no record has. Save the records that they are for, or try again tomorrow.`,
          );
        }
        const fileName = nameOf(given);

        return {
          maxBytes: rules.maxBytes,
          async store(path) {
            const { size } = await stat(path);
            if (size === 0) throw invalidField('file', 'The file is empty; choose another one.');
            if (!(await isOfType(path, type)))
              throw invalidField('file', say`The file is not of the type ${type}; choose another one.`);
            const file = { table: id, field: field.name, user, name: fileName, mediaType: type, size };

            return { value: await files.add(file, path), name: fileName, size };
          },
        };
      }),

    open: (id, row, { field: name, params }, user = null) =>
      translated(async () => {
        if (get(id).routeNames.file === null) throw withoutFiles(id);
        const query = await prepare(id, { params, meta: { row } }, user);
        const files = filesFor(query.runtime.files, user, id);
        const { fields } = await planFields(query, options, false);
        const field = fields.find((each) => isFile(each) && each.name === name);
        const { record, column } = field?.written ?? {};
        if (!field || !record || column === undefined || isHiddenFile(get(id), query.table, field))
          throw notFound(row);
        const { db, rawDb, dialect } = query.runtime;
        const [identified] = (await findRecords(db, query, row, [record])) ?? [];
        const stored = identified ? await readRecord(rawDb, dialect, identified, [column]) : undefined;
        const value = stored?.[column];
        const of = { table: id, field: field.name };
        const opened = readFileValue(value) && (await files.open(of, String(value)));
        if (!opened) throw notFound(row);

        return opened;
      }),

    removeOld: () =>
      translated(async () => {
        if (!options.files || !all().some(({ routeNames }) => routeNames.file !== null)) return 0;

        return (await runtime.files?.isInstalled()) ? removeOldFiles(runtime.rawDb, options.files.store) : 0;
      }),
  };
}

function withoutFiles(id: string): TableError {
  return new TableError('tables.not_found', say`The table "${id}" takes no files.`);
}

/** A file belongs to a user, also in a table that is open to everybody. */
function filesFor(files: FieldFiles | null, user: unknown, id: string): FieldFiles {
  if (files === null) throw withoutFiles(id);
  if (files.knows(user)) return files;

  throw new TableError(
    'tables.unauthenticated',
    'You are not signed in. Sign in, or send an API key, and try again.',
  );
}

/** The media type without parameters. */
function plainType(given: string | null | undefined): string {
  const type = (given ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

  return /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(type) ? type : anyType;
}

function assertType(type: string, types: readonly string[] | undefined): void {
  const isAccepted = (accepted: string) =>
    accepted.endsWith('/*') ? type.startsWith(accepted.slice(0, -1)) : accepted.toLowerCase() === type;
  if (types === undefined || types.some(isAccepted)) return;

  throw invalidField(
    'file',
    say`Files of the type ${type} are not accepted here; choose one of these types: ${listed(types)}.`,
  );
}

function nameOf(given: unknown): string {
  const last = typeof given === 'string' ? (given.split(/[/\\]/).at(-1) ?? '') : '';
  const name = shortFileName(plainFileName(last), longestFileName);
  if (name === '') throw invalidField('name', 'Send the name of the file.');

  return name;
}
