import { say, type Text } from '@rowhouse/problems';
import { TableError } from '../errors.ts';
import { suggestWord } from '../format/suggestWord.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { isFile } from '../records/fileFields.ts';
import { type PlannedField, type PlanOptions, planRecord, type RecordPlan } from '../records/RecordPlan.ts';
import { describe, Faults, listed } from '../request/parse/Faults.ts';
import type { FileCell } from './files/FileRows.ts';
import type { ImportRequest } from './importRequest.ts';

/** How the rows of a file become records of a table. */
export interface ImportPlan {
  readonly request: ImportRequest;
  readonly create: RecordPlan;
  /** Null without a key. */
  readonly update: RecordPlan | null;
  /** The field by which records are changed; null if all rows are new. */
  readonly key: PlannedField | null;
  /** In the order of the file. */
  readonly columns: readonly ImportColumn[];
  /** The header of the file; empty texts for columns without one, which have to be empty. */
  readonly headers: readonly string[];
}

/** A column of the file that is imported. */
export interface ImportColumn {
  /** Its index in rows. */
  readonly index: number;
  readonly header: string;
  /** Name of the field. */
  readonly name: string;
  readonly field: PlannedField;
}

export interface ImportPlanOptions extends PlanOptions {
  /** Translates labels, for headers in the language of the user. */
  readonly translate: (text: string) => string;
}

/** The columns of a file, and the fields that the user can write. */
export interface ImportMatch {
  /** In the order of the file. */
  readonly columns: readonly ImportColumn[];
  readonly fields: readonly PlannedField[];
  /** As of `ImportPlan`. */
  readonly headers: readonly string[];
}

/** Matches what can be matched, without a fault for the rest. */
export async function matchHeader(
  query: TableQuery,
  request: ImportRequest,
  header: readonly FileCell[],
  options: ImportPlanOptions,
): Promise<ImportMatch> {
  const { fields } = await planRecord(query, options, true);
  const headers = header.map(headerText);

  return { ...matchColumns(fields, headers, request, options, new Faults()), headers };
}

/**
 * Matches the columns of a file with the fields that the user can write. Throws `tables.invalid_request` with each header that
 * is unknown, ambiguous or repeated under `columns.<header>`, and with the required fields that are missing under `columns`; the
 * `extensions` then have the `headers`, and the `fields` with their labels.
 */
export async function planImport(
  query: TableQuery,
  request: ImportRequest,
  header: readonly FileCell[],
  options: ImportPlanOptions,
): Promise<ImportPlan> {
  const create = await planRecord(query, options, true);
  const update = request.key === null ? null : await planRecord(query, options, false);
  const key = request.key === null ? null : keyField(create, request.key);
  const headers = header.map(headerText);
  const faults = new Faults();
  const { columns, fields } = matchColumns(create.fields, headers, request, options, faults);
  addMissing(fields, { columns, key, translate: options.translate }, faults);
  throwWithColumns(faults, headers, fields, options.translate);

  return { request, create, update, key, columns, headers };
}

/** The field of a key. Throws `tables.invalid_query` unless its column is unique by itself. */
function keyField({ fields, record, query }: RecordPlan, name: string): PlannedField {
  const field = fields.find((each) => each.name === name);
  const column = field?.written?.record === record ? field.written.column : null;
  const isUnique = record.table.indexes.some(
    ({ unique, columns }) => unique && columns.length === 1 && columns[0] === column,
  );
  // Other types have texts that the database refuses to compare.
  if (field && isUnique && (field.kind === 'text' || field.kind === 'integer')) return field;

  throw new TableError(
    'tables.invalid_query',
    `The field "${name}" cannot be a key of imports of table "${query.table.id}": it does not write a text or a whole number that ` +
      'is unique in its column.',
  );
}

