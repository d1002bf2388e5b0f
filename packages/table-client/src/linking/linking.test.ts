import type { LinkedTable } from '@rowhouse/table-protocol';
import { describe, expect, test } from 'vitest';
import { dataResponse, initResponse } from '../responses/responses.fixture.ts';
import { settle, startTable } from '../tableClient.fixture.ts';

const linked: LinkedTable = {
  ...{ table: 'actors', name: 'Actors', as: '', position: 0 },
  linked: { table: 'cast', by: 'cast.actor_id', filters: { cast: { film_id: 7 } } },
  add: { path: '/api/cast/store', values: { film: 7 }, field: 'actor' },
  remove: { path: '/api/cast/destroy/dtRowId', rows: '/api/cast/tableData' },
};
const page = (...ids: readonly number[]) =>
  dataResponse({ rows: ids.map((id) => ({ id })), count: ids.length, pages: 1 });
const buttons = {
  global: [{ name: 'create' }, { name: 'excel' }],
  row: [{ name: 'edit' }],
  dropdown: [],
};

async function open(table: LinkedTable = linked) {
  const running = startTable({ linked: table });
  await running.server.last.respond(initResponse({ buttons, method: 'POST' }));
  await running.server.last.respond(page(1));

  return running;
}

async function loaded(): Promise<void> {
  await import('./changeLinks.ts');
  await settle();
}

describe('linked rows', () => {
  test('are selected by every request, also after the host changes its conditions', async () => {
    const { client, table, server } = await open();
    expect(server.last.payload).toMatchObject({ linked: linked.linked });
    client.setHost({ filters: { actors: { alive: true } } });
    await settle();
    await new Promise((resolve) => setTimeout(resolve, (table.template?.debounce ?? 0) + 20));
    expect(server.last.payload).toMatchObject({
      linked: linked.linked,
      filters: { actors: { alive: true } },
    });
  });

  test('are added one after another, with the names of those that were refused', async () => {
    const { table, server } = await open();
    expect(table.addableRows()).toMatchObject({
      names: { request: { linked: { ...linked.linked, negated: true } } },
    });
    const added = table.addLinked([
      { id: 2, name: 'Bo' },
      { id: 3, name: 'Cy' },
    ]);
    await loaded();
    expect([server.last.method, server.last.path]).toEqual(['POST', '/api/cast/store']);
    expect(server.last.payload).toMatchObject({ values: { film: 7, actor: 2 } });
    await server.last.respond({ dtRowId: '7,2', row: null, undo: 'u' }, 201);
    expect(server.last.payload).toMatchObject({ values: { film: 7, actor: 3 } });
    const errors = { 'values.actor': ['It is linked already.'] };
    await server.last.respond({ title: 'Invalid', status: 422, message: 'No.', errors }, 422);
    await settle();
    expect(server.last.payload).toHaveProperty('meta');
    await server.last.respond(page(1, 2));
    expect(await added).toEqual([{ id: 3, name: 'Cy', message: 'It is linked already.' }]);
    expect(table.notices).toMatchObject([
      { kind: 'success', undo: { id: 'u', method: 'DELETE', path: '/api/cast/store' } },
    ]);
  });

  test('are removed by the record of the join table, after a confirmation', async () => {
    const { table, server } = await open();
    const [row = {}] = table.rows;
    const names = table.rowButtons({ ...row, _actions: [] }).map(({ name }) => name);
    expect([names, table.template?.buttons.global.map(({ name }) => name)]).toEqual([['unlink'], ['excel']]);
    const [button] = table.rowButtons({ ...row, _actions: [] });
    if (!button) throw new Error('There is no button.');
    await table.press(button, row);
    expect(table.confirmation?.message).toBe('Only the link is removed. The row itself is kept.');
    const removed = table.confirm();
    await loaded();
    expect([server.last.method, server.last.path]).toEqual(['GET', '/api/cast/tableData']);
    expect(server.last.payload).toMatchObject({ filters: { cast: { film_id: '7', actor_id: '1' } } });
    await server.last.respond({ names: [{ id: '7,1', name: '7, 1' }] });
    expect([server.last.method, server.last.path]).toEqual(['DELETE', '/api/cast/destroy/7%2C1']);
    await server.last.respond({ message: 'The record was deleted.', undo: 'u' });
    await settle();
    await server.last.respond(page());
    await removed;
    expect(table.notices).toMatchObject([
      {
        message: 'Removed from this list.',
        undo: { id: 'u', method: 'POST', path: '/api/cast/destroy/7%2C1' },
      },
    ]);
  });

  test('are only read where the server names no way to change them', async () => {
    const { add: _add, remove: _remove, ...readOnly } = linked;
    const { table } = await open(readOnly);
    expect(table.addableRows()).toBeNull();
    expect(table.template?.buttons.row.map(({ name }) => name)).toEqual(['edit']);
  });
});
