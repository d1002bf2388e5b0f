import { describe, expect, test } from 'vitest';
import { grouped, groupsResponse, rows } from '../grouping/grouping.fixture.ts';
import { settle } from '../tableClient.fixture.ts';

describe('grouping', () => {
  test('sorts the groups by the total or the label of a column whose header is clicked', async () => {
    const { table, server } = await grouped();
    const sorts = () =>
      table.columns.flatMap(({ name, sort, sortPosition }) => (sort ? [[name, sort, sortPosition]] : []));
    expect(sorts()).toEqual([['status', 'ASC', 1]]);
    table.toggleSort('total');
    await settle();
    expect(server.last.payload.meta).toMatchObject({ groupSort: { by: 'total', direction: 'ASC' } });
    await server.last.respond(groupsResponse(['new', 'sent', null]));
    table.toggleSort('total');
    expect(table.groupSort).toEqual({ by: 'total', direction: 'DESC' });
    expect(sorts()).toEqual([['total', 'DESC', 1]]);
    table.toggleSort('number', { add: true });
    expect(sorts()).toEqual(
      expect.arrayContaining([
        ['total', 'DESC', 1],
        ['number', 'ASC', 2],
      ]),
    );
    expect(table.groupSort.by).toBe('total');
    table.clearSort('total');
    expect(table.groupSort).toEqual({ by: 'label', direction: 'ASC' });
    table.setSort([{ name: 'status', direction: 'DESC' }]);
    expect(table.groupSort).toEqual({ by: 'label', direction: 'DESC' });
    expect(table.sort).toEqual([{ name: 'number', direction: 'ASC' }]);
    const can = (name: string) => {
      const { canSort, canUnsort } = table.columns.find((one) => one.name === name) ?? {};
      return [canSort, canUnsort];
    };
    expect(can('status')).toEqual([true, false]);
    expect(can('number')).toEqual([true, true]);
  });

  test('selects all rows of a group, also those that are not shown, and knows what is selected', async () => {
    const { table, server } = await grouped();
    const [first] = (table.groupLines ?? []).map(({ key }) => key);
    const state = () => [table.pageSelected, table.pagePartlySelected, table.selectedGroups.get(first ?? '')];
    const change = table.toggleGroupSelected(['new']);
    await settle();
    expect(server.last.payload.meta).toMatchObject({
      start: 0,
      groups: [{ column: 'status' }],
      groupPath: ['new'],
    });
    const { length } = server.last.payload.meta as { length: number };
    const ids = Array.from({ length: 30 }, (_, index) => 101 + index);
    for (let start = 0; start + length <= 30; start += length) {
      await server.last.respond(rows(ids.slice(start, start + length)));
      await settle();
    }
    await server.last.respond(rows(ids.slice(30 - (30 % length))));
    await change;
    expect(table.selected).toEqual(ids);
    expect(state()).toEqual([false, true, 'all']);
    table.setSelected([105], false);
    expect(state()).toEqual([false, true, 'some']);
    await table.toggleGroupSelected(['new']);
    expect(state()).toEqual([false, true, 'all']);
    await table.toggleGroupSelected(['new']);
    expect(table.selected).toEqual([]);
    expect(state()).toEqual([false, false, undefined]);
    table.selectAllMatching();
    expect(state()).toEqual([true, true, 'all']);
  });
});
