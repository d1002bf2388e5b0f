import { describe, expect, test } from 'vitest';
import { dataResponse } from '../responses/responses.fixture.ts';
import { destroy, openTable, settle, withButton } from '../tableClient.fixture.ts';

describe('events', () => {
  test('contain the whole row for a row button, and nothing for a global one', async () => {
    const row = await withButton({ name: 'show', event: 'show' }, 'row');
    await row.table.press(row.button, { id: 7, number: 'A-7' });
    expect(row.events).toEqual([{ name: 'show', payload: [{ id: 7, number: 'A-7' }] }]);
    const global = await withButton({ name: 'create', event: 'create' });
    await global.table.press(global.button);
    expect(global.events).toEqual([{ name: 'create', payload: [] }]);
  });

  test('are not emitted for a button without one', async () => {
    const { table, button, events } = await withButton({ name: 'create' });
    await table.press(button);
    expect(events).toEqual([]);
  });

  test('contain column and row for a clickable cell', async () => {
    const { table, events } = await openTable();
    const [column] = table.columns;
    if (column) table.clickCell(column, { id: 1 });
    expect(events).toEqual([{ name: 'clicked', payload: [{ column, row: { id: 1 } }] }]);
  });
});

describe('router buttons', () => {
  test('open their route with the row under the name of the model', async () => {
    const targets: unknown[] = [];
    const navigate = (target: unknown) => targets.push(target);
    const row = await withButton(
      { name: 'edit', action: 'router', route: 'orders.edit', params: { tab: 1 } },
      'row',
      {
        navigate,
      },
    );
    await row.table.press(row.button, { id: 7 });
    const global = await withButton({ name: 'create', action: 'router', route: 'orders.create' }, 'global', {
      navigate,
    });
    await global.table.press(global.button);
    expect(targets).toEqual([
      { name: 'orders.edit', params: { order: 7, tab: 1 } },
      { name: 'orders.create', params: {} },
    ]);
  });

  test('report a failure of the host, and can be pressed again', async () => {
    const { table, button } = await withButton(
      { name: 'create', action: 'router', route: 'gone' },
      'global',
      {
        navigate: () => Promise.reject(new Error('No such route')),
      },
    );
    await expect(table.press(button)).rejects.toThrow('No such route');
    expect(table.isBusy(button)).toBe(false);
  });
});

describe('href buttons', () => {
  test('are links that the browser follows, so that pressing only emits the event', async () => {
    const { table, button, browser, events } = await withButton(
      { name: 'download', action: 'href', path: '/files/dtRowId', event: 'download' },
      'row',
    );
    expect(table.buttonPath(button, { id: 'a/b c$&' })).toBe('/files/a%2Fb%20c%24%26');
    await table.press(button, { id: 1 });
    expect(events).toHaveLength(1);
    expect(browser.opened).toEqual([]);
  });

  test('are followed after the user confirms, if they ask for confirmation', async () => {
    const { table, button, browser } = await withButton(
      { name: 'download', action: 'href', path: '/files/dtRowId', confirmation: true },
      'row',
    );
    await table.press(button, { id: 1 });
    await table.confirm();
    expect(browser.opened).toEqual(['/files/1']);
  });
});

describe('export buttons', () => {
  test('send every column, the sorted ones first, and show the message of the server', async () => {
    const { table, button, server, events } = await withButton({
      name: 'excel',
      action: 'export',
      path: '/api/orders/exportExcel',
      event: 'export-excel',
    });
    table.toggleSort('total');
    table.setVisible('paid', false);
    await settle();
    const pressed = table.press(button);
    await settle();
    expect(table.isBusy(button)).toBe(true);
    expect(server.last).toMatchObject({ method: 'POST', path: '/api/orders/exportExcel' });
    expect(server.last.payload.columns).toEqual([
      { name: 'total', meta: { sort: 'ASC', visible: true } },
      { name: 'number', meta: { visible: true } },
      { name: 'status', meta: { visible: true } },
      { name: 'paid', meta: { visible: false } },
      { name: 'placed_at', meta: { visible: true } },
      { name: 'due_on', meta: { visible: true } },
      { name: 'note', meta: { visible: false } },
      { name: 'secret', meta: { visible: true } },
    ]);
    await server.last.respond({ message: 'You will get a mail.', id: 4 });
    await pressed;
    expect(table.isBusy(button)).toBe(false);
    expect(table.notices).toEqual([{ id: 1, kind: 'success', message: 'You will get a mail.' }]);
    expect(events).toEqual([
      { name: 'export-excel', payload: [] },
      { name: 'exported', payload: [{ message: 'You will get a mail.', id: 4 }] },
    ]);
    expect(server.requests).toHaveLength(2);
  });

  test('use the method of the template, and a default text if the server sends none', async () => {
    const running = await openTable({
      method: 'GET',
      buttons: { global: [{ name: 'excel', action: 'export', path: '/x' }], row: [], dropdown: [] },
    });
    const [button] = running.table.template?.buttons.global ?? [];
    if (button) void running.table.press(button);
    await settle();
    expect(running.server.last.method).toBe('GET');
    expect(running.server.last.payload.columns[1]).toEqual({ name: 'status', meta: { visible: 'true' } });
    await running.server.last.respond(undefined, 202);
    expect(running.table.notices.map(({ message }) => message)).toEqual(['The export has started.']);
  });
});

