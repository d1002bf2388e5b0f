import type { DataResponse, Group, GroupKey, GroupsResponse } from '@rowhouse/table-protocol';
import type { TableRow } from '../../TableController.ts';
import { readPagination, readTotals } from './readData.ts';
import {
  countOf,
  needRecord,
  needRecords,
  recordOf,
  ShapeFault,
  textOf,
  type UnknownRecord,
} from './shape.ts';

/** Reads the data route's response to `meta.groups`. Throws `ShapeFault`. */
export function readGroups(response: unknown): GroupsResponse {
  const body = needRecord(response, 'body');
  const groups = needRecords(body.groups, 'groups').map(readGroup);
  const count = countOf(body.count, groups.length);
  const filtered = countOf(body.filtered, 0);

  return {
    groups,
    count,
    formattedCount: textOf(body.formattedCount) || String(count),
    filtered,
    formattedFiltered: textOf(body.formattedFiltered) || String(filtered),
    total: readTotals(recordOf(body.total)),
    fullRecordInfo: body.fullRecordInfo === true,
    pagination: readPagination(needRecord(body.pagination, 'pagination')),
  };
}

function readGroup({ value, label, ambiguous, count, total }: UnknownRecord, index: number): Group {
  if (!isKey(value)) throw new ShapeFault(`groups.${index}.value`, 'It is not a plain value.');

  return {
    value,
    label: typeof label === 'string' ? label : null,
    ...(ambiguous === true && { ambiguous }),
    count: countOf(count, 0),
    total: readTotals(recordOf(total)),
  };
}

function isKey(value: unknown): value is GroupKey {
  return (
    value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  );
}

/** What the rest of the table reads of a response: counts and totals of the rows of all groups, without rows. */
export function dataOfGroups({ groups: _, ...counts }: GroupsResponse): DataResponse<TableRow> {
  return {
    ...counts,
    data: [],
    count: counts.filtered,
    formattedCount: counts.formattedFiltered,
    // Without counts, it is not known which rows there are.
    filters: !counts.fullRecordInfo,
  };
}
