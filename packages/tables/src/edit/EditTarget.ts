import type { FilterType } from '@rowhouse/table-protocol';
import { ColumnNode, type Expression, ReferenceNode, sql } from 'kysely';
import type { EnumMap } from '../definition/defineTable.ts';
import { declaredVersion, type Field, versionAttribute } from '../definition/fields.ts';
import { declaredType } from '../definition/requestRules.ts';
import type { Table } from '../definition/Table.ts';
import type { ColumnEdit } from '../definition/TableEdit.ts';
import { TableError } from '../errors.ts';
import { valueLabels } from '../format/labels.ts';
import { suggestWord } from '../format/suggestWord.ts';
import type { TableQuery } from '../prepare/tableQueries.ts';
import { typesOfKinds } from '../prepare/typedRules.ts';
import type { ColumnKind } from '../query/ColumnKind.ts';
import { referenceOf } from '../query/ColumnResolver.ts';
import type { CatalogueColumn, CatalogueTable } from '../query/catalogue.ts';
import { dottedToDatabase } from '../query/databaseNames.ts';
import { databaseColumn, type HostQuery } from '../query/HostQuery.ts';
import type { StoredForm } from '../query/StoredForm.ts';
import { parseTableName, type TableName } from '../query/TableName.ts';
import type { Template } from '../template/Template.ts';
import { fieldForm, itemChoices, itemType } from './fieldForm.ts';

/** The columns and records that a change of a column's cells reads and writes. Names are those of the database. */
export interface EditTarget extends Field {
  readonly type: FilterType;
  /** Kind of the written column's values; `other` if only the writing function knows it. */
  readonly kind: ColumnKind;
  /** How lists and JSON are stored; null for a single value. Of a list, `type` and `labels` are those of its items. */
  readonly form: StoredForm | null;
  readonly isNullable: boolean;
  /** The record that the row identifier refers to; null if that is not made of columns. */
  readonly anchor: EditedRecord | null;
  /** The value that the declared update writes; null if a function writes. */
  readonly written: { readonly record: EditedRecord; readonly column: string } | null;
  readonly version: EditVersion | null;
  readonly references: { readonly table: TableName; readonly column: string } | null;
  /** Key → label of an enumeration; null for other values. */
  readonly labels: EnumMap | null;
  /** The served rows that the value identifies; null if they are of no table that is served. */
  readonly referenceTables: ReferenceTables | null;
}

/** A record of a table, identified by columns that the table's query contains. */
export interface EditedRecord {
  readonly alias: string;
  readonly table: CatalogueTable;
  readonly ids: readonly RecordId[];
}

export interface RecordId {
  readonly column: string;
  readonly source: Expression<unknown>;
  /** Undefined for SQLite's number of the row. */
  readonly stored: CatalogueColumn | undefined;
}

export interface EditVersion {
  readonly column: string;
  /** The member of rows that contains it. */
  readonly attribute: string;
  /** Whether an edit increments it. */
  readonly isCounter: boolean;
}

/** The filter whose options are the values of a field; undefined without one. */
export function optionsFilter(template: Template, { column, options }: Field) {
  const written = options.column ?? column.data;

  return template.filters.find((filter) => filter.type === 'select' && filter.data === written);
}

/** The type of a field's values, as far as the definition declares it; null if only the database knows it. */
export function declaredEditType(template: Template, field: Field): FilterType | null {
  const { column, options } = field;
  const isSelected = options.references !== undefined || optionsFilter(template, field) !== undefined;

  return declaredType(column) ?? (isSelected ? 'select' : column.meta.cents ? 'number' : null);
}

/** The database's column that contains the values of a field; undefined if none is known. */
export function storedColumn(
  table: Pick<Table, 'definition'>,
  query: HostQuery,
  field: Field,
): CatalogueColumn | undefined {
  const data = writtenData(table, field);
  const located = data === null ? null : databaseColumn(data, query);

  return located?.table?.columns.get(located.column);
}

/** The `table.column` that is written; null for a computed column. */
export function writtenData(
  { definition }: Pick<Table, 'definition'>,
  { column: { name, data }, options }: Field,
): string | null {
  const isComputed = definition.expressions?.[name] !== undefined;

  return options.column ?? (isComputed ? null : data);
}

/** Resolves how a field is written. Throws `tables.invalid_query` if the database has no matching column. */
export function editTarget(
  table: Table,
  query: HostQuery,
  field: Field,
  referenceTables: ReferenceTables | null = null,
): EditTarget {
  const { column, options } = field;
  const refuse = (problem: string, remedy: string): never => {
    throw new TableError(
      'tables.invalid_query',
      `The field "${column.name}" of table "${table.id}" cannot be written: ${problem}. ${remedy}`,
    );
  };
  if (table.definition.key?.length === 0) {
    refuse('rows may be equal', 'Give the definition a `key` of columns that are unique.');
  }
  const anchor = anchorOf(table, query);
  const data = writtenData(table, field);
  const stored = storedColumn(table, query, field);
  const kind = stored?.kind ?? 'other';
  const form = fieldForm(options, stored);
  const isList = form?.kind === 'list';
  const choices = isList ? itemChoices(options.schema) : null;
  const labels =
    (column.enum !== null && table.enums[column.enum]) || (choices === null ? null : valueLabels(choices));
  const written = options.write ? null : writtenColumn({ query, options, anchor, data }, refuse);

  return {
    column,
    options,
    type: referenceTables
      ? 'select'
      : isList
        ? labels
          ? 'enum'
          : itemType(form)
        : (declaredEditType(table.template, field) ?? typesOfKinds[kind] ?? 'string'),
    kind,
    form,
    isNullable: stored?.isNullable ?? true,
    anchor,
    written,
    version: versionOf(table, query, anchor, refuse),
    references: referencesOf(options, query),
    referenceTables,
    labels,
  };
}