describe('ajax buttons', () => {
  test('send the request of the whole table, show the response, and read the rows again', async () => {
    const { table, button, server, events } = await withButton({
      name: 'action',
      action: 'ajax',
      method: 'PATCH',
      path: '/api/orders/action',
      event: 'custom-action',
      postEvent: 'custom-action-done',
    });
    const pressed = table.press(button);
    await settle();
    await table.press(button);
    expect(server.requests).toHaveLength(1);
    expect(server.last).toMatchObject({
      method: 'PATCH',
      payload: { meta: { start: 0 }, internalFilters: [], columns: [] },
    });
    await server.last.respond({ message: 'Done: 5.', count: 5 });
    expect(server.takePaths()).toEqual(['PATCH /api/orders/action', 'POST /api/orders/tableData']);
    expect(events).toEqual([
      { name: 'custom-action', payload: [] },
      { name: 'custom-action-done', payload: [{ message: 'Done: 5.', count: 5 }] },
    ]);
    expect(table.notices).toHaveLength(1);
    expect(table.isBusy(button)).toBe(true);
    table.dismissNotice(1);
    expect(table.notices).toEqual([]);
    void table.reload();
    await server.last.respond(dataResponse());
    await pressed;
    expect(table.isBusy(button)).toBe(false);
  });

  test('warn about rows that failed, and name them with the error', async () => {
    const { table, button, server } = await withButton({ name: 'ship', action: 'ajax', path: '/ship' });
    void table.reload();
    await server.last.respond(dataResponse({ rows: [{ id: 2, number: 'A-2' }] }));
    void table.press(button);
    await settle();
    await server.last.respond({
      message: 'The action was applied to 2 rows. 3 rows failed.',
      processed: 2,
      failed: [
        { dtRowId: '2', message: 'Order A-2 is new.' },
        { dtRowId: 77, message: 'Too heavy.' },
        { dtRowId: null, message: 'Not a row.' },
        'nothing',
      ],
      failedCount: 3,
    });
    expect(table.notices).toEqual([
      {
        id: 1,
        kind: 'warning',
        message: 'The action was applied to 2 rows. 3 rows failed.',
        failures: [
          { id: '2', row: 'Number: A-2', message: 'Order A-2 is new.' },
          { id: 77, row: 'Row: 77', message: 'Too heavy.' },
        ],
        unlistedFailures: 1,
      },
    ]);
  });

  test('warn about rows that failed without a message of the server', async () => {
    const { table, button, server } = await withButton({ name: 'ship', action: 'ajax', path: '/ship' });
    void table.press(button);
    await settle();
    await server.last.respond({ processed: 0, failed: [{ dtRowId: 2, message: 'Too heavy.' }] });
    expect(table.notices).toMatchObject([{ kind: 'warning', message: '1 row failed.', unlistedFailures: 0 }]);
  });

  test('send the request in the query with method GET', async () => {
    const { table, button, server } = await withButton({
      name: 'ping',
      action: 'ajax',
      method: 'GET',
      path: '/ping',
    });
    void table.press(button);
    await settle();
    expect(server.last).toMatchObject({ method: 'GET', path: '/ping', payload: { meta: { length: '10' } } });
  });

  test('send only the ids of the selected rows, and need a selection', async () => {
    const { table, button, server } = await withButton(
      { name: 'touch', action: 'ajax', method: 'POST', path: '/touch', selection: true, event: 'touch' },
      'dropdown',
    );
    expect(table.isEnabled(button)).toBe(false);
    await table.press(button);
    expect(server.requests).toEqual([]);
    table.toggleSelected(4);
    table.toggleSelected(2);
    expect(table.isEnabled(button)).toBe(true);
    void table.press(button);
    await settle();
    expect(server.last.payload).toEqual({ selection: [4, 2] });
    await server.last.respond({});
    expect(table.selected).toEqual([]);
  });

  test('act on the confirmed rows, even if the selection has changed since', async () => {
    const { table, button, server } = await withButton({
      name: 'touch',
      action: 'ajax',
      method: 'POST',
      path: '/touch',
      selection: true,
      confirmation: true,
    });
    table.toggleSelected(4);
    await table.press(button);
    table.clearSelected();
    void table.confirm();
    await settle();
    expect(server.last.payload).toEqual({ selection: [4] });
  });

  test('call the path of a row without a body; a deleted row is no longer selected', async () => {
    const { table, button, server, events } = await withButton(destroy, 'row');
    table.toggleSelected(7);
    table.toggleSelected(8);
    table.highlight(7);
    table.toggleExpanded(7);
    await table.press(button, { id: 7 });
    void table.confirm();
    await settle();
    expect(server.last).toMatchObject({ method: 'DELETE', path: '/api/orders/7', payload: undefined });
    expect(table.isBusy(button, { id: 7 })).toBe(true);
    expect(table.isBusy(button, { id: 8 })).toBe(false);
    expect([...table.busyButtons]).toEqual(['destroy:7']);
    await server.last.respond(undefined, 204);
    expect(events.at(-1)).toEqual({ name: 'destroyed', payload: [undefined] });
    expect(table.selected).toEqual([8]);
    expect([...table.expanded, ...table.highlighted]).toEqual([]);
    expect(table.notices).toEqual([]);
  });

  test.each([
    [403, { message: 'Not yours.' }, 'Not yours.'],
    [403, {}, 'You do not have permission for this. Ask an administrator if you need it.'],
    [
      500,
      'oops',
      'Something went wrong on the server. Try again; if it fails again, contact an administrator.',
    ],
  ])('keep the table after a failure with %i, and show the reason', async (status, body, message) => {
    const { table, button, server, events } = await withButton({ ...destroy, confirmation: false }, 'row');
    table.toggleSelected(7);
    void table.press(button, { id: 7 });
    await settle();
    await server.last.respond(body, status);
    expect(table.notices).toEqual([{ id: 1, kind: 'danger', message }]);
    expect(table).toMatchObject({ problem: null, loading: false, selected: [7], rows: { length: 10 } });
    expect(table.isBusy(button, { id: 7 })).toBe(false);
    expect(events.map(({ name }) => name)).toEqual(['destroy']);
  });

  test('succeed when the response is not JSON', async () => {
    const { table, button, server, events } = await withButton({ ...destroy, confirmation: false }, 'row');
    void table.press(button, { id: 7 });
    await settle();
    await server.last.respondText('OK');
    expect(events.at(-1)).toEqual({ name: 'destroyed', payload: [undefined] });
    expect(table.notices).toEqual([]);
    expect(server.last.path).toBe('/api/orders/tableData');
  });

  test('ignore a response that arrives after the table has stopped', async () => {
    const { table, button, server, events, stop } = await withButton(
      { ...destroy, confirmation: false },
      'row',
    );
    const pressed = table.press(button, { id: 7 });
    await settle();
    stop();
    expect(server.last.signal).toBeUndefined();
    await server.last.respond({ message: 'Gone.' });
    await pressed;
    expect(events.map(({ name }) => name)).toEqual(['destroy']);
    expect(server.requests).toHaveLength(1);
  });
});

test('shows the buttons that a row names, or all if it names none', async () => {
  const { table } = await openTable({
    buttons: { global: [], row: [{ name: 'show' }, { name: 'edit' }], dropdown: [] },
  });
  const names = (row: object) => table.rowButtons({ ...row }).map(({ name }) => name);
  expect(names({})).toEqual(['show', 'edit']);
  expect(names({ _actions: ['edit', 'other'] })).toEqual(['edit']);
  expect(names({ _actions: [] })).toEqual([]);
});
