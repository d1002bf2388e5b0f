import type { InitButton } from '@rowhouse/table-protocol';
import { describe, expect, test } from 'vitest';
import { dataResponse, initResponse } from '../responses/responses.fixture.ts';
import { type RunningTable, settle, startTable } from '../tableClient.fixture.ts';

const pay: InitButton = {
  name: 'pay',
  action: 'ajax',
  method: 'PATCH',
  path: '/pay',
  selection: true,
  matching: true,
};
const touch: InitButton = { name: 'touch', action: 'ajax', method: 'POST', path: '/touch', selection: true };

/** A table of a server that takes named rows: 10 rows on the page of 100 that match. */
async function open(button: Partial<InitButton> = {}): Promise<RunningTable & { button: InitButton }> {
  const running = startTable();
  const init = initResponse({
    selectable: true,
    method: 'GET',
    debounce: 0,
    buttons: { global: [{ ...pay, ...button }, touch], row: [], dropdown: [] },
  });
  await running.server.last.respond({ ...init, meta: { ...init.meta, selection: true, total: true } });
  await running.server.last.respond(dataResponse());
  running.server.takePaths();

  return { ...running, button: { ...pay, ...button } };
}

describe('all matching rows', () => {
  test('are selected except those left out, and sent as the request', async () => {
    const { table, server, button } = await open();
    const { filtered } = dataResponse();
    expect(table.canSelectAll).toBe(true);
    table.setSearch('a');
    await settle();
    await server.last.respond(dataResponse());
    table.selectAllMatching();
    expect(table).toMatchObject({
      allMatching: true,
      selectedCount: filtered,
      pageSelected: true,
      selected: [],
    });
    table.toggleSelected(3);
    table.setSelected([4, 5], false);
    table.toggleSelected(4);
    expect(table.excepted).toEqual([3, 5]);
    expect(table).toMatchObject({ selectedCount: filtered - 2, pageSelected: false });
    expect([...table.selectedOnPage]).toEqual([1, 2, 4, 6, 7, 8, 9, 10]);
    void table.press(button);
    await settle();
    expect(server.last).toMatchObject({ method: 'PATCH', path: '/pay' });
    expect(server.last.payload).toMatchObject({ except: [3, 5], meta: { search: 'a' } });
    expect(server.last.payload).not.toHaveProperty('selection');
    expect(server.last.payload).not.toHaveProperty('only');
    await server.last.respond({ message: 'Paid' });
    expect(table).toMatchObject({ allMatching: false, excepted: [], selectedCount: 0 });
  });

  test('do not go to buttons that take identifiers only', async () => {
    const { table } = await open();
    expect(table.isEnabled(touch)).toBe(false);
    table.toggleSelected(1);
    expect([table.isEnabled(touch), table.isEnabled(pay)]).toEqual([true, true]);
    table.selectAllMatching();
    expect([table.isEnabled(touch), table.isEnabled(pay)]).toEqual([false, true]);
  });

  test('are confirmed with the count of the moment', async () => {
    const { table, server, button } = await open({ confirmation: true, message: 'Pay {count}?' });
    table.selectAllMatching();
    table.toggleSelected(1);
    void table.reload();
    await server.last.respond({ ...dataResponse(), filtered: 41, count: 41 });
    void table.press(button);
    expect(table.confirmation).toMatchObject({
      message: 'Pay 40?',
      subject: '40 rows selected: all that match, except 1',
    });
  });

  test('are no longer selected when others match, which is announced', async () => {
    const { table, server } = await open();
    table.selectAllMatching();
    table.goToPage(2);
    await settle();
    await server.last.respond(dataResponse({ page: 2 }));
    expect(table.allMatching).toBe(true);
    table.setSearch('Ada');
    await settle();
    await server.last.respond(dataResponse());
    expect(table).toMatchObject({ allMatching: false, selected: [], selectedCount: 0 });
    expect(table.notices.at(-1)).toMatchObject({ kind: 'info' });
  });

  test('stay selected when the host passes back an empty selection, and end with another selection', async () => {
    const { table } = await open();
    table.selectAllMatching();
    table.select([]);
    expect(table.allMatching).toBe(true);
    table.select([4]);
    expect(table).toMatchObject({ allMatching: false, selected: [4] });
  });

  test('are omitted up to a limit', async () => {
    const { table } = await open();
    table.selectAllMatching();
    table.setSelected(
      Array.from({ length: 1000 }, (_, id) => id),
      false,
    );
    table.setSelected([5000], false);
    expect(table.excepted).toHaveLength(1000);
    expect(table.notices.at(-1)?.message).toContain('At most 1,000 rows');
  });

  test('are not offered by a server that does not take them', async () => {
    const running = startTable();
    await running.server.last.respond(
      initResponse({ selectable: true, buttons: { global: [pay], row: [], dropdown: [] } }),
    );
    expect(running.table.canSelectAll).toBe(false);
  });
});

