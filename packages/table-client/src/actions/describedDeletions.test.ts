import { describe, expect, test, vi } from 'vitest';
import { destroy, settle, withButton } from '../tableClient.fixture.ts';

const dependents = [
  { table: 'lines', name: 'Lines', as: 'Order', filters: [], count: 3, onDelete: 'cascade' as const },
];

describe('the confirmation of a deletion', () => {
  async function pressed() {
    const found = await withButton({ ...destroy, deletes: true }, 'row');
    await found.table.press(found.button, { id: 7 });
    expect(found.table.confirmation?.deletion).toBeNull();
    await vi.waitFor(() => expect(found.server.requests).toHaveLength(1));

    return found;
  }

  test('shows the rows that refer to the record when they are read', async () => {
    const { table, server } = await pressed();
    expect(server.last).toMatchObject({ method: 'GET', path: '/api/orders/7' });
    await server.last.respond({ dependents, refused: true });
    await vi.waitFor(() => expect(table.confirmation?.deletion).toEqual({ dependents, refused: true }));
    expect(table.confirmation?.message).toBe('Delete the record?');
  });

  test('stays as it is if they cannot be read, and does not return when it was cancelled', async () => {
    const { table, button, server } = await pressed();
    await server.last.respond({}, 500);
    await vi.waitFor(() => expect(table.confirmation).not.toHaveProperty('deletion'));
    table.cancelConfirmation();
    await table.press(button, { id: 7 });
    await vi.waitFor(() => expect(server.requests).toHaveLength(2));
    table.cancelConfirmation();
    await server.last.respond({ dependents });
    expect(table.confirmation).toBeNull();
  });

  test('is shown again with the rows that prevented the deletion', async () => {
    const { table, server } = await pressed();
    await server.last.respond({ dependents: [] });
    await vi.waitFor(() => expect(table.confirmation?.deletion).toEqual({ dependents: [] }));
    void table.confirm();
    await vi.waitFor(() => expect(server.last.method).toBe('DELETE'));
    await server.last.respond({ message: 'Others refer to it.', dependents, refused: true }, 422);
    await vi.waitFor(() =>
      expect(table.confirmation).toMatchObject({ message: 'Others refer to it.', deletion: { dependents } }),
    );
    expect(table.notices).toEqual([]);
  });

  test('reads nothing for other buttons', async () => {
    const { table, button, server } = await withButton(destroy, 'row');
    await table.press(button, { id: 7 });
    await settle();
    expect(server.requests).toEqual([]);
    expect(table.confirmation).not.toHaveProperty('deletion');
  });
});
