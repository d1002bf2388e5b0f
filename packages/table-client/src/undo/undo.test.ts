import { describe, expect, test } from 'vitest';
import { column, dataResponse, initResponse } from '../responses/responses.fixture.ts';
import { destroy, type RunningTable, settle, startTable, withButton } from '../tableClient.fixture.ts';

const note = column({ name: 'note', label: 'Note', edit: { type: 'string' }, meta: { editable: true } });
const row = { id: 7, note: 'Ring' };

/** The code of an undo is loaded, and its request sent. */
async function loaded(): Promise<void> {
  await import('./undoStep.ts');
  await settle();
}

/** A table whose row 7 was edited, with the ids of the changes. */
async function edited(...ids: readonly string[]): Promise<RunningTable> {
  const running = startTable({ params: { desk: 1 } });
  const { table, server } = running;
  await server.last.respond(initResponse({ columns: [note], edit: { path: '/api/orders/edit' } }));
  await server.last.respond(dataResponse({ rows: [row], count: 1, pages: 1 }));
  for (const [index, undo] of ids.entries()) {
    await table.startEdit(7, 'note');
    const written = table.commitEdit(`Call ${index}`);
    await settle();
    await server.last.respond({ row: { ...row, note: `Call ${index}` }, undo });
    await written;
    await settle();
  }

  return running;
}

describe('undo', () => {
  test('sends the id of the last change to its path, and reads the rows again', async () => {
    const { table, server } = await edited('a', 'b');
    expect(table.canUndo).toBe(true);
    const done = table.undo();
    await loaded();
    expect(server.last).toMatchObject({ method: 'DELETE', path: '/api/orders/edit' });
    expect(server.last.payload).toEqual({ undo: 'b', params: { desk: 1 } });
    await server.last.respond({ row, undo: 'c', message: 'Undone' });
    await settle();
    expect(server.last.payload).toHaveProperty('meta');
    await server.last.respond(dataResponse({ rows: [row], count: 1, pages: 1 }));
    expect(await done).toBe(true);
    expect(table.notices).toMatchObject([{ kind: 'success', message: 'Your change was undone.' }]);
    void table.undo();
    await loaded();
    expect(server.last.payload).toMatchObject({ undo: 'a' });
  });

  test('is not offered before a change, nor for one that the server does not keep', async () => {
    const { table, server } = await edited();
    expect([table.canUndo, await table.undo()]).toEqual([false, false]);
    await table.startEdit(7, 'note');
    void table.commitEdit('Call');
    await settle();
    await server.last.respond({ row });
    expect(table.canUndo).toBe(false);
  });

  test('says why the server refuses, and forgets the change unless it may succeed later', async () => {
    const { table, server } = await edited('a', 'b');
    const busy = table.undo();
    await loaded();
    await server.last.respond({ title: 'Busy', status: 503, message: 'Busy.' }, 503);
    expect(await busy).toBe(false);
    const refused = table.undo();
    await loaded();
    expect(server.last.payload).toMatchObject({ undo: 'b' });
    await server.last.respond({ title: 'Changed', status: 409, message: 'It was changed after you.' }, 409);
    expect(await refused).toBe(false);
    expect(table.notices.at(-1)).toMatchObject({ kind: 'warning', message: 'It was changed after you.' });
    void table.undo();
    await loaded();
    expect(server.last.payload).toMatchObject({ undo: 'a' });
  });

  test('is offered with the message of a deletion, and restores the row under the path of it', async () => {
    const { table, server, button } = await withButton(destroy, 'row');
    await table.press(button, { id: 7 });
    table.confirm();
    await settle();
    await server.last.respond({ message: 'The record was deleted.', undo: 'd' });
    await settle();
    const [notice] = table.notices;
    expect(notice).toMatchObject({ message: 'The record was deleted.', undo: { id: 'd' } });
    void table.undo(notice?.undo);
    await loaded();
    expect(server.last).toMatchObject({ method: 'POST', path: '/api/orders/7', payload: { undo: 'd' } });
  });
});
