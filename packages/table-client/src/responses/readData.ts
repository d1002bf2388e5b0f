import type { DataResponse } from '@rowhouse/table-protocol';
import { count, dataResponse, extended, optional, text } from '@rowhouse/table-protocol/internal';
import type { TableRow } from '../table/TableRow.ts';
import { read } from './readShape.ts';

const formatted = optional(text({ minLength: 1 }));
/** Where counts lack their texts, they are written without separators. */
const response = extended(dataResponse<TableRow>(), {
  filtered: optional(count()),
  formattedCount: formatted,
  formattedFiltered: formatted,
});

/** Reads the response of the data route: rows, counts and pagination. Throws `ShapeFault`. */
export function readData(value: unknown): DataResponse<TableRow> {
  const data = read(response, value);
  const { filtered = data.count } = data;
  const { formattedCount = String(data.count), formattedFiltered = String(filtered) } = data;

  return { ...data, filtered, formattedCount, formattedFiltered };
}
