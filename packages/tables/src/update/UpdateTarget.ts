import { declaredVersion } from '../definition/fields.ts';
import type { Table } from '../definition/Table.ts';
import { anchorOf, type EditedRecord } from '../edit/EditTarget.ts';
import { TableError } from '../errors.ts';
import { suggestWord } from '../format/suggestWord.ts';
import type { CatalogueColumn } from '../query/catalogue.ts';
import { dottedToDatabase } from '../query/databaseNames.ts';
import { databaseColumn, type HostQuery } from '../query/HostQuery.ts';
import type {
  ActionUpdate,
  InputValue,
  UpdateCondition,
  UpdateScalar,
  UpdateValue,
} from '../template/ActionUpdate.ts';
import { scalarFault } from './updateValues.ts';

/** The columns and rows that an update writes. Names are those of the database. */
export interface UpdateTarget {
  /** The record of each row; only its columns are set and compared. */
  readonly record: EditedRecord;
  /** Whether rows are listed by the one column that identifies their records. */
  readonly listsRecords: boolean;
  /** Whether the query returns all records of the table, so that they need not be looked up in it. */
  readonly isWhole: boolean;
  readonly set: readonly UpdatedColumn<UpdateValue>[];
  readonly refusals: readonly {
    readonly when: readonly UpdatedColumn<ColumnMatch>[];
    readonly message: string;
  }[];
  readonly skip: readonly UpdatedColumn<ColumnMatch>[] | null;
  /** Column that is incremented with each change of a row. */
  readonly version: string | null;
}

export interface UpdatedColumn<Value> {
  readonly column: string;
  readonly stored: CatalogueColumn;
  readonly value: Value;
}

export interface ColumnMatch {
  readonly values: readonly UpdateScalar[];
  readonly isNot: boolean;
}

type Refuse = (problem: string, remedy: string) => never;

interface Resolving {
  readonly table: Table;
  readonly query: HostQuery;
  readonly record: EditedRecord;
  readonly refuse: Refuse;
}

/** Resolves the columns of an action's update. Throws `tables.invalid_query` if the database has no matching column. */
export function updateTarget(
  table: Table,
  query: HostQuery,
  actionName: string,
  update: ActionUpdate,
): UpdateTarget {
  const refuse: Refuse = (problem, remedy) => {
    throw new TableError(
      'tables.invalid_query',
      `The action "${actionName}" of table "${table.id}" cannot update rows: ${problem}. ${remedy}`,
    );
  };
  if (!query.decomposable) refuse('the query is grouped or distinct', 'Give the action rows() instead.');
  const record =
    anchorOf(table, query) ??
    refuse(
      'the row identifier is no column of a table of the query',
      'Give the definition a `key` of such columns, or the action rows() instead.',
    );
  const resolving = { table, query, record, refuse };
  const { refuse: refusals = [], skip } = update;

  return {
    record,
    listsRecords: table.definition.key === undefined,
    isWhole: returnsAll(query, record),
    set: writtenColumns(update, resolving),
    refusals: refusals.map(({ when, message }) => ({ when: matchesOf(when, resolving), message })),
    skip: skip === undefined ? null : matchesOf(skip, resolving),
    version: versionCounter(resolving),
  };
}

/** Whether a query returns all records of the table of its rows. */
export function returnsAll({ wholeTable, tables }: HostQuery, { table }: EditedRecord): boolean {
  return wholeTable === table && [...tables.values()].filter((each) => each === table).length === 1;
}

function writtenColumns({ set }: ActionUpdate, resolving: Resolving): UpdatedColumn<UpdateValue>[] {
  const { record, refuse } = resolving;
  const written = Object.entries(set).map(([name, value]) => {
    const found = columnOf(name, resolving);
    if (record.ids.some(({ column }) => column === found.column)) {
      refuse(`"${name}" identifies the row`, 'Remove it from `set`.');
    }
    if (found.column === versionColumn(resolving)) {
      refuse(`"${name}" is the version of rows, which is raised by itself`, 'Remove it from `set`.');
    }
    assertValue(name, value, found, resolving);

    return { ...found, value };
  });
  const twice = written.find(
    ({ column }, index) => written.findIndex((each) => each.column === column) < index,
  );
  if (twice) refuse(`"${twice.column}" is set twice`, 'Keep one of the two.');

  return written;
}

