import type { DataResponse, GroupsResponse } from '@rowhouse/table-protocol';
import { count, extended, groupsResponse, optional, text } from '@rowhouse/table-protocol/internal';
import { read } from '../responses/readShape.ts';
import type { TableRow } from '../table/TableRow.ts';

const formatted = optional(text({ minLength: 1 }));
const response = extended(groupsResponse, {
  count: optional(count()),
  formattedCount: formatted,
  formattedFiltered: formatted,
});

/** Reads the data route's response to `meta.groups`. Throws `ShapeFault`. */
export function readGroups(value: unknown): GroupsResponse {
  const body = read(response, value);
  const { count: number = body.groups.length } = body;
  const { formattedCount = String(number), formattedFiltered = String(body.filtered) } = body;

  return { ...body, count: number, formattedCount, formattedFiltered };
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
