import type { AnyRow, TableContext, TableDefinition } from '../definition/defineTable.ts';
import type { Table } from '../definition/Table.ts';
import { dataKind } from '../query/ColumnResolver.ts';
import type { ColumnKinds } from '../query/catalogue.ts';
import type { ColumnKind } from '../query/dialects/Dialect.ts';
import type { HostQuery } from '../query/HostQuery.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { type CellFormatter, cellFormatters, type StoredColumn } from './cellFormatters.ts';
import { loadRelations } from './loadRelations.ts';

export type AnswerRow = Record<string, unknown>;

export interface RowComputation {
  readonly runtime: TableRuntime;
  readonly table: Table;
  readonly context: TableContext;
  readonly query: HostQuery;
  readonly kinds: ColumnKinds;
  /** See `Catalogue`. */
  readonly datesAreUtc: boolean;
}

/**
 * Turns rows as read into rows as answered, in place: relations loaded, computed attributes added, values formatted,
 * attributes stripped, and flattened where the template says so. Row functions see the values before formatting.
 */
export async function computeRows(rows: AnyRow[], computation: RowComputation): Promise<AnswerRow[]> {
  const { runtime, table, context } = computation;
  const { definition, template } = table;

  await loadRelations(runtime.db, rows, definition.with ?? {});

  const { datesAreUtc } = computation;
  const cells = cellFormatters(table).map((cell) => ({
    ...cell,
    stored: { kind: columnKind(cell.path, computation), datesAreUtc },
  }));
  const addTo = rowFunctions(definition, template.appends);

  for (const row of rows as AnswerRow[]) {
    addTo?.(row, context);
    for (const cell of cells) formatCell(row, cell);
    for (const attribute of template.strip) delete row[attribute];
    // JSON has no big integers.
    for (const name in row) if (typeof row[name] === 'bigint') row[name] = String(row[name]);
  }

  return template.flatten ? rows.map((row) => flatten(row)) : rows;
}

/** Adds what the definition's row functions make of a row; all of them see it as it was. Null when there are none. */
function rowFunctions(
  definition: TableDefinition,
  appends: readonly string[],
): ((row: AnswerRow, context: TableContext) => void) | null {
  const { appends: appended, methods, rowActions, cssClasses } = definition;
  const functions = Object.entries({
    ...Object.fromEntries(appends.map((name) => [name, appended?.[name] ?? (() => null)])),
    ...methods,
    ...(rowActions && { _actions: rowActions }),
    ...(cssClasses && { _cssClasses: cssClasses }),
  });

  if (functions.length === 0) {
    return null;
  }

  return (row, context) => {
    const added = functions.map(([name, compute]) => [name, compute(row as AnyRow, context)] as const);
    for (const [name, value] of added) row[name] = value;
  };
}

function columnKind(path: readonly string[], { table, query, kinds }: RowComputation): ColumnKind {
  const column = table.template.columns.find(({ name }) => name === path.join('.'));

  if (column?.data) {
    return dataKind(column.data, query, kinds);
  }

  const [relation = '', property = ''] = path;
  const related = table.definition.with?.[relation];

  return (related && kinds.get(`${related.table}.${property}`)) ?? 'other';
}

function formatCell(
  row: AnswerRow,
  { path, format, stored }: CellFormatter & { stored: StoredColumn },
): void {
  const name = path.at(-1) as string;
  let holder: AnswerRow | null | undefined = row;

  for (let depth = 0; depth < path.length - 1; depth++) {
    holder = holder?.[path[depth] as string] as AnswerRow | null | undefined;
  }
  if (holder) {
    holder[name] = format(holder[name], stored, row);
  }
}

/** Nested objects become dotted attributes; lists, dates and bytes stay. */
function flatten(row: AnswerRow, prefix = '', flat: AnswerRow = {}): AnswerRow {
  for (const [name, value] of Object.entries(row)) {
    const isNested =
      typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

    if (isNested && name !== '_cssClasses') {
      flatten(value as AnswerRow, `${prefix}${name}.`, flat);
    } else {
      flat[prefix + name] = value;
    }
  }

  return flat;
}
