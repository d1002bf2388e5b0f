import type { InitButton, InitTemplate } from '@rowhouse/table-protocol';
import { describe, expect, test } from 'vitest';
import { orderColumns } from '../responses/responses.fixture.ts';
import { type FakeServer, openTable, settle } from '../tableClient.fixture.ts';

const button = (name: string, path: string): InitButton => ({
  name,
  path,
  action: 'export',
  confirmation: false,
  selection: false,
});
const excel = button('excel', '/api/orders/exportExcel');
const csv = button('csv', '/api/orders/exportExcel?format=csv');
const groupable = orderColumns.map((given) =>
  given.name === 'status' ? { ...given, meta: { ...given.meta, groupable: true } } : given,
);
const template = (...dropdown: InitButton[]): Partial<InitTemplate> => ({
  columns: groupable,
  buttons: { global: [], row: [], dropdown },
});
const choice = { format: 'xlsx', columns: ['total', 'number'], rows: 'matching', grouped: true } as const;

/** The newest request for an export; the table may have requested its page after it. */
function exportOf({ requests }: FakeServer) {
  const found = requests.findLast(({ path }) => path === '/api/orders/exportExcel');
  if (!found) throw new Error('Nothing was exported.');
  return found;
}

describe('an export as chosen', () => {
  test('can be in the formats that its buttons have, or may be sent', async () => {
    for (const [buttons, formats] of [
      [[], []],
      [[csv], ['csv']],
      [[excel], ['xlsx', 'csv']],
      [
        [excel, csv],
        ['xlsx', 'csv'],
      ],
      [[{ ...excel, action: 'ajax' as const }], []],
    ] as const) {
      const { table } = await openTable(template(...buttons));
      expect(table.exportFormats).toEqual(formats);
    }
  });

  test('sends the columns in their order with the search, filters and sort, and the format where it may', async () => {
    const { table, server } = await openTable(template(excel, csv));
    table.setSearch('Ada');
    table.toggleSort('number');
    const starting = table.startExport(choice);
    await settle();
    expect(exportOf(server).payload).toMatchObject({
      ...{
        exported: ['total', 'number'],
        format: 'xlsx',
        columns: [{ name: 'number', meta: { sort: 'ASC' } }],
      },
      meta: { search: 'Ada' },
    });
    expect(exportOf(server).payload).not.toHaveProperty('grouped');
    expect(table.busyButtons).toEqual(new Set(['excel']));
    await exportOf(server).respond({ message: 'It has begun.' });
    await starting;
    expect(table.notices.map(({ message }) => message)).toEqual(['It has begun.']);

    void table.startExport({ ...choice, format: 'csv' });
    await settle();
    expect(exportOf(server).payload).toMatchObject({ exported: ['total', 'number'] });
    // It is in the address.
    expect(exportOf(server).payload).not.toHaveProperty('format');
  });

  test('sends the groups of the table and their order, unless they are not wanted', async () => {
    const { table, server } = await openTable(template(excel));
    table.setGroupBy([{ column: 'status' }]);
    table.sortGroups('count', 'DESC');
    void table.startExport(choice);
    await settle();
    expect(exportOf(server).payload).toMatchObject({
      grouped: true,
      meta: { groups: [{ column: 'status' }], groupSort: { by: 'count', direction: 'DESC' } },
    });
    await exportOf(server).respond({});

    void table.startExport({ ...choice, grouped: false });
    await settle();
    expect(exportOf(server).payload).not.toHaveProperty('grouped');
    expect(exportOf(server).payload.meta).not.toHaveProperty('groups');
  });

  test('names the selected rows in a body, regardless of the search that found them', async () => {
    const { table, server } = await openTable(template(excel));
    table.select([3, 5]);
    table.setSearch('Ada');
    void table.startExport({ ...choice, rows: 'selected' });
    await settle();
    expect(exportOf(server)).toMatchObject({ method: 'POST', path: '/api/orders/exportExcel' });
    expect(exportOf(server).payload).toMatchObject({
      only: [3, 5],
      exported: ['total', 'number'],
      meta: { search: '' },
    });
    await exportOf(server).respond({});

    table.selectAllMatching();
    table.toggleSelected(7);
    void table.startExport({ ...choice, rows: 'selected' });
    await settle();
    expect(exportOf(server).method).toBe('POST');
    expect(exportOf(server).payload).toMatchObject({ except: [7], meta: { search: 'Ada' } });
  });

  test('shows a failure as a notice', async () => {
    const { table, server } = await openTable(template(excel));
    const starting = table.startExport(choice);
    await settle();
    await exportOf(server).respond({ message: 'Not this one.' }, 422);
    await starting;
    expect(table.notices.map(({ kind, message }) => [kind, message])).toEqual([['danger', 'Not this one.']]);
  });
});