function matchColumns(
  all: readonly PlannedField[],
  headers: readonly string[],
  { columns: given }: ImportRequest,
  { translate }: ImportPlanOptions,
  faults: Faults,
): Pick<ImportMatch, 'columns' | 'fields'> {
  const fields = all.filter((field) => !field.isReadOnly && !isFile(field));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const known = namesOf(fields, translate);
  const matched = new Map<PlannedField, ImportColumn>();
  const seen = new Set<string>();

  for (const [index, text] of headers.entries()) {
    const path = `columns.${text}`;
    if (text === '') continue;
    if (seen.has(text)) {
      faults.add(
        path,
        say`${describe(text)} is the header of several columns; rename or remove all but one.`,
      );
      continue;
    }
    seen.add(text);
    const chosen = Object.hasOwn(given, text) ? given[text] : undefined;
    if (chosen === null) continue;
    const field = chosen === undefined ? known.get(plainName(text)) : byName.get(chosen);
    if (!field) {
      faults.add(path, unknownText(chosen ?? text, fields));
      continue;
    }
    const other = matched.get(field);
    if (other) {
      faults.add(
        path,
        say`${describe(text)} and ${describe(other.header)} are both for "${field.name}"; leave one out.`,
      );
      continue;
    }
    matched.set(field, { index, header: text, name: field.name, field });
  }
  for (const text of Object.keys(given)) {
    if (!seen.has(text))
      faults.add(`columns.${text}`, say`The file has no column ${describe(text)}; leave it out.`);
  }

  return { columns: [...matched.values()], fields };
}

/** The required fields that have no column; with a key, only that is required: a record may exist. */
function addMissing(
  fields: readonly PlannedField[],
  {
    columns,
    key,
    translate,
  }: Pick<ImportPlan, 'columns' | 'key'> & { readonly translate: (text: string) => string },
  faults: Faults,
): void {
  const matched = new Set(columns.map(({ field }) => field));
  const missing = fields.filter(
    (field) => !matched.has(field) && (field === key || (key === null && isNeeded(field))),
  );
  for (const { column, name } of missing) {
    faults.add(
      'columns',
      say`The file has no column for "${translate(column.label)}" (${name}), which every record needs; add one.`,
    );
  }
}

/** Whether a file of new records needs a column of the field. */
export function isNeeded({ isRequired, options }: PlannedField): boolean {
  return isRequired && !options.when;
}

/** With what a page needs to let the user match the columns. */
function throwWithColumns(
  faults: Faults,
  headers: readonly string[],
  fields: readonly PlannedField[],
  translate: (text: string) => string,
): void {
  try {
    faults.throwIfAny();
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    throw new TableError('tables.invalid_request', error.text, {
      ...(error.fieldTexts && { fields: error.fieldTexts }),
      extensions: {
        headers: headers.filter((text) => text !== ''),
        fields: fields.map(({ name, column }) => ({ name, label: translate(column.label) })),
      },
    });
  }
}

function unknownText(header: string, fields: readonly PlannedField[]): Text {
  const names = fields.map(({ name }) => name);
  const meant = suggestWord(header, names);
  const remedy = meant === undefined ? say`the fields are: ${listed(names)}.` : say`did you mean ${meant}?`;

  return say`${describe(header)} is not a field that you can import; ${remedy}`;
}

/** Name or label, as headers are compared → field; without labels that several fields have. */
function namesOf(
  fields: readonly PlannedField[],
  translate: (text: string) => string,
): ReadonlyMap<string, PlannedField | null> {
  const names = new Map<string, PlannedField | null>();
  for (const field of fields) {
    for (const label of new Set([field.column.label, translate(field.column.label)].map(plainName))) {
      const other = names.get(label);
      names.set(label, other === undefined || other === field ? field : null);
    }
  }
  for (const field of fields) names.set(plainName(field.name), field);

  return names;
}

function headerText(cell: FileCell): string {
  return (typeof cell === 'string' ? cell : (cell?.text ?? '')).trim();
}

/** Without case, spaces and the marks that join words. */
function plainName(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
}