type Refuse = (problem: string, remedy: string) => never;

/** The database's column of a `table.column` of the query; refused if there is none. */
export function locateColumn(data: string, query: HostQuery, refuse: Refuse) {
  const { alias, column, table } = databaseColumn(data, query);
  if (table?.columns.has(column)) return { alias, column, table };
  const meant = suggestWord(column, [...(table?.columns.keys() ?? [])]);

  return refuse(
    `the query has no column ${JSON.stringify(data)} of a table`,
    meant === undefined
      ? 'Write `table.column`, with the name or alias of a table of the query.'
      : `Did you mean "${query.names.toHost(alias)}.${query.names.toHost(meant)}"?`,
  );
}

function writtenColumn(
  {
    query,
    options,
    anchor,
    data,
  }: {
    readonly query: HostQuery;
    readonly options: ColumnEdit;
    readonly anchor: EditedRecord | null;
    readonly data: string | null;
  },
  refuse: Refuse,
): NonNullable<EditTarget['written']> {
  if (!query.decomposable) {
    return refuse('the query is grouped or distinct', 'Write it by a function.');
  }
  if (data === null)
    return refuse('it is computed', 'Name the `column` that is written, or write a function.');
  const { alias, column } = locateColumn(data, query, refuse);
  const record = options.id === undefined ? anchor : recordOf([options.id].flat(), query);
  if (record?.alias !== alias) {
    return refuse(
      `no columns are known that identify the record of ${JSON.stringify(query.names.toHost(alias))}`,
      'Name them under `id`, as `table.column` of the same table.',
    );
  }

  return { record, column };
}

/** The record whose columns identify the rows. */
export function anchorOf({ definition: { key } }: Table, query: HostQuery): EditedRecord | null {
  if (!query.decomposable) return null;
  if (key) return recordOf(key, query);
  const found = identifierColumn(query);
  if (found === null) return null;
  const { alias, table, column } = found;

  return { alias, table, ids: [{ column, source: query.rowId, stored: table.columns.get(column) }] };
}

/** The column that is the row identifier; null if it is computed. */
export function identifierColumn(
  query: HostQuery,
): { readonly alias: string; readonly table: CatalogueTable; readonly column: string } | null {
  const node = query.rowId.toOperationNode();
  const [only] = query.tables.size === 1 ? query.tables.keys() : [];
  const plain =
    ReferenceNode.is(node) && !node.table && only !== undefined && ColumnNode.is(node.column)
      ? { table: only, column: node.column.column.name }
      : null;
  const reference = plain ?? referenceOf(node);
  const table = reference ? query.tables.get(reference.table) : undefined;
  if (!reference || !table || !identifies(table, reference.column)) return null;
  const { column } = reference;

  return { alias: reference.table, table, column };
}

/** Whether it is a column of the table, or the number that SQLite gives its rows, which only its queries can contain. */
function identifies({ columns, isView }: CatalogueTable, column: string): boolean {
  return columns.has(column) || (!isView && /^(rowid|_rowid_|oid)$/i.test(column));
}

/** The record that some `table.column`s identify; null if they are not columns of one table. */
function recordOf(names: readonly string[], query: HostQuery): EditedRecord | null {
  const located = names.map((name) => {
    const { alias, column, table } = databaseColumn(name, query);

    return { alias, column, table, source: sql.ref(name), stored: table?.columns.get(column) };
  });
  const [first] = located;
  const { table } = first ?? {};
  const isOfOne = located.every(
    ({ alias, column }) => alias === first?.alias && table && identifies(table, column),
  );

  return first && table && isOfOne ? { alias: first.alias, table, ids: located } : null;
}

function versionOf(
  table: Table,
  query: HostQuery,
  anchor: EditedRecord | null,
  refuse: Refuse,
): EditVersion | null {
  const version = declaredVersion(table);
  const attribute = versionAttribute(table);
  if (version === undefined || attribute === null) return null;
  const { alias, column } = databaseColumn(version, query);
  const stored = alias === anchor?.alias ? anchor.table.columns.get(column) : undefined;
  if (!stored) {
    return refuse(
      `the version ${JSON.stringify(version)} is not a column of the table that the row identifier is from`,
      'Name a `table.column` of that table.',
    );
  }
  if (table.template.strip.includes(attribute)) {
    return refuse(`rows have no version: "${attribute}" is stripped`, 'Remove it from `strip`.');
  }

  return { column, attribute, isCounter: stored.kind === 'integer' };
}

export function referencesOf({ references }: ColumnEdit, { names }: HostQuery): EditTarget['references'] {
  if (references === undefined) return null;
  const name = dottedToDatabase(references, names);
  const dot = name.lastIndexOf('.');

  return { table: parseTableName(name.slice(0, Math.max(dot, 0))), column: name.slice(dot + 1) };
}

/** The rows that a column refers to, as tables of the application. */
export interface ReferenceTables {
  /** The tables that the user may read, the best first; empty if there are only others. */
  readonly tables: readonly ReadableTable[];
}

export interface ReadableTable {
  readonly table: Table;
  /** The rows that the user sees. */
  prepare(): Promise<TableQuery>;
}
