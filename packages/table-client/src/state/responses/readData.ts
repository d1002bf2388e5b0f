import type { DataResponse, Pagination } from '@rowhouse/table-protocol';
import type { TableRow } from '../../TableController.ts';
import {
  countOf,
  needRecord,
  needRecords,
  recordOf,
  ShapeFault,
  textOf,
  type UnknownRecord,
} from './shape.ts';

/** Reads the response of the data route: rows, counts and pagination. Throws `ShapeFault`. */
export function readData(response: unknown): DataResponse<TableRow> {
  const body = needRecord(response, 'body');
  const rows = needRecords(body.data, 'data');
  const count = needCount(body.count, 'count');
  const filtered = countOf(body.filtered, count);
  const pagination = readPagination(needRecord(body.pagination, 'pagination'));

  return {
    data: rows as readonly TableRow[] as TableRow[],
    count,
    formattedCount: textOf(body.formattedCount) || String(count),
    filtered,
    formattedFiltered: textOf(body.formattedFiltered) || String(filtered),
    total: readTotals(recordOf(body.total)),
    fullRecordInfo: body.fullRecordInfo === true,
    filters: body.filters === true,
    ...(Array.isArray(body.versions) && { versions: body.versions.map((version) => textOf(version)) }),
    ...(body.estimated === true && { estimated: true as const }),
    ...(body.position !== undefined && { position: countOf(body.position, null) }),
    pagination,
  };
}

export function readTotals(total: UnknownRecord): DataResponse['total'] {
  return Object.fromEntries(
    Object.entries(total).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
    ),
  );
}

export function readPagination(pagination: UnknownRecord): Pagination {
  const { middlePages } = pagination;

  return {
    page: needCount(pagination.page, 'pagination.page'),
    pages: countOf(pagination.pages, null),
    atStart: pagination.atStart === true,
    atEnd: pagination.atEnd === true,
    atMiddle: pagination.atMiddle === true,
    middlePages: Array.isArray(middlePages) ? middlePages.filter((page) => countOf(page, 0) > 0) : [],
  };
}

function needCount(value: unknown, path: string): number {
  const count = countOf(value, null);

  if (count === null) {
    throw new ShapeFault(path, 'It is not a whole number.');
  }

  return count;
}
