import { expect, test, vi } from 'vitest';
import { dataResponse } from '../responses/responses.fixture.ts';
import { openTable, settle } from '../tableClient.fixture.ts';

test('returns the same snapshot until something has changed, with unchanged members', async () => {
  const { client } = await openTable();
  const before = client.getSnapshot();
  expect(client.getSnapshot()).toBe(before);
  client.select([]);
  client.setHidden([]);
  client.setSearch('');
  expect(client.getSnapshot()).toBe(before);
  client.setSearch('Ada');
  const after = client.getSnapshot();
  expect(after).not.toBe(before);
  expect([before.search, after.search]).toEqual(['', 'Ada']);
  const changed = Object.entries(after).filter(([name, value]) => Reflect.get(before, name) !== value);
  expect(changed.map(([name]) => name)).toEqual(['search']);
});

test('calls a subscriber with the change, once per response, until it unsubscribes', async () => {
  const { client, server } = await openTable();
  const seen: unknown[] = [];
  const leave = client.subscribe(() => {
    const { loading, page, rows } = client.getSnapshot();
    seen.push([loading, page, rows[0]?.id]);
  });
  client.goToPage(2);
  expect(seen).toEqual([[false, 2, 1]]);
  await settle();
  await server.last.respond(dataResponse({ page: 2 }));
  expect(seen.slice(1)).toEqual([
    [true, 2, 1],
    [false, 2, 11],
  ]);
  leave();
  client.goToPage(1);
  expect(seen).toHaveLength(3);
});

test('stays loading with a new request', async () => {
  const { client } = await openTable();
  client.goToPage(2);
  await settle();
  const loading: boolean[] = [];
  client.subscribe(() => loading.push(client.getSnapshot().loading));
  client.goToPage(3);
  await settle();
  expect(loading).toEqual([true]);
});

test('lets subscribers change the table, and continues after one fails', async () => {
  const { client } = await openTable();
  const reported = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => {});
  const pages: number[] = [];
  client.subscribe(() => {
    if (client.getSnapshot().page === 2) client.goToPage(3);
    throw new Error('It cannot be drawn.');
  });
  client.subscribe(() => pages.push(client.getSnapshot().page));
  client.goToPage(2);
  expect(pages.at(-1)).toBe(3);
  expect(reported).toHaveBeenCalled();
  reported.mockRestore();
});

test('emits an event after the change that it is about', async () => {
  let note = (_name: string): void => {};
  const { client, server } = await openTable({}, { onEvent: (name) => note(name) });
  const seen: unknown[] = [];
  let drawn: unknown = null;
  client.subscribe(() => {
    drawn = client.getSnapshot().rows[0]?.id;
  });
  note = (name) => seen.push([name, drawn]);
  client.goToPage(2);
  await settle();
  await server.last.respond(dataResponse({ page: 2 }));
  expect(seen).toEqual([['fetched', 11]]);
});

test('notifies subscribers of the stop, and of nothing after it', async () => {
  const { client, server } = await openTable();
  let calls = 0;
  client.goToPage(2);
  await settle();
  client.subscribe(() => {
    calls += 1;
  });
  client.stop();
  expect(client.getSnapshot().loading).toBe(false);
  const known = calls;
  expect(known).toBeGreaterThan(0);
  client.goToPage(3);
  client.setHost({ params: { year: 2026 } });
  await settle();
  expect(calls).toBe(known);
  expect(server.requests).toHaveLength(1);
});
