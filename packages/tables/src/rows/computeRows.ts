import type { AnyRow, TableContext } from '../definition/TableContext.ts';
import { bytesText } from '../format/bytesText.ts';
import type { QueryRunner } from '../query/cancellable.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import { completeRows } from './completeRows.ts';
import { rowFormatter } from './rowFormatter.ts';
import type { StoredColumns } from './storedColumn.ts';

export type ResponseRow = Record<string, unknown>;

export interface RowComputation extends StoredColumns {
  readonly runtime: TableRuntime;
  /** Members that are texts of JSON. */
  readonly jsonNames: readonly string[];
  readonly context: TableContext;
}

/**
 * Converts rows from the database into rows for clients, in place: loads relations, adds computed attributes, formats
 * values, strips attributes, and flattens if the template says so. Row functions get values before formatting.
 */
export async function computeRows(
  rows: AnyRow[],
  computation: RowComputation,
  run: QueryRunner,
): Promise<ResponseRow[]> {
  const { runtime, table, context } = computation;
  const { template } = table;

  const showTexts = await completeRows(rows, {
    db: runtime.db,
    run,
    table,
    jsonNames: computation.jsonNames,
    context,
    runtime,
    presented: true,
  });

  const format = rowFormatter(computation, context.timeZone);
  const relations = Object.keys(table.definition.with ?? {});

  for (const row of rows as ResponseRow[]) format(row);
  showTexts();
  for (const row of rows as ResponseRow[]) {
    for (const attribute of template.strip) delete row[attribute];
    writeAsText(row);
    for (const name of relations) writeAsText(row[name] as ResponseRow | null | undefined);
  }

  return template.flatten ? rows.map((row) => flatten(row)) : rows;
}

/** JSON has no big integers, no infinite numbers and no bytes, so they become texts. */
function writeAsText(record: ResponseRow | null | undefined): void {
  for (const name in record) {
    const value = record[name];

    if (typeof value === 'object') {
      if (value instanceof Uint8Array) record[name] = bytesText(value);
    } else if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) {
      record[name] = String(value);
    }
  }
}

/** Nested objects become dotted attributes; lists, dates and bytes stay. */
function flatten(row: ResponseRow, prefix = '', flat: ResponseRow = {}): ResponseRow {
  for (const [name, value] of Object.entries(row)) {
    const isNested =
      typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

    if (isNested && name !== '_cssClasses' && name !== '_exact') {
      flatten(value as ResponseRow, `${prefix}${name}.`, flat);
    } else {
      flat[prefix + name] = value;
    }
  }

  return flat;
}
