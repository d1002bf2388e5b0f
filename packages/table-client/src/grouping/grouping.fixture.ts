import type { Group, GroupsResponse, InitTemplate } from '@rowhouse/table-protocol';
import { pagination } from '@rowhouse/table-protocol/internal';
import { dataResponse, orderColumns } from '../responses/responses.fixture.ts';
import type { TableController } from '../TableController.ts';
import { openTable, settle } from '../tableClient.fixture.ts';

export const columns = orderColumns.map((given) =>
  ['status', 'paid', 'placed_at'].includes(given.name)
    ? { ...given, meta: { ...given.meta, groupable: true } }
    : given,
);
export const template: Partial<InitTemplate> = { columns };

export function groupsResponse(
  values: readonly Group['value'][],
  { count = values.length, start = 0 } = {},
): GroupsResponse {
  return {
    groups: values.map((value) => ({ value, label: String(value), count: 30, total: { total: '1,234.50' } })),
    count,
    formattedCount: String(count),
    filtered: count * 30,
    formattedFiltered: String(count * 30),
    total: { total: '9,999.00' },
    fullRecordInfo: true,
    pagination: pagination(start, 10, count),
  };
}

export const linesOf = (table: TableController) =>
  (table.groupLines ?? []).map((line) => {
    if (line.kind === 'group')
      return `${line.isOpen ? '-' : '+'} ${String(line.value)} ${line.position}/${line.size}`;
    if (line.kind === 'row') return `row ${String(line.row.id)} ${line.position}/${line.size}`;
    return line.kind === 'more' ? `more ${line.shown}/${line.size} +${line.next}` : line.kind;
  });
export const rowsOf = (...ids: number[]) => ids.map((id) => ({ id, status: 'new' }));
export const rows = (ids: number[], count = 30) =>
  dataResponse({ rows: rowsOf(...ids), count, pages: Math.ceil(count / 10) });
export const tenFrom = (first: number) => Array.from({ length: 10 }, (_, index) => first + index);

/** A table with three groups by status. */
export async function grouped(): Promise<Awaited<ReturnType<typeof openTable>>> {
  const running = await openTable(template);
  running.table.setGroupBy([{ column: 'status' }]);
  await settle();
  await running.server.last.respond(groupsResponse(['new', 'sent', null]));
  return running;
}
