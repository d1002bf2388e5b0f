import type { InitButton } from '@rowhouse/table-protocol';
import { describe, expect, test } from 'vitest';
import { dataResponse } from '../responses/responses.fixture.ts';
import { settle, withButton } from '../tableClient.fixture.ts';
import { undoMany } from './undoMany.ts';

const close: InitButton = {
  ...{ name: 'close', action: 'ajax', method: 'PATCH', path: '/api/orders/close' },
  undo: '/api/orders/close/undo',
};
const change = '6d1b1d6e-5c0a-4b6e-8d5e-0c8f7f1f2a3b';
const job = {
  ...{ id: '7', kind: 'action', table: 'orders', name: 'Close', total: 3, failed: 0, download: null },
  path: '/api/actions/7',
};

async function loaded(): Promise<void> {
  await import('./undoStep.ts');
  await settle();
}

describe('undo of an action', () => {
  test('is offered with its message, and says how many rows are as they were', async () => {
    const { table, button, server } = await withButton(close);
    void table.press(button);
    await settle();
    await server.last.respond({ message: 'Closed.', processed: 3, undo: change });
    await server.last.respond(dataResponse());
    const notice = table.notices.at(-1);
    expect(notice).toMatchObject({ kind: 'success', message: 'Closed.', undo: { id: change } });
    void table.undo(notice?.undo);
    await loaded();
    expect(server.last).toMatchObject({
      ...{ method: 'POST', path: '/api/orders/close/undo' },
      payload: { undo: change },
    });
    const failed = [{ dtRowId: 4, message: 'The row was changed after you.' }];
    await server.last.respond({ message: 'Two rows.', processed: 2, failed, failedCount: 1 });
    await settle();
    expect(table.notices.at(-1)).toMatchObject({
      ...{ kind: 'warning', message: 'Two rows.' },
      failures: [{ id: 4, message: 'The row was changed after you.' }],
    });
    expect(table.canUndo).toBe(false);
  });

  test('is offered with rows that failed, too', async () => {
    const { table, button, server } = await withButton(close);
    void table.press(button);
    await settle();
    const failed = [{ dtRowId: 4, message: 'No.' }];
    await server.last.respond({ message: 'Closed.', processed: 2, failed, failedCount: 1, undo: change });
    expect(table.notices.at(-1)).toMatchObject({ kind: 'warning', undo: { id: change } });
  });

  test('is not offered for a button that cannot be undone', async () => {
    const { table, button, server } = await withButton({ ...close, undo: null });
    void table.press(button);
    await settle();
    await server.last.respond({ message: 'Closed.', processed: 3, undo: change });
    expect([table.canUndo, table.notices.at(-1)?.undo]).toEqual([false, undefined]);
  });

  test('follows the work that undoes one in the background', async () => {
    const { table, button, server } = await withButton(close);
    void table.press(button);
    await settle();
    await server.last.respond({ message: 'Closed.', processed: 3, undo: change });
    await server.last.respond(dataResponse());
    void table.undo();
    await loaded();
    await server.last.respond({ message: 'Started.', job: { ...job, status: 'waiting', entries: 0 } }, 202);
    await settle();
    expect(table.jobs).toMatchObject([{ id: '7', status: 'waiting' }]);
  });
});

test('undoes a change outside of a table', async () => {
  const sent: unknown[] = [];
  const http = async (path: unknown, { method, body }: RequestInit = {}) => {
    sent.push([method, path, JSON.parse(String(body))]);

    return Response.json(
      { message: 'Started.', import: { ...job, kind: 'import', status: 'waiting', entries: 0 } },
      { status: 202 },
    );
  };
  const undone = await undoMany({ id: change, path: '/api/orders/import/undo' }, { http });
  expect(sent).toEqual([['POST', '/api/orders/import/undo', { undo: change }]]);
  expect(undone).toMatchObject({ message: 'Started.', job: { id: '7' }, conflictCount: 0 });
});
