import type { InitEdit } from '@rowhouse/table-protocol';
import { describe, expect, test } from 'vitest';
import { column, dataResponse, initResponse } from '../responses/responses.fixture.ts';
import { type RunningTable, settle, startTable } from '../tableClient.fixture.ts';

const columns = [
  column({ name: 'paid', label: 'Paid', edit: { type: 'boolean' }, meta: { boolean: true, editable: true } }),
  column({ name: 'note', label: 'Note', edit: { type: 'string' }, meta: { editable: true } }),
  column({
    name: 'total',
    edit: { type: 'number' },
    number: { symbol: '€', decimal: '.', thousand: ',', precision: 2, template: '%s%v' },
    meta: { editable: true, total: true },
  }),
  column({
    name: 'due_on',
    dateFormat: 'd-m-Y',
    edit: { type: 'date' },
    meta: { date: true, editable: true },
  }),
  column({ name: 'number' }),
];
const first = {
  id: 7,
  paid: false,
  note: 'Ring',
  total: '1,234.50',
  due_on: '31-12-2026',
  number: 'A',
  v: 3,
};
const rows = [first, { ...first, id: 8, note: null, due_on: null }];

async function open(edit: InitEdit = { path: '/api/orders/edit' }) {
  const running = startTable();
  const init = initResponse({ columns, edit });
  await running.server.last.respond({ ...init, meta: { ...init.meta, total: true } });
  await running.server.last.respond(dataResponse({ rows, count: 2, pages: 1 }));
  running.server.takePaths();
  return running;
}

/** A change of the note of row 7 that is being sent. */
async function change({ table }: RunningTable, value = 'Call'): Promise<Promise<boolean>[]> {
  await table.startEdit(7, 'note');
  const written = table.commitEdit(value);
  await settle();
  return [written];
}

describe('an edit', () => {
  test('starts with the value of the cell, in the form in which it is sent', async () => {
    const { table } = await open();
    const drafts = [];
    for (const name of ['paid', 'note', 'total', 'due_on']) {
      expect(await table.startEdit(7, name)).toBe(true);
      drafts.push(table.editing?.draft);
      table.cancelEdit();
    }
    expect(drafts).toEqual([false, 'Ring', '1234.50', '2026-12-31']);
  });

  test.each([
    ['a column that is not editable', 7, 'number'],
    ['a row that is not on the page', 9, 'note'],
    ['a column that does not exist', 7, 'nothing'],
  ])('does not start in %s', async (_, row, name) => {
    const { table } = await open();
    expect(await table.startEdit(row, name)).toBe(false);
    expect(table.editing).toBe(null);
  });

  test('sends nothing without a change', async () => {
    const { table, server } = await open();
    await table.startEdit(7, 'note');
    expect(await table.commitEdit('Ring')).toBe(true);
    expect(table.editing).toBe(null);
    expect(server.requests).toEqual([]);
  });

  test('sends the cell that is expected and the version, and shows the row of the response', async () => {
    const running = await open({ path: '/api/orders/edit', version: 'v' });
    const { table, server } = running;
    const [written] = await change(running);
    expect(table.editing).toMatchObject({ row: 7, column: 'note', draft: 'Call', saving: true });
    expect(server.last).toMatchObject({ method: 'PATCH', path: '/api/orders/edit' });
    expect(server.last.payload).toEqual({
      row: 7,
      column: 'note',
      value: 'Call',
      expected: 'Ring',
      expectedExact: null,
      version: 3,
      requestId: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
    });
    const other = table.rows[1];
    await server.last.respond({ row: { ...first, note: 'Call', number: 'computed' } });
    expect(await written).toBe(true);
    expect(table.editing).toBe(null);
    expect(table.rows[0]).toMatchObject({ note: 'Call', number: 'computed' });
    expect(table.rows[1]).toBe(other);
  });

  test('reads totals and count again, and keeps the rows', async () => {
    const running = await open();
    const { table, server } = running;
    await change(running);
    await server.last.respond({ row: { ...first, note: 'Call' } });
    await settle();
    expect(server.last.payload.meta).toMatchObject({ start: 0, length: 1, forceInfo: true });
    await server.last.respond({
      ...dataResponse({ rows: [{ id: 1 }], count: 3 }),
      total: { total: '5.00' },
    });
    expect(table.body?.total).toEqual({ total: '5.00' });
    expect(table.body?.count).toBe(3);
    expect(table.rows.map(({ id }) => id)).toEqual([7, 8]);
  });

  test('reads the page again if its row is no longer in the table', async () => {
    const running = await open();
    const { table, server } = running;
    await change(running);
    await server.last.respond({ row: null });
    await settle();
    expect(server.last.path).toBe('/api/orders/tableData');
    await server.last.respond(dataResponse({ rows: rows.slice(1), count: 1, pages: 1 }));
    expect(table.rows).toHaveLength(1);
  });

  test('waits for the previous one', async () => {
    const running = await open();
    const { table, server } = running;
    await change(running);
    const next = table.startEdit(8, 'note');
    expect(table.editing?.row).toBe(7);
    await server.last.respond({ row: first });
    expect(await next).toBe(true);
    expect(table.editing).toMatchObject({ row: 8, draft: null });
  });

  test('ends when its row leaves the page', async () => {
    const { table, server } = await open();
    await table.startEdit(7, 'note');
    void table.reload();
    await server.last.respond(dataResponse({ rows: rows.slice(1), count: 1, pages: 1 }));
    expect(table.editing).toBe(null);
  });
});

