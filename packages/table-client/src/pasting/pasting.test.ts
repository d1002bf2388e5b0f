import { describe, expect, test, vi } from 'vitest';
import { column, dataResponse, initResponse } from '../responses/responses.fixture.ts';
import { settle, startTable } from '../tableClient.fixture.ts';

const columns = [
  column({ name: 'number' }),
  column({ name: 'note', label: 'Note', edit: { type: 'string' }, meta: { editable: true } }),
  column({
    name: 'total',
    label: 'Total',
    edit: { type: 'number' },
    number: { symbol: '€', decimal: '.', thousand: ',', precision: 2, template: '%s%v' },
    meta: { editable: true },
  }),
  column({
    name: 'owner',
    label: 'Owner',
    edit: { type: 'select', path: '/o', names: 'name' },
    meta: { editable: true },
  }),
];
const rows = [7, 8, 9].map((id) => ({
  id,
  number: `A-${id}`,
  note: id === 8 ? null : `Note ${id}`,
  total: '1,234.50',
  owner: id === 7 ? 'Ada' : '',
  _exact: { total: '1234.505' },
}));
const path = '/api/orders/edit/cells';
const undo = '4b1fd9a4-8f2b-4a86-9a70-0c3a1f1f2a11';

async function open() {
  const running = startTable();
  await running.server.last.respond(
    initResponse({ columns, edit: { path: '/api/orders/edit', cells: path } }),
  );
  await running.server.last.respond(dataResponse({ rows, count: 3, pages: 1 }));
  running.server.takePaths();

  return running;
}

/** A block by columns: 0 is the number, 1 the note. */
const block = (top: number, bottom: number, start: number, end = start) => ({ top, bottom, start, end });
const sent = (server: { readonly last: { readonly payload: unknown } }) =>
  server.last.payload as {
    readonly rows: readonly Record<string, unknown>[];
    readonly [name: string]: unknown;
  };

describe('a pasted text', () => {
  test('is sent with what the cells were, as one change that can be undone', async () => {
    const { table, server } = await open();
    void table.changeBlock(block(0, 0, 1), 'Tea\t5\r\nMilk\t\r\n');
    await settle();
    expect(server.last).toMatchObject({ method: 'POST', path });
    expect(sent(server)).toEqual({
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      rows: [
        {
          row: 7,
          texts: { note: 'Tea', total: '5' },
          expected: { note: 'Note 7', total: '1,234.50' },
          expectedExact: { note: null, total: '1234.505' },
        },
        {
          row: 8,
          texts: { note: 'Milk', total: '' },
          expected: { note: null, total: '1,234.50' },
          expectedExact: { note: null, total: '1234.505' },
        },
      ],
    });
    const changed = [
      { id: 7, note: 'Tea' },
      { id: 8, note: 'Milk' },
    ];
    await server.last.respond({ changed: 4, rows: changed, refused: [], refusedCount: 0, undo });
    expect(table.rows.map(({ note }) => note)).toEqual(['Tea', 'Milk', 'Note 9']);
    expect(table.pasting).toBe(null);
    expect(table.notices).toMatchObject([{ kind: 'success', undo: { id: undo, method: 'DELETE', path } }]);
    expect(table.canUndo).toBe(true);
  });

  test('asks first if cells do not fit or cannot be edited', async () => {
    const { table, server } = await open();
    await table.changeBlock(block(2, 2, 0), 'X\tTea\nY\tMilk');
    expect(table.pasting).toMatchObject({ cells: 1, omitted: { rows: 1, columns: 0 }, refused: [] });
    expect(table.pasting?.readOnly).toHaveLength(1);
    expect(server.requests).toEqual([]);
    await table.decidePaste(false);
    expect(table.pasting).toBe(null);
    await table.changeBlock(block(2, 2, 0), 'X\tTea');
    void table.decidePaste(true);
    await settle();
    expect(sent(server).rows).toMatchObject([{ row: 9, texts: { note: 'Tea' } }]);
  });

  test('says why a block without editable cells stays as it is', async () => {
    const { table, server } = await open();
    await table.changeBlock(block(0, 1, 0), 'X');
    await table.changeBlock(block(0, 1, 0), 'X');
    expect(table.pasting).toBe(null);
    expect(table.notices.map(({ kind }) => kind)).toEqual(['info']);
    expect(server.requests).toEqual([]);
  });

  test('names refused cells, and then writes the others', async () => {
    const { table, server } = await open();
    void table.changeBlock(block(0, 1, 1, 2), 'Tea\tx\nMilk\t6');
    await settle();
    const { requestId } = sent(server);
    const refused = [
      { row: 7, column: 'total', reason: 'value', message: '"x" is not a number.' },
      { row: 8, column: 'note', reason: 'changed', message: 'Changed.', current: 'Salt' },
    ];
    await server.last.respond({ message: 'Refused.', refused, refusedCount: 2 }, 422);
    expect(table.pasting).toMatchObject({
      cells: 2,
      refusedCount: 2,
      refused: [
        { row: 'A-7', column: 'Total', message: '"x" is not a number.', conflict: null },
        { row: 'A-8', column: 'Note', conflict: { theirs: 'Salt', mine: 'Milk' } },
      ],
    });
    void table.decidePaste(true);
    await settle();
    expect(sent(server)).toMatchObject({ skipRefused: true });
    expect(sent(server).requestId).not.toBe(requestId);
    await server.last.respond({ changed: 2, rows: [], refused, refusedCount: 2, undo });
    expect(table.pasting).toBe(null);
    expect(table.canUndo).toBe(true);
  });

  test('is sent again with the same identifier after a failure that may pass', async () => {
    const { table, server } = await open();
    void table.changeBlock(block(0, 0, 1), 'Tea');
    await settle();
    const { requestId } = sent(server);
    await server.last.drop();
    expect(table.pasting).toMatchObject({ cells: 1, fault: expect.any(String) });
    void table.decidePaste(true);
    await settle();
    expect(sent(server)).toMatchObject({ requestId });
    await server.last.respond({ message: 'No.', errors: { 'rows.0.texts.note': ['No such column.'] } }, 422);
    expect(table.pasting).toBe(null);
    expect(table.notices.at(-1)).toMatchObject({ kind: 'danger', message: 'No such column.' });
  });

  test('that is being written for long is shown', async () => {
    const { table, server } = await open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    void table.changeBlock(block(0, 0, 1), 'Tea');
    await settle();
    vi.advanceTimersByTime(600);
    expect(table.pasting).toMatchObject({ cells: 1, saving: true });
    vi.useRealTimers();
    await table.decidePaste(false);
    expect(table.pasting?.saving).toBe(true);
    await server.last.respond({ changed: 1, rows: [], undo });
    expect(table.pasting).toBe(null);
  });
});

describe('filling down', () => {
  test('copies the values of the first row, exactly, and references by what is shown of them', async () => {
    const { table, server } = await open();
    void table.changeBlock(block(0, 2, 1, 3), null);
    await settle();
    expect(sent(server).rows).toMatchObject([
      { row: 8, values: { note: 'Note 7', total: '1234.505' }, texts: { owner: 'Ada' } },
      { row: 9, values: { note: 'Note 7', total: '1234.505' }, texts: { owner: 'Ada' } },
    ]);
  });

  test('of a single row takes the row above', async () => {
    const { table, server } = await open();
    await table.changeBlock(block(0, 0, 1), null);
    expect(server.requests).toEqual([]);
    void table.changeBlock(block(2, 2, 1), null);
    await settle();
    expect(sent(server).rows).toMatchObject([{ row: 9, values: { note: null } }]);
  });
});
