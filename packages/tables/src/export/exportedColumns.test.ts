import { expect, it } from 'vitest';
import type { TableDefinition } from '../definition/defineTable.ts';
import { compileTable } from '../definition/Table.ts';
import { parseRequest } from '../request/parseRequest.ts';
import { defaultTableConfig } from '../template/defaultTableConfig.ts';
import { exportedColumns } from './planSheet.ts';

const wide = (count: number) => {
  const columns = Array.from({ length: count }, (_, index) => ({
    label: `C${index}`,
    name: `c${index}`,
    data: `t.c${index}`,
  }));
  const template = { routePrefix: 'wide', columns };

  return compileTable({ template, query: () => undefined } as unknown as TableDefinition, defaultTableConfig);
};

it('refuses more columns than a sheet has, names the limit, and accepts as many as it has', () => {
  const table = wide(16_385);
  const all = parseRequest({}, table.rules);
  const fewer = parseRequest({ columns: [{ name: 'c7', meta: { visible: false } }] }, table.rules);

  expect(() => exportedColumns(table, all, 'xlsx')).toThrow(
    expect.objectContaining({
      code: 'tables.invalid_request',
      fields: { columns: [expect.stringContaining('a sheet has at most 16384')] },
    }),
  );
  expect(exportedColumns(table, all, 'csv')).toHaveLength(16_385);
  expect(exportedColumns(table, fewer, 'xlsx')).toHaveLength(16_384);
});
