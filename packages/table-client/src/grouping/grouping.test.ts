import { pagination } from '@rowhouse/table-protocol/internal';
import { describe, expect, test } from 'vitest';
import { column, dataResponse, initResponse } from '../responses/responses.fixture.ts';
import { openTable, settle, startTable } from '../tableClient.fixture.ts';
import {
  columns,
  grouped,
  groupsResponse,
  linesOf,
  rows,
  rowsOf,
  template,
  tenFrom,
} from './grouping.fixture.ts';
import { groupLabel } from './groupLabel.ts';

describe('grouping', () => {
  test('requests groups instead of rows, with the same search, filters and sort', async () => {
    const { table, server } = await openTable(template);
    table.setSearch('Ada');
    table.toggleSort('number');
    table.addGroup('status');
    table.addGroup('placed_at');
    await settle();
    expect(server.last.payload).toMatchObject({
      columns: [{ name: 'number', meta: { sort: 'ASC' } }],
      meta: {
        search: 'Ada',
        start: 0,
        length: 10,
        groups: [{ column: 'status' }, { column: 'placed_at', step: 'month' }],
        groupSort: { by: 'label', direction: 'ASC' },
      },
    });
    expect(table.groupLines).toBeNull();
    await server.last.respond(groupsResponse(['new', 'sent'], { count: 12 }));
    expect(linesOf(table)).toEqual(['+ new 1/12', '+ sent 2/12']);
    expect(table.rows).toEqual([]);
    expect(table).toMatchObject({ groupCount: 12, pages: 2, hasNextPage: true });
    expect(table.body).toMatchObject({ filtered: 360, total: { total: '9,999.00' } });
    expect(table.announcement).toContain('12 groups with 360 rows');
    table.goToPage(2);
    await settle();
    expect(server.last.payload.meta).toMatchObject({ start: 10, groups: [{ column: 'status' }, {}] });
    await server.last.respond(groupsResponse(['x', 'y'], { count: 12, start: 10 }));
    expect(linesOf(table)).toEqual(['+ x 11/12', '+ y 12/12']);
  });

  test('takes up to three columns that the template declares, each once', async () => {
    const { table } = await openTable(template);
    table.setGroupBy([
      { column: 'number' },
      { column: 'nothing' },
      { column: 'status', step: 'day' },
      { column: 'status' },
      { column: 'placed_at', step: 'year' },
      { column: 'placed_at', step: 'month' },
      { column: 'paid' },
    ]);
    expect(table.groupBy).toEqual([
      { column: 'status' },
      { column: 'placed_at', step: 'year' },
      { column: 'placed_at', step: 'month' },
    ]);
    expect(table.groupChoices).toEqual([
      { name: 'status', label: 'Status', isDate: false },
      { name: 'paid', label: 'Paid', isDate: false },
      { name: 'placed_at', label: 'Placed', isDate: true },
    ]);
    table.removeGroup('placed_at', 'month');
    expect(table.groupBy).toHaveLength(2);
    table.sortGroups('nothing', 'DESC');
    table.sortGroups('number', 'DESC');
    expect(table.groupSort).toEqual({ by: 'label', direction: 'ASC' });
    table.sortGroups('total', 'DESC');
    expect(table.groupSort).toEqual({ by: 'total', direction: 'DESC' });
    table.setGroupBy([]);
    expect(table.groupSort).toEqual({ by: 'label', direction: 'ASC' });
  });

  test('tells records of one name apart by their keys, and opens each by its own', async () => {
    const { table, server } = await openTable(template);
    table.setGroupBy([{ column: 'status' }]);
    await settle();
    const { groups, ...rest } = groupsResponse([7, 9, 10]);
    const named = groups.map((group) =>
      group.value === 10
        ? { ...group, label: 'Adam' }
        : { ...group, label: 'Ewa Bąk', ambiguous: true as const },
    );
    await server.last.respond({ ...rest, groups: named });
    const lines = (table.groupLines ?? []).flatMap((line) => (line.kind === 'group' ? [line] : []));
    const number = table.columns.find(({ name }) => name === 'number');
    if (!number) throw new Error('The table has no column of texts.');
    const description = { column: number, text: String };

    expect(lines.map((line) => groupLabel(line, description, table.translate))).toEqual([
      'Ewa Bąk (7)',
      'Ewa Bąk (9)',
      'Adam',
    ]);
    void table.toggleGroup(lines[1]?.path ?? []);
    await settle();
    expect(server.last.payload).toMatchObject({ meta: { groupPath: [9] } });
    expect(linesOf(table)).toEqual(['+ 7 1/3', '- 9 2/3', 'loading', '+ 10 3/3']);
  });

  test('opens a group to its rows by page, which are rows of the table, and closes it', async () => {
    const { table, server } = await grouped();
    expect(linesOf(table)).toEqual(['+ new 1/3', '+ sent 2/3', '+ null 3/3']);
    void table.toggleGroup([null]);
    void table.toggleGroup(['nowhere']);
    await settle();
    expect(linesOf(table).slice(-2)).toEqual(['- null 3/3', 'loading']);
    expect(server.last.payload.meta).toMatchObject({ start: 0, length: 10, groupPath: [null] });
    await server.last.respond(rows(tenFrom(1)));
    expect(linesOf(table)).toHaveLength(3 + 10 + 1);
    expect(linesOf(table).slice(-2)).toEqual(['row 10 10/30', 'more 10/30 +10']);
    expect(table.rows.map(({ id }) => id)).toEqual(tenFrom(1));
    expect(table.rowNumber(4)).toBe(5);
    table.setSelected(tenFrom(1), true);
    expect(table.selected).toEqual(tenFrom(1));
    expect(table.selectedGroups.get('[null]')).toBe('some');

    void table.showMore([null]);
    void table.showMore([null]);
    await settle();
    expect(server.last.payload.meta).toMatchObject({ start: 10, length: 10 });
    await server.last.respond(rows(tenFrom(11)));
    expect(linesOf(table).at(-1)).toBe('more 20/30 +10');
    void table.toggleGroup(['new']);
    await settle();
    await server.last.respond(rows([71, 72], 2));
    expect(table.rows[0]).toMatchObject({ id: 71 });
    expect(table.rowNumber(2)).toBe(1);
    void table.toggleGroup([null]);
    expect(linesOf(table)).toEqual(['- new 1/3', 'row 71 1/2', 'row 72 2/2', '+ sent 2/3', '+ null 3/3']);
    expect(table.selected).toEqual(tenFrom(1));
  });

  test('opens to groups of the next level first', async () => {
    const { table, server } = await openTable(template);
    table.setGroupBy([{ column: 'status' }, { column: 'paid' }]);
    await settle();
    await server.last.respond(groupsResponse(['new', 'sent']));
    void table.toggleGroup(['new']);
    await settle();
    expect(server.last.payload.meta).toMatchObject({ groupPath: ['new'] });
    await server.last.respond(groupsResponse([true, false], { count: 12 }));
    expect(linesOf(table)).toEqual([
      '- new 1/2',
      '+ true 1/12',
      '+ false 2/12',
      'more 2/12 +10',
      '+ sent 2/2',
    ]);
    void table.toggleGroup(['new', true]);
    await settle();
    expect(server.last.payload.meta).toMatchObject({ groupPath: ['new', true] });
    await server.last.respond(rows([1], 1));
    expect(linesOf(table).slice(0, 3)).toEqual(['- new 1/2', '- true 1/12', 'row 1 1/1']);
    expect(table.groupLines?.map(({ level }) => level)).toEqual([1, 2, 3, 2, 2, 1]);
    void table.toggleGroup(['new']);
    expect(linesOf(table)).toEqual(['+ new 1/2', '+ sent 2/2']);
  });

  test('shows a failure of one group in the group, and repeats the request', async () => {
    const { table, server } = await grouped();
    void table.toggleGroup(['new']);
    await settle();
    await server.last.respond(rows(tenFrom(1)));
    void table.showMore(['new']);
    await settle();
    await server.last.drop();
    expect(linesOf(table).slice(10, 13)).toEqual(['row 10 10/30', 'problem', '+ sent 2/3']);
    expect(table.problem).toBeNull();
    void table.retryGroup(['new']);
    await settle();
    expect(server.last.payload.meta).toMatchObject({ start: 10 });
    await server.last.respond(rows(tenFrom(11)));
    expect(linesOf(table)[21]).toBe('more 20/30 +10');
  });

  test('ignores a late response', async () => {
    const { table, server } = await grouped();
    server.honoursAbort = false;
    void table.toggleGroup(['new']);
    await settle();
    const first = server.last;
    void table.toggleGroup(['new']);
    expect(first.signal?.aborted).toBe(true);
    void table.toggleGroup(['new']);
    await settle();
    await server.last.respond(rows([7], 1));
    await first.respond(rows([8], 1));
    expect(table.rows).toEqual(rowsOf(7));
  });

  test('reads open groups again on reload, as much as they show, and closes removed ones', async () => {
    const { table, server } = await grouped();
    for (const [value, first] of [
      ['new', 1],
      ['sent', 31],
    ] as const) {
      void table.toggleGroup([value]);
      await settle();
      await server.last.respond(rows(tenFrom(first)));
    }
    void table.showMore(['new']);
    await settle();
    await server.last.respond(rows(tenFrom(11)));
    server.takePaths();
    void table.reload();
    await server.last.respond(groupsResponse(['new', null]));
    expect(table.rows).toHaveLength(20);
    expect(server.requests.slice(1).map(({ payload }) => payload.meta)).toMatchObject([
      { start: 0, length: 20, groupPath: ['new'] },
    ]);
    await server.last.respond(rows([...tenFrom(101), ...tenFrom(111)]));
    expect(table.rows.map(({ id }) => id)).toEqual([...tenFrom(101), ...tenFrom(111)]);
  });

  test('keeps groups open under another search, and closes them with another grouping', async () => {
    const { table, server } = await grouped();
    void table.toggleGroup(['new']);
    await settle();
    await server.last.respond(rows(tenFrom(1)));
    table.setWhere({ data: 'orders.paid', operator: 'is', value: true });
    await settle();
    await server.last.respond(groupsResponse(['new']));
    expect(server.last.payload).toMatchObject({
      where: { data: 'orders.paid' },
      meta: { groupPath: ['new'] },
    });
    await server.last.respond(rows([5], 1));
    expect(linesOf(table)).toEqual(['- new 1/1', 'row 5 1/1']);
    table.addGroup('paid');
    await settle();
    await server.last.respond(groupsResponse(['new']));
    expect(linesOf(table)).toEqual(['+ new 1/1']);
    table.setGroupBy([]);
    await settle();
    await server.last.respond(dataResponse());
    expect(table.groupLines).toBeNull();
    expect(table.rows).toHaveLength(10);
  });

  test('replaces an edited row of an open group, and reads the groups again', async () => {
    const editable = columns.map((given) =>
      given.name === 'status' ? { ...given, edit: { type: 'enum' as const } } : given,
    );
    const { table, server } = await openTable({ columns: editable, edit: { path: '/api/orders/edit' } });
    table.setGroupBy([{ column: 'paid' }]);
    await settle();
    await server.last.respond(groupsResponse([true]));
    void table.toggleGroup([true]);
    await settle();
    await server.last.respond(rows([1, 2], 2));
    expect(await table.startEdit(2, 'status')).toBe(true);
    void table.commitEdit('sent');
    await settle();
    expect(server.last).toMatchObject({ method: 'PATCH', path: '/api/orders/edit' });
    await server.last.respond({ row: { id: 2, status: 'sent' } });
    expect(table.rows).toEqual([...rowsOf(1), { id: 2, status: 'sent' }]);
    expect(server.last.payload.meta).toMatchObject({ groups: [{ column: 'paid' }] });
  });

  test('sends at most four requests for open groups at the same time', async () => {
    const { table, server } = await openTable(template);
    table.setGroupBy([{ column: 'status' }]);
    await settle();
    await server.last.respond(groupsResponse([1, 2, 3, 4, 5, 6]));
    server.takePaths();
    for (const value of [1, 2, 3, 4, 5, 6]) void table.toggleGroup([value]);
    await settle();
    expect(server.requests).toHaveLength(4);
    await server.requests[1]?.respond(rows([1], 1));
    await settle();
    expect(server.requests).toHaveLength(5);
  });

  test('reads groups on demand above the limit, and then on every page', async () => {
    const { table, server } = await openTable({ ...template, debounce: 0 });
    table.setGroupBy([{ column: 'status' }]);
    await settle();
    const refused = { ...groupsResponse([]), fullRecordInfo: false, pagination: pagination(0, 10, null) };
    await server.last.respond(refused);
    expect(linesOf(table)).toEqual([]);
    expect(table).toMatchObject({ groupCount: null, pages: null, hasNextPage: false });
    void table.forceInfo();
    await settle();
    expect(server.last.payload.meta).toMatchObject({ forceInfo: true });
    await server.last.respond(groupsResponse(['new'], { count: 20 }));
    table.goToPage(2);
    await settle();
    expect(server.last.payload.meta).toMatchObject({ forceInfo: true, start: 10 });
    table.setSearch('Bob');
    await settle();
    expect(server.last.payload.meta).toMatchObject({ forceInfo: false, search: 'Bob' });
  });

  test('sends the keys as JSON with GET, so that no value and an empty text differ', async () => {
    const { table, server } = await openTable({ ...template, method: 'GET' });
    table.setGroupBy([{ column: 'status' }]);
    await settle();
    await server.last.respond(groupsResponse([null, '']));
    void table.toggleGroup([null]);
    await settle();
    expect(server.last.payload.meta).toMatchObject({ groupPath: [null], start: 0 });
  });
});

