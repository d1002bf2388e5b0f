import type { DataResponse, InitButton } from '@rowhouse/table-protocol';
import { describe, expect, test } from 'vitest';
import { dataResponse } from '../responses/responses.fixture.ts';
import type { RowId } from '../table/TableRow.ts';
import { destroy, settle, withButton } from '../tableClient.fixture.ts';

describe('confirmation', () => {
  test('is requested after the event and before the action', async () => {
    const { table, button, events, server } = await withButton(destroy, 'row', {
      i18n: (text) => (text === 'Delete the record?' ? 'Satz löschen?' : text),
    });
    const row = { id: 7 };
    await table.press(button, row);
    expect(events.map(({ name }) => name)).toEqual(['destroy']);
    expect(table.confirmation).toEqual({
      button,
      row,
      message: 'Satz löschen?',
      subject: 'Row: 7',
      payload: null,
    });
    expect(server.requests).toEqual([]);
    table.cancelConfirmation();
    await table.confirm();
    expect(table.confirmation).toBeNull();
    expect(server.requests).toEqual([]);
    await table.press(button, row);
    void table.confirm();
    void table.confirm();
    await settle();
    expect(server.takePaths()).toEqual(['DELETE /api/orders/7']);
  });

  const deliver: InitButton = {
    name: 'deliver',
    action: 'ajax',
    method: 'PATCH',
    path: '/deliver',
    confirmation: true,
    message: 'Deliver {count} order? | Deliver {count} orders?',
  };

  test.each<[string, Partial<DataResponse>, string, string]>([
    ['all rows', {}, 'Deliver 100 orders?', 'The whole result: 100 rows'],
    ['the filtered rows', { filtered: 1, filters: true }, 'Deliver 1 order?', 'The whole result: 1 row'],
    [
      'filtered rows that are not counted',
      { fullRecordInfo: false, filters: true },
      'Deliver all matching orders?',
      'The whole result: all matching rows',
    ],
    [
      'all rows of a table over its limit',
      { fullRecordInfo: false },
      'Deliver 100 orders?',
      'The whole result: 100 rows',
    ],
    [
      'rows that are estimated',
      { fullRecordInfo: false, estimated: true },
      'Deliver all matching orders?',
      'The whole result: all matching rows',
    ],
  ])('shows that it is for %s', async (_, response, message, subject) => {
    const { table, button, server } = await withButton(deliver);
    void table.reload();
    await server.last.respond({ ...dataResponse(), ...response });
    await table.press(button);
    expect(table.confirmation).toMatchObject({ message, subject });
  });

  test('shows no number while the rows of another search are loading', async () => {
    const { table, button } = await withButton(deliver);
    table.setSearch('Ada');
    await table.press(button);
    expect(table.confirmation?.subject).toBe('The whole result: all matching rows');
  });

  test.each<[RowId[], string, string]>([
    [[4], 'Deliver 1 order?', '1 row selected'],
    [[4, 5], 'Deliver 2 orders?', '2 rows selected'],
    [[4, 77, 78], 'Deliver 3 orders?', '3 rows selected, 2 of them not on this page'],
    [[77], 'Deliver 1 order?', '1 row selected, not on this page'],
  ])('shows that it is for the selected rows %j', async (ids, message, subject) => {
    const { table, button } = await withButton({ ...deliver, selection: true });
    table.select(ids);
    await table.press(button);
    expect(table.confirmation).toMatchObject({ message, subject });
  });

  test.each([
    [{ id: 7, number: 'A-7', status: 'sent' }, 'Delete A-7?', 'Number: A-7'],
    [{ id: 7, number: 'A | B' }, 'Delete A\u00a0| B?', 'Number: A | B'],
    [{ id: 7, number: ' ', status: 'sent', total: '9' }, 'Delete Sent?', 'Status: Sent'],
    [{ id: 7, paid: true, total: '9' }, 'Delete 7?', 'Row: 7'],
  ])('names the row %j', async (row, message, subject) => {
    const { table, button } = await withButton({ ...destroy, message: 'Delete {row}?' }, 'row');
    await table.press(button, row);
    expect(table.confirmation).toMatchObject({ message, subject });
  });

  test('sends the number that it names, and asks again where the server finds another', async () => {
    const { table, button, server } = await withButton(deliver);
    void table.reload();
    await server.last.respond(dataResponse());
    await table.press(button);
    const confirmed = table.confirm();
    await settle();
    expect(server.last.payload).toMatchObject({ confirmed: 100, meta: { start: 0 } });
    await server.last.respond({ message: 'Other rows.', confirmed: 100, rows: 101 }, 409);
    await confirmed;
    expect(table.notices).toEqual([]);
    expect(table.confirmation).toMatchObject({
      message: 'Deliver 101 orders?',
      subject: 'Meanwhile other rows match. Nothing was changed. The action is now for 101 rows.',
    });
    void table.confirm();
    await settle();
    expect(server.last.payload).toMatchObject({ confirmed: 101 });
  });

  test('sends no number to where the rows are not counted', async () => {
    const { table, button, server } = await withButton(deliver);
    void table.reload();
    await server.last.respond({ ...dataResponse(), fullRecordInfo: false, filters: true });
    await table.press(button);
    void table.confirm();
    await settle();
    expect(server.last.payload).not.toHaveProperty('confirmed');
  });

  test('has a default text if the template has none', async () => {
    const { table, button } = await withButton({ name: 'go', confirmation: true });
    await table.press(button);
    expect(table.confirmation?.message).toBe('Are you sure?');
  });
});