function assertValue(
  name: string,
  value: UpdateValue,
  column: Omit<UpdatedColumn<never>, 'value'>,
  resolving: Resolving,
): void {
  const { refuse } = resolving;
  const given = isEmptyOnly(value) ? value.ifEmpty : value;
  const { kind, isNullable } = column.stored;
  // Those that are entered are checked when they are.
  if (isInput(given)) return;
  if (isNow(given)) {
    if (kind !== 'date' && kind !== 'timestamp' && kind !== 'timestamptz') {
      refuse(`"${name}" has ${kind} values, no dates`, 'Set a constant instead of { "now": true }.');
    }
  } else if (given === null && !isNullable) {
    refuse(`"${name}" cannot be null`, 'Set a value.');
  } else {
    assertFits(name, given, column, resolving);
  }
}

export function isNow(value: UpdateValue): value is { readonly now: true } {
  return typeof value === 'object' && value !== null && 'now' in value;
}

export function isEmptyOnly(
  value: UpdateValue,
): value is Extract<UpdateValue, { readonly ifEmpty: unknown }> {
  return typeof value === 'object' && value !== null && 'ifEmpty' in value;
}

export function isInput(value: UpdateValue): value is InputValue {
  return typeof value === 'object' && value !== null && 'input' in value;
}

const dateKinds = new Set(['date', 'timestamp', 'timestamptz']);

function matchesOf(when: UpdateCondition, resolving: Resolving): UpdatedColumn<ColumnMatch>[] {
  return Object.entries(when).map(([name, match]) => {
    const found = columnOf(name, resolving);
    const isNot = typeof match === 'object' && match !== null && 'not' in match;
    const values = [isNot ? match.not : match].flat() as UpdateScalar[];
    if (dateKinds.has(found.stored.kind) && values.some((value) => value !== null)) {
      resolving.refuse(
        `"${name}" has ${found.stored.kind} values, which are compared with null only`,
        'Give the action rows() instead.',
      );
    }
    for (const value of values) assertFits(name, value, found, resolving);

    return { ...found, value: { values, isNot } };
  });
}

/** The value has the column's type, and is a key of its enumeration if the template declares one. */
function assertFits(
  name: string,
  value: UpdateScalar,
  { column, stored }: Omit<UpdatedColumn<never>, 'value'>,
  { table, query, record, refuse }: Resolving,
): void {
  const fault = scalarFault(value, stored.kind);
  if (fault !== null)
    refuse(`the value of "${name}" does not fit: ${fault}`, `The column has the type ${stored.type}.`);
  const data = dottedToHost(record.alias, column, query);
  const shown = table.template.columns.find((each) => each.data === data && each.enum !== null);
  const keys = Object.keys((shown?.enum && table.enums[shown.enum]) ?? {});
  if (value === null || keys.length === 0 || keys.includes(String(value))) return;
  const meant = suggestWord(String(value), keys);
  refuse(
    `${JSON.stringify(value)} is not a key of the enumeration "${shown?.enum}" of "${name}"`,
    meant === undefined ? `Use one of: ${keys.join(', ')}.` : `Did you mean ${JSON.stringify(meant)}?`,
  );
}

function dottedToHost(alias: string, column: string, { names }: HostQuery): string {
  return `${names.toHost(alias)}.${names.toHost(column)}`;
}

/** A `column` or `table.column` of the rows' own table. */
function columnOf(name: string, { query, record, refuse }: Resolving): Omit<UpdatedColumn<never>, 'value'> {
  const located = name.includes('.')
    ? databaseColumn(name, query)
    : { alias: record.alias, column: dottedToDatabase(name, query.names) };
  const own = query.names.toHost(record.alias);
  if (located.alias !== record.alias) {
    return refuse(
      `"${name}" is not a column of "${own}", which the row identifier is from`,
      'Set and compare columns of that table, or give the action rows() instead.',
    );
  }
  const stored = record.table.columns.get(located.column);
  if (stored) return { column: located.column, stored };
  const columns = [...record.table.columns.keys()];
  const meant = suggestWord(located.column, columns);

  return refuse(
    `"${own}" has no column "${query.names.toHost(located.column)}"`,
    meant === undefined
      ? `Its columns are: ${columns.map((column) => query.names.toHost(column)).join(', ')}.`
      : `Did you mean "${query.names.toHost(meant)}"?`,
  );
}

type Versioned = Pick<Resolving, 'table' | 'query' | 'record'>;

/** Of the definition's `edit`; null without one, and if it is invalid, which the check of edits reports. */
function versionColumn({ table, query, record }: Versioned): string | null {
  const version = declaredVersion(table);
  if (version === undefined) return null;
  const { alias, column } = databaseColumn(version, query);

  return alias === record.alias ? column : null;
}

/** The version of rows, if it is a number that is raised by each change. */
export function versionCounter(versioned: Versioned): string | null {
  const column = versionColumn(versioned);

  return column !== null && versioned.record.table.columns.get(column)?.kind === 'integer' ? column : null;
}
