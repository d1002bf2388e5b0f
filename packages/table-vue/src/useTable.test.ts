import { afterEach, expect, test } from 'vitest';
import { effectScope, nextTick, ref, watchEffect } from 'vue';
import { dataResponse, initResponse } from '../../table-client/src/responses/responses.fixture.ts';
import { destroy, FakeBrowser, FakeServer, settle } from '../../table-client/src/tableClient.fixture.ts';
import { type UseTableOptions, useTable } from './useTable.ts';

let scope = effectScope(true);
afterEach(() => scope.stop());

/** A table that shows its first page, in an effect scope. */
async function openTable(options: Partial<UseTableOptions> = {}) {
  const server = new FakeServer();
  const browser = new FakeBrowser();
  scope = effectScope(true);
  const table = scope.run(() =>
    useTable({ id: 'orders', path: '/init', http: server.http, storage: null, browser, ...options }),
  );
  if (!table) throw new Error('The scope did not run.');
  const buttons = { global: [], row: [destroy], dropdown: [] };
  await server.last.respond(initResponse({ debounce: 0, buttons }));
  await server.last.respond(dataResponse());
  server.takePaths();

  return { table, server, browser };
}

/** Counts the runs of an effect that reads something of the table. */
function runsOf(read: () => unknown): () => number {
  let runs = 0;
  scope.run(() =>
    watchEffect(
      () => {
        runs += 1;
        read();
      },
      { flush: 'sync' },
    ),
  );

  return () => runs;
}

test('refs and getters of the host are followed: the table shows its first page with the new conditions', async () => {
  const filters = ref<Record<string, Record<string, string>>>({ orders: { status: 'new' } });
  const params = ref<Record<string, unknown> | null>(null);
  const { table, server } = await openTable({ filters, params: () => params.value });
  table.goToPage(5);
  await settle();
  filters.value = { orders: { status: 'sent' } };
  await nextTick();
  params.value = { year: 2026 };
  await settle();
  expect(server.last.payload).toMatchObject({
    filters: { orders: { status: 'sent' } },
    params: { year: 2026 },
    meta: { start: 0 },
  });
});

test('a change within the filters of the host counts, and the same filters in a new object do not', async () => {
  const filters = ref({ orders: { status: 'new' } });
  const { server } = await openTable({ filters });
  filters.value = { orders: { status: 'new' } };
  await settle();
  expect(server.requests).toHaveLength(0);
  filters.value.orders.status = 'sent';
  await settle();
  expect(server.last.payload).toMatchObject({ filters: { orders: { status: 'sent' } } });
});

test('filters that change in the turn of a reload are sent with it', async () => {
  const filters = ref({ orders: { status: 'new' } });
  const { table, server } = await openTable({ filters });
  filters.value = { orders: { status: 'sent' } };
  void table.reload();
  await settle();
  expect(server.requests).toHaveLength(1);
  expect(server.last.payload).toMatchObject({ filters: { orders: { status: 'sent' } } });
});

test('what reads one member of the state runs again only when that member changes', async () => {
  const { table, server } = await openTable();
  const columns = runsOf(() => table.columns);
  const rows = runsOf(() => table.rows);
  const search = runsOf(() => table.search);
  table.toggleSelected(1);
  table.goToPage(2);
  await settle();
  expect([columns(), rows(), search()]).toEqual([1, 1, 1]);
  await server.last.respond(dataResponse({ page: 2 }));
  expect([columns(), rows(), search()]).toEqual([1, 2, 1]);
  table.setSearch('Ada');
  expect([columns(), rows(), search()]).toEqual([1, 2, 2]);
});

test('what calls a function that reads the state runs again when its value can be another', async () => {
  const { table, server } = await openTable();
  const [row] = table.rows;
  if (!row) throw new Error('There is no row.');
  const button = { ...destroy, confirmation: false, selection: true };
  let seen: unknown;
  runsOf(() => {
    seen = [table.isEnabled(button), table.isBusy(button, row), table.rowNumber(0)];
  });
  expect(seen).toEqual([false, false, 1]);
  table.toggleSelected(1);
  expect(seen).toEqual([true, false, 1]);
  void table.press(button, row);
  await settle();
  expect(seen).toEqual([true, true, 1]);
  await server.last.drop();
  table.goToPage(2);
  await settle();
  await server.last.respond(dataResponse({ page: 2 }));
  expect(seen).toEqual([true, false, 11]);
});

test('everything ends with the scope', async () => {
  const { table, server, browser } = await openTable();
  table.goToPage(2);
  await settle();
  scope.stop();
  table.goToPage(3);
  await table.reload();
  expect(server.last.signal?.aborted).toBe(true);
  expect(server.requests).toHaveLength(1);
  expect(browser.listeners).toBe(0);
});