describe('a refused change', () => {
  test.each([
    [422, { message: 'Invalid', errors: { value: ['Too long.'] } }, 'Too long.', false],
    [422, { message: 'The order is not delivered.' }, 'The order is not delivered.', false],
    [403, { message: 'Not yours.' }, 'Not yours.', false],
    [404, {}, /not found/, false],
    [503, {}, /not ready/, true],
  ])('keeps the draft with %i and shows the reason', async (status, body, message, canRetry) => {
    const running = await open();
    const [written] = await change(running);
    await running.server.last.respond(body, status);
    expect(await written).toBe(false);
    expect(running.table.editing).toMatchObject({ draft: 'Call', saving: false, conflict: null });
    expect(running.table.editing?.fault?.message).toMatch(message);
    expect(running.table.editing?.fault?.canRetry).toBe(canRetry);
    expect(running.table.rows[0]?.note).toBe('Ring');
    // Another cell is not edited until this one is decided.
    expect(await running.table.startEdit(8, 'note')).toBe(false);
    running.table.cancelEdit();
    expect(running.table.editing).toBe(null);
  });

  test('is repeated under the same identifier after a network failure, another value under another', async () => {
    const running = await open();
    const { table, server } = running;
    await change(running);
    const { requestId } = server.last.payload;
    await server.last.drop();
    expect(table.editing?.fault).toMatchObject({ kind: 'offline', canRetry: true });
    void table.commitEdit('Call');
    await settle();
    expect(server.last.payload.requestId).toBe(requestId);
    await server.last.drop();
    void table.commitEdit('Write');
    await settle();
    expect(server.last.payload.requestId).not.toBe(requestId);
  });

  test('is a notice if its row is no longer on the page', async () => {
    const running = await open();
    const { table, server } = running;
    await change(running);
    const sent = server.last;
    void table.reload();
    await server.last.respond(dataResponse({ rows: [], count: 0, pages: 1 }));
    await sent.respond({ message: 'Not yours.' }, 403);
    expect(table.editing).toBe(null);
    expect(table.notices).toMatchObject([{ kind: 'danger', message: 'Not yours.' }]);
  });
});

describe('a change of another user', () => {
  const theirs = { ...first, note: 'Mail', v: 4 };
  async function meet(current = theirs) {
    const running = await open({ path: '/api/orders/edit', version: 'v' });
    const [written] = await change(running);
    await running.server.last.respond({ message: 'The row has changed.', current }, 409);
    expect(await written).toBe(false);
    return running;
  }

  test('is shown, and decided before anything else is sent', async () => {
    const { table, server } = await meet();
    expect(table.editing).toMatchObject({ draft: 'Call', conflict: { row: theirs, isOfCell: true } });
    server.takePaths();
    expect(await table.commitEdit('Call')).toBe(false);
    expect(server.requests).toEqual([]);
  });

  test('is distinguished in another cell of the row', async () => {
    const { table } = await meet({ ...first, number: 'B', v: 4 });
    expect(table.editing?.conflict?.isOfCell).toBe(false);
  });

  test.each(['theirs', 'cancel'])('stays: %s', async (choice) => {
    const { table, server } = await meet();
    server.takePaths();
    if (choice === 'theirs') expect(await table.resolveConflict('theirs')).toBe(true);
    else table.cancelEdit();
    expect(table.editing).toBe(null);
    expect(table.rows[0]).toEqual(theirs);
    expect(server.requests).toEqual([]);
  });

  test("is replaced by the user's, with the other user's value as expected", async () => {
    const { table, server } = await meet();
    const { requestId } = server.last.payload;
    const written = table.resolveConflict('mine');
    await settle();
    expect(server.last.payload).toMatchObject({ value: 'Call', expected: 'Mail', version: 4 });
    expect(server.last.payload.requestId).not.toBe(requestId);
    await server.last.respond({ row: { ...theirs, note: 'Call' } });
    expect(await written).toBe(true);
    expect(table.rows[0]?.note).toBe('Call');
  });
});