describe('picked rows', () => {
  test('are named to an action of the table, with any current search', async () => {
    const { table, server, button } = await open();
    table.select([4, 77]);
    table.setSearch('Ada');
    await settle();
    await server.last.respond(dataResponse());
    void table.press(button);
    await settle();
    expect(server.last.payload).toMatchObject({ only: [4, 77], meta: { search: '' }, internalFilters: [] });
  });

  test('are not sent above the limit of the action', async () => {
    const { table, server, button } = await open();
    table.select(Array.from({ length: 1001 }, (_, id) => id));
    await table.press(button);
    expect(server.takePaths()).toEqual([]);
    expect(table.notices.at(-1)).toMatchObject({ kind: 'warning' });
  });

  test('are extended from the row changed last, by identifier', async () => {
    const { table, server } = await open();
    table.toggleSelected(3);
    table.selectRange(6, true);
    expect(table.selected).toEqual([3, 4, 5, 6]);
    table.selectRange(5, false);
    expect(table.selected).toEqual([3, 4]);
    table.goToPage(2);
    await settle();
    await server.last.respond(dataResponse({ page: 2 }));
    table.selectRange(14, true);
    expect(table.selected).toEqual([3, 4, 14]);
    table.clearSelected();
    table.selectRange(16, true);
    expect(table.selected).toEqual([16]);
  });

  test('cost one pass over the new ones for 100,000, and one change', async () => {
    const { table, client } = await open();
    let reads = 0;
    let changes = 0;
    const ids = function* () {
      for (let id = 0; id < 100_000; id += 1) {
        reads += 1;
        yield id;
      }
    };
    client.subscribe(() => (changes += 1));
    table.select(ids());
    expect([reads, changes, table.selected.length]).toEqual([100_000, 1, 100_000]);
    table.setSelected(ids(), false);
    expect([reads, changes, table.selected.length]).toEqual([200_000, 2, 0]);
  });
});

describe('the totals of the selected rows', () => {
  test('are requested for named rows, with the count of those that exist', async () => {
    const { table, server } = await open();
    table.select([4, 77, 78]);
    const reading = table.readSelectionTotals();
    expect(server.last.payload).toMatchObject({
      only: ['4', '77', '78'],
      meta: { length: '1', forceInfo: 'true' },
    });
    await server.last.respond({ ...dataResponse(), filtered: 2, total: { total: '€12.00' } });
    expect(await reading).toEqual({ count: 2, total: { total: '€12.00' } });
    expect(table.rows).toHaveLength(10);
  });

  test('are requested with a body for more rows than a URL can contain', async () => {
    const { table, server } = await open();
    table.select(Array.from({ length: 101 }, (_, id) => id));
    void table.readSelectionTotals();
    expect(server.last.method).toBe('POST');
  });

  test('are those of the response for all matching rows', async () => {
    const { table, server } = await open();
    table.selectAllMatching();
    expect(await table.readSelectionTotals()).toEqual({
      count: dataResponse().filtered,
      total: dataResponse().total,
    });
    expect(server.takePaths()).toEqual([]);
    table.toggleSelected(2);
    const reading = table.readSelectionTotals();
    expect(server.last.payload).toMatchObject({ except: ['2'] });
    await server.last.drop();
    expect(await reading).toBeNull();
  });

  test('are empty for no rows, and for more rows than can be named', async () => {
    const { table, server } = await open();
    expect(await table.readSelectionTotals()).toBeNull();
    table.select(Array.from({ length: 1001 }, (_, id) => id));
    expect(await table.readSelectionTotals()).toBeNull();
    expect(server.takePaths()).toEqual([]);
  });
});
