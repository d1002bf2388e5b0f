import type { ActionForm, ActionPreview, InitButton } from '@rowhouse/table-protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settle, withButton } from '../tableClient.fixture.ts';
import { createActionForm } from './createActionForm.ts';

const button: InitButton = {
  name: 'setStatus',
  action: 'ajax',
  method: 'PATCH',
  path: '/orders/setStatus',
  form: '/orders/setStatus/form',
  preview: '/orders/setStatus/preview',
};
const form: ActionForm = {
  fields: [
    { name: 'status', label: 'Status', type: 'enum', enum: { new: 'New', sent: 'Sent' }, required: true },
    { name: 'note', label: 'Note', type: 'string', maxLength: 5 },
  ],
  values: {},
};
const preview: ActionPreview = { count: 3, refused: 1, columns: [], rows: [] };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

async function confirmed(changes: Partial<InitButton> = {}) {
  const opened = await withButton({ ...button, ...changes });
  await opened.table.press(opened.button);
  const entered = createActionForm({
    translate: opened.table.translate,
    filterOptions: opened.table.filterOptions,
    confirm: opened.table.confirm,
    readConfirmed: opened.table.readConfirmed,
    confirmation: opened.table.confirmation,
  });
  await settle();
  if (changes.form === undefined && !('form' in changes)) await opened.server.last.respond(form);

  return { ...opened, entered };
}

test('a button with a form is confirmed even if it does not say so, with what its action asks for', async () => {
  const { server, table, entered } = await confirmed();
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /orders/setStatus/form',
  ]);
  expect(table.confirmation?.message).toBe('Are you sure?');
  expect(entered.getSnapshot()).toMatchObject({ ready: true, fields: form.fields, preview: null });
  expect(await entered.submit()).toBe(false);
  expect(Object.keys(entered.getSnapshot().faults)).toEqual(['status']);
  expect(server.requests).toHaveLength(1);
});

test('the preview follows what is entered, and only the newest is shown', async () => {
  const { server, entered } = await confirmed();
  entered.set('status', 'new');
  await vi.advanceTimersByTimeAsync(300);
  await settle();
  const first = server.last;
  expect([first.method, first.path, first.payload.input]).toEqual([
    'POST',
    '/orders/setStatus/preview',
    { status: 'new' },
  ]);
  entered.set('status', 'sent');
  await vi.advanceTimersByTimeAsync(300);
  await settle();
  await server.last.respond(preview);
  await first.respond({ ...preview, count: 9 });
  expect(entered.getSnapshot()).toMatchObject({ preview, previewing: false });
  entered.set('note', 'too long');
  expect(entered.getSnapshot().preview).toBeNull();
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.requests).toHaveLength(3);
});

test('an action without a form has a preview immediately, and is confirmed without an input', async () => {
  const { server, entered } = await confirmed({ form: undefined, confirmation: true } as never);
  await vi.advanceTimersByTimeAsync(300);
  await settle();
  expect(server.last.path).toBe('/orders/setStatus/preview');
  await server.last.respond(preview);
  expect(entered.getSnapshot().preview).toEqual(preview);
  void entered.submit();
  await vi.waitFor(() => expect(server.last.path).toBe('/orders/setStatus'));
  expect(server.last.payload).not.toHaveProperty('input');
});

test('a refusal keeps the confirmation and what was entered, and shows the faults at the fields', async () => {
  const { server, table, entered } = await confirmed();
  entered.set('status', 'sent');
  const refused = entered.submit();
  await vi.waitFor(() => expect(server.last.path).toBe('/orders/setStatus'));
  expect(server.last.payload).toMatchObject({ meta: {}, input: { status: 'sent' } });
  expect(entered.getSnapshot().saving).toBe(true);
  expect(await entered.submit()).toBe(false);
  await server.last.respond({ message: 'No.', errors: { 'input.status': ['Not now.'] } }, 422);
  expect(await refused).toBe(false);
  expect(entered.getSnapshot()).toMatchObject({
    saving: false,
    values: { status: 'sent' },
    faults: { status: ['Not now.'] },
  });
  expect(table.confirmation).not.toBeNull();
  expect(table.notices).toEqual([]);
  const done = entered.submit();
  await vi.waitFor(() => expect(server.requests).toHaveLength(3));
  await server.last.respond({ message: 'Done.', processed: 1, failed: [], failedCount: 0 });
  await vi.waitFor(() => expect(server.last.path).toBe('/api/orders/tableData'));
  entered.stop();
  expect(table.notices).toMatchObject([{ kind: 'success', message: 'Done.' }]);
  void done;
});

test('other rows are confirmed again, with what was entered', async () => {
  const { server, table, entered } = await confirmed();
  entered.set('status', 'sent');
  const refused = entered.submit();
  await vi.waitFor(() => expect(server.last.path).toBe('/orders/setStatus'));
  await server.last.respond({ message: 'Other rows.', rows: 101 }, 409);
  await refused;
  expect(table.confirmation?.subject).toContain('101');
  void entered.submit();
  await vi.waitFor(() => expect(server.requests).toHaveLength(3));
  expect(server.last.payload).toMatchObject({ confirmed: 101, input: { status: 'sent' } });
});
