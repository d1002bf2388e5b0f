import type { InitButton, TableJob } from '@rowhouse/table-protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dataResponse } from '../responses/responses.fixture.ts';
import type { RowId } from '../table/TableRow.ts';
import { openTable, settle } from '../tableClient.fixture.ts';

const excel: InitButton = { name: 'excel', action: 'export', path: '/api/orders/exportExcel' };
const archive: InitButton = {
  name: 'archive',
  action: 'ajax',
  method: 'PATCH',
  path: '/api/orders/archive',
  postEvent: 'archived',
};
const job: TableJob = {
  id: '12',
  kind: 'export',
  table: 'orders',
  name: 'Orders',
  status: 'waiting',
  total: null,
  entries: 0,
  failed: 0,
  path: '/api/exports/12',
  download: null,
  message: null,
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function started(button: InitButton, response: object, selected: readonly RowId[] = []) {
  const running = await openTable({ buttons: { global: [button], row: [], dropdown: [] } });
  running.table.select(selected);
  const [own] = running.table.template?.buttons.global ?? [];
  if (!own) throw new Error('The button does not exist.');
  void running.table.press(own);
  await settle();
  await running.server.last.respond(response, 202);
  running.server.takePaths();

  return running;
}

async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await settle();
}

describe('a job that was started here', () => {
  test('is polled until it ends, and offers its file', async () => {
    const { table, server, events } = await started(excel, { message: 'It has begun.', export: job });
    expect(table.jobs).toEqual([job]);
    expect(table.notices).toEqual([]);
    expect(events.at(-1)?.name).toBe('exported');

    await pass(500);
    expect(server.takePaths()).toEqual(['GET /api/exports/12']);
    await pass(10_000);
    expect(server.requests).toEqual([]);
  });

  test("shows the server's message, and is no longer polled when it is finalized", async () => {
    const { table, server } = await started(excel, { export: job });
    await pass(500);
    await server.last.respond({ ...job, status: 'processing', total: 200, entries: 50 });
    expect(table.jobs[0]).toMatchObject({ status: 'processing', total: 200, entries: 50 });
    await pass(500);
    await server.last.respond({ ...job, status: 'finalized', download: '/api/exports/12/download?token=a' });
    server.takePaths();
    await pass(60_000);
    expect(server.takePaths()).toEqual([]);
    expect(table.jobs[0]).toMatchObject({
      status: 'finalized',
      download: '/api/exports/12/download?token=a',
    });
    table.dismissJob('12');
    expect(table.jobs).toEqual([]);
  });

  test('is cancelled by its path', async () => {
    const { table, server } = await started(excel, { export: job });
    void table.cancelJob('12');
    void table.cancelJob('12');
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /api/exports/12',
    ]);
    await server.last.respond({ ...job, status: 'cancelled', message: 'The export was cancelled.' });
    server.takePaths();
    await pass(60_000);
    expect(server.takePaths()).toEqual([]);
    expect(table.jobs[0]?.status).toBe('cancelled');
  });

  test('shows its result without an error if it has ended before it is cancelled', async () => {
    const { table, server } = await started(excel, { export: job });
    void table.cancelJob('12');
    await server.last.respond({ message: 'It has ended already.' }, 409);
    expect(server.requests.at(-1)).toMatchObject({ method: 'GET', path: '/api/exports/12' });
    await server.last.respond({ ...job, status: 'finalized', download: '/file.xlsx' });
    expect(table.notices).toEqual([]);
    expect(table.jobs).toMatchObject([{ status: 'finalized', download: '/file.xlsx' }]);
  });

  test('shows the reason if it cannot be cancelled, and continues', async () => {
    const { table, server } = await started(excel, { export: job });
    void table.cancelJob('12');
    await server.last.respond({ message: 'Not yours.' }, 403);
    expect(table.notices.map(({ message }) => message)).toEqual(['Not yours.']);
    expect(table.jobs).toHaveLength(1);
  });

  test('is polled again after a missing response, and dropped when it no longer exists', async () => {
    const { table, server } = await started(excel, { export: job });
    await pass(500);
    await server.last.drop();
    server.takePaths();
    await pass(3000);
    await server.last.respond({ message: 'Gone.' }, 404);
    expect(table.jobs).toEqual([]);
  });

  test('reads the rows again and emits the postEvent when an action has ended', async () => {
    const action = { ...job, kind: 'action', path: '/api/actions/12', name: 'Archive' } as const;
    const { table, server, events } = await started(archive, { message: 'Begun.', job: action }, [1, 2]);
    expect(table.selected).toEqual([]);
    expect(events.map(({ name }) => name)).not.toContain('archived');
    await pass(500);
    const ended = { ...action, status: 'finalized', total: 3, entries: 3, message: 'Three archived.' };
    await server.last.respond(ended);
    expect(events.find(({ name }) => name === 'archived')?.payload).toEqual([ended]);
    expect(server.last.path).toBe('/api/orders/tableData');
    await server.last.respond(dataResponse());
  });

  test('never links to a URL that could run a script', async () => {
    const { table } = await started(excel, {
      export: { ...job, status: 'finalized', download: 'javascript:alert(1)' },
    });
    expect(table.jobs[0]?.download).toBeNull();
    const other = await started(excel, {
      message: 'Begun.',
      export: { ...job, path: 'javascript:alert(1)' },
    });
    expect(other.table.jobs).toEqual([]);
    expect(other.table.notices.map(({ message }) => message)).toEqual(['Begun.']);
  });
});