describe('stored grouping', () => {
  test('contains grouping and sort of groups in storage and address, without open groups', async () => {
    const { table, server, storage, browser } = await openTable(template, { url: true });
    table.setGroupBy([{ column: 'status' }, { column: 'placed_at', step: 'quarter' }]);
    table.sortGroups('count', 'DESC');
    await settle();
    await server.last.respond(groupsResponse(['new']));
    void table.toggleGroup(['new']);
    await settle();
    expect(browser.address).toBe('/orders?orders.group=status,placed_at:quarter&orders.groupsort=-count');

    const again = startTable({ storage, browser: null });
    await again.server.last.respond(initResponse(template));
    expect(again.table.groupBy).toEqual([{ column: 'status' }, { column: 'placed_at', step: 'quarter' }]);
    expect(again.table.groupSort).toEqual({ by: 'count', direction: 'DESC' });
    browser.back();
    await settle();
    expect(table.groupSort).toEqual({ by: 'label', direction: 'ASC' });
    expect(table.groupBy).toEqual([]);
  });

  test('omits a column that is no longer groupable', async () => {
    const { table, storage } = await openTable(template);
    table.setGroupBy([{ column: 'status' }, { column: 'paid' }]);
    await settle();
    const fewer = columns.map((given) =>
      given.name === 'status' ? column({ ...given, meta: { ...given.meta, groupable: false } }) : given,
    );
    const again = startTable({ storage, browser: null });
    await again.server.last.respond(initResponse({ ...template, columns: fewer }));
    expect(again.table.groupBy).toEqual([{ column: 'paid' }]);
  });
});
