import type { AnyRow, TableContext, TableDefinition } from '../definition/defineTable.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { loadRelations } from './loadRelations.ts';
import { type FormattedColumns, rowFormatter } from './rowFormatter.ts';

export type AnswerRow = Record<string, unknown>;

export interface RowComputation extends FormattedColumns {
  readonly runtime: TableRuntime;
  readonly context: TableContext;
}

/**
 * Turns rows as read into rows as answered, in place: relations loaded, computed attributes added, values formatted,
 * attributes stripped, and flattened where the template says so. Row functions see the values before formatting.
 */
export async function computeRows(rows: AnyRow[], computation: RowComputation): Promise<AnswerRow[]> {
  const { runtime, table, context } = computation;
  const { definition, template } = table;

  await loadRelations(runtime.db, rows, definition.with ?? {});

  const format = rowFormatter(computation);
  const addTo = rowFunctions(definition, template.appends);

  for (const row of rows as AnswerRow[]) {
    addTo?.(row, context);
    format(row);
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
