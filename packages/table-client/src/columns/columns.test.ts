import { describe, expect, test } from 'vitest';
import { dataResponse } from '../responses/responses.fixture.ts';
import type { TableController } from '../TableController.ts';
import { openTable, settle } from '../tableClient.fixture.ts';

describe('selection', () => {
  test('is kept over pages', async () => {
    const { table, server } = await openTable();
    table.toggleSelected(3);
    expect(table.pageSelected).toBe(false);
    table.togglePageSelected();
    expect(table.selected).toEqual([3, 1, 2, 4, 5, 6, 7, 8, 9, 10]);
    expect(table.pageSelected).toBe(true);
    table.goToPage(2);
    await settle();
    await server.last.respond(dataResponse({ page: 2 }));
    expect(table.pageSelected).toBe(false);
    table.togglePageSelected();
    expect(table.selected).toHaveLength(20);
    table.togglePageSelected();
    expect(table.selected).toEqual([3, 1, 2, 4, 5, 6, 7, 8, 9, 10]);
    table.clearSelected();
    expect(table.selected).toEqual([]);
  });

  test.each<[string, (table: TableController) => void]>([
    ['search', (table) => table.setSearch('Ada')],
    [
      'filter',
      (table) => table.setFilter({ data: 'orders.paid', type: 'boolean', value: true, label: 'Paid' }),
    ],
  ])('is kept when the rows of another %s are shown', async (_, change) => {
    const { table, server } = await openTable({ debounce: 0 });
    table.togglePageSelected();
    change(table);
    await settle();
    await server.last.respond(dataResponse({ page: 2 }));
    expect(table.selected).toHaveLength(10);
    expect(table.selectedElsewhere).toBe(10);
  });

  test('is cleared when the host requests other rows', async () => {
    const filters = { orders: { customer_id: 1 } };
    const { client, table, server } = await openTable({ debounce: 0 }, { filters });
    table.toggleSelected(1);
    client.setHost({ filters: { orders: { customer_id: 2 } } });
    await settle();
    await server.last.respond(dataResponse());
    expect(table.selected).toEqual([]);
  });

  test('is kept over another order, another page length and a reload', async () => {
    const { table, server } = await openTable();
    table.toggleSelected(1);
    table.setSearchMode('startsWith');
    table.toggleSort('number');
    table.setLength(25);
    await settle();
    await server.last.respond(dataResponse());
    void table.reload();
    await server.last.respond(dataResponse());
    expect(table.selected).toEqual([1]);
  });

  test('reports how many of its rows are not on the page', async () => {
    const { table } = await openTable();
    table.select([1, 2, 77, 78, 78]);
    expect(table.selected).toEqual([1, 2, 77, 78]);
    expect(table.selectedElsewhere).toBe(2);
  });

  test('unfolded rows are folded when they leave the page, highlighted ones stay highlighted', async () => {
    const { table, server } = await openTable();
    table.toggleExpanded(1);
    table.toggleExpanded(2);
    table.toggleExpanded(2);
    table.highlight(1);
    table.toggleHighlight(2);
    table.toggleHighlight(3);
    table.toggleHighlight(3);
    table.highlight(4);
    table.removeHighlight(4);
    void table.reload();
    await server.last.respond(dataResponse());
    expect([...table.expanded]).toEqual([1]);
    table.goToPage(2);
    await settle();
    await server.last.respond(dataResponse({ page: 2 }));
    expect([...table.expanded]).toEqual([]);
    expect([...table.highlighted]).toEqual([1, 2]);
    table.clearHighlighted();
    expect(table.highlighted.size).toBe(0);
  });
});

describe('columns', () => {
  test('are not drawn if rogue; the others are visible, or hidden if there is no room', async () => {
    const { table } = await openTable();
    expect(table.columns.map(({ name }) => name)).not.toContain('secret');
    expect(table.columns.find(({ name }) => name === 'note')?.visible).toBe(false);
    table.setHidden(['paid', 'note']);
    expect(table.hiddenColumns.map(({ name }) => name)).toEqual(['paid']);
    table.setVisible('note', true);
    table.setVisible('secret', true);
    table.setVisible('number', false);
    expect(table.hiddenColumns.map(({ name }) => name)).toEqual(['paid', 'note']);
    expect(table.shownColumns.map(({ name }) => name)).toEqual(['status', 'total', 'placed_at', 'due_on']);
  });

  test('return their sort direction and its position', async () => {
    const { table } = await openTable();
    table.toggleSort('status');
    table.toggleSort('number', { add: true });
    table.toggleSort('status', { add: true });
    table.toggleSort('note', { add: true });
    const sorted = table.columns.filter(({ sort }) => sort !== null);
    expect(sorted.map(({ name, sort, sortPosition }) => [name, sort, sortPosition])).toEqual([
      ['number', 'ASC', 2],
      ['status', 'DESC', 1],
    ]);
    table.clearSort('status');
    expect(table.sort).toEqual([{ name: 'number', direction: 'ASC' }]);
    table.clearSort();
    expect(table.sort).toEqual([]);
  });

  test('are sorted in another order by one call, without those that cannot be sorted and repeated ones', async () => {
    const { table, server } = await openTable();
    const total = { name: 'total', direction: 'DESC' } as const;
    const status = { name: 'status', direction: 'ASC' } as const;
    table.goToPage(2);
    table.setSort([total, { name: 'note', direction: 'ASC' }, status, { name: 'total', direction: 'ASC' }]);
    await settle();
    expect(table).toMatchObject({ sort: [total, status], page: 1 });
    expect(server.takePaths()).toHaveLength(1);
    table.setSort([total, status]);
    await settle();
    expect(server.requests).toHaveLength(0);
  });

  test('switches view modes on and off without a request', async () => {
    const { table, server } = await openTable();
    expect(table.viewModes).toEqual(['hover']);
    table.toggleViewMode('compact');
    table.toggleViewMode('hover');
    await settle();
    expect(table.viewModes).toEqual(['compact']);
    expect(server.requests).toHaveLength(0);
  });
});

describe('the announcement', () => {
  test('contains results and sort, and never repeats a text', async () => {
    const { table, server } = await openTable();
    const announced = [table.announcement];
    void table.reload();
    expect(table.announcement).toBe(announced[0]);
    await server.last.respond(dataResponse());
    announced.push(table.announcement);
    table.toggleSort('status');
    table.toggleSort('total', { add: true });
    table.toggleSort('total', { add: true });
    await settle();
    await server.last.respond(dataResponse());
    announced.push(table.announcement);
    void table.reload();
    await server.last.respond(dataResponse({ rows: [], count: 0, pages: 0 }));
    announced.push(table.announcement);
    expect(announced).toEqual([
      '100 results, page 1 of 10',
      '100 results, page 1 of 10\u00a0',
      'Sorted by Status ascending, then Total descending. 100 results, page 1 of 10',
      'No results',
    ]);
  });

  test('uses the language of the host, which may keep parameters in its texts', async () => {
    const words: Record<string, string> = {
      '{count|# result|# results, page {page} of {pages}}': '{count} Zeilen, Seite {page} von {pages}',
    };
    const { table } = await openTable({}, { i18n: (text) => words[text] ?? text });
    expect(table.announcement).toBe('100 Zeilen, Seite 1 von 10');
    expect(table.translate('{toString} {a}', { a: '$&' })).toBe('{toString} $&');
  });
});
