import type { InitTemplate } from '@rowhouse/table-protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dataResponse, initResponse } from '../responses/responses.fixture.ts';
import type { TableClientOptions } from '../TableClientOptions.ts';
import {
  FakeBrowser,
  FakeServer,
  fakeStorage,
  type RunningTable,
  settle,
  startTable,
} from '../tableClient.fixture.ts';
import type { LiveTable } from './LiveRows.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const rows = () => [
  { id: 1, note: 'a' },
  { id: 2, note: 'b' },
  { id: 3, note: 'c' },
];
const page = () => ({ ...dataResponse({ rows: rows() }), versions: ['v1', 'v2', 'v3'] });
const none = { changed: [], gone: [] };
const changed = (note = 'B') => ({ changed: [{ row: { id: 2, note }, version: `v ${note}` }], gone: [] });

async function openLive(
  options: Partial<TableClientOptions> = {},
  template: Partial<InitTemplate> = { live: true },
): Promise<RunningTable> {
  const running = startTable(options);
  await running.server.last.respond(initResponse(template));
  await running.server.last.respond(page());
  running.server.takePaths();

  return running;
}

/** The next poll, and the response to it. */
async function turn({ server }: RunningTable, response: unknown, status = 200): Promise<void> {
  await vi.advanceTimersByTimeAsync(1500);
  expect(server.requests).toHaveLength(1);
  await server.last.respond(response, status);
}

class TabBrowser extends FakeBrowser {
  readonly listeningTab = new Set<() => void>();
  readonly document = {
    visibilityState: 'visible',
    addEventListener: (_name: 'visibilitychange', listener: () => void) =>
      void this.listeningTab.add(listener),
    removeEventListener: (_name: 'visibilitychange', listener: () => void) =>
      void this.listeningTab.delete(listener),
  };

  show(visibilityState: 'visible' | 'hidden'): void {
    this.document.visibilityState = visibilityState;
    for (const listener of [...this.listeningTab]) listener();
  }
}

test('polls for changes of the rows of a live table, by POST, with its search and filters', async () => {
  const { server, table } = await openLive({ params: { shop: 3 } });
  await vi.advanceTimersByTimeAsync(1400);
  expect(server.requests).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);

  expect(server.last).toMatchObject({ method: 'POST', path: '/api/orders/tableData' });
  expect(server.last.payload.params).toEqual({ shop: 3 });
  expect(server.last.payload.meta.changes).toEqual([
    { row: 1, version: 'v1' },
    { row: 2, version: 'v2' },
    { row: 3, version: 'v3' },
  ]);
  expect(table.loading).toBe(false);
});

test('does not poll for other tables', async () => {
  const { server } = await openLive({}, {});
  await vi.advanceTimersByTimeAsync(60_000);

  expect(server.requests).toEqual([]);
});

test('rows are marked, stay as they are, and lose the mark when the change is taken back', async () => {
  const running = await openLive();
  const { table, server } = running;
  const before = table.rows;
  await turn(running, { ...changed(), gone: [3] });

  expect([...table.changedRows]).toEqual([2]);
  expect([...table.goneRows]).toEqual([3]);
  expect(table.rows).toBe(before);
  server.takePaths();
  await turn(running, none);
  expect([table.changedRows.size, table.goneRows.size]).toEqual([0, 0]);
});

test('does not notify subscribers of equal responses', async () => {
  const running = await openLive();
  await turn(running, changed());
  const snapshot = running.client.getSnapshot();
  running.server.takePaths();
  await turn(running, changed());

  expect(running.client.getSnapshot()).toBe(snapshot);
});

test('reads the same page again to show the changes, without marks', async () => {
  const running = await openLive();
  const { table, server } = running;
  await turn(running, changed());
  server.takePaths();
  const shown = table.showChanges();
  await server.last.respond({ ...dataResponse({ rows: [{ id: 2, note: 'B' }] }), versions: ['v B'] });
  await shown;

  expect(table.rows).toEqual([{ id: 2, note: 'B' }]);
  expect(table.changedRows.size).toBe(0);
  server.takePaths();
  await vi.advanceTimersByTimeAsync(1500);
  expect(server.last.payload.meta.changes).toEqual([{ row: 2, version: 'v B' }]);
});

test('replaces rows in place if applied immediately, except held ones', async () => {
  const running = await openLive();
  const { table, server, storage } = running;
  table.setLiveMode('apply');
  await vi.advanceTimersByTimeAsync(0);
  await server.last.respond({ ...changed(), gone: [3] });

  expect(table.rows).toEqual([{ id: 1, note: 'a' }, { id: 2, note: 'B' }, rows()[2]]);
  expect([...table.changedRows]).toEqual([]);
  expect([...table.goneRows]).toEqual([3]);
  server.takePaths();
  table.holdRows([2]);
  await turn(running, changed('later'));
  expect(server.last.payload.meta.changes).toContainEqual({ row: 2, version: 'v B' });
  expect(table.rows[1]).toEqual({ id: 2, note: 'B' });
  expect([...table.changedRows]).toEqual([2]);

  server.takePaths();
  table.holdRows([]);
  await vi.advanceTimersByTimeAsync(0);
  await server.last.respond(changed('later'));
  expect(table.rows[1]).toEqual({ id: 2, note: 'later' });
  expect(JSON.parse([...storage.entries.values()][0] ?? '{}').state).toEqual({ liveMode: 'apply' });
});

test('keeps the choice, and ignores unknown values', async () => {
  const storage = fakeStorage();
  const first = await openLive({ storage });
  first.table.setLiveMode('apply');
  first.stop();
  const second = await openLive({ storage });
  expect(second.table.liveMode).toBe('apply');
  second.stop();
  for (const [key, value] of storage.entries) storage.setItem(key, value.replace('"apply"', '"jump"'));
  expect((await openLive({ storage })).table.liveMode).toBe('mark');
});

test('does not mark a row that is shown unchanged, with any fingerprint', async () => {
  const running = await openLive();
  await turn(running, changed('b'));
  expect(running.table.changedRows.size).toBe(0);
  running.server.takePaths();
  await turn(running, none);
  expect(running.server.last.payload.meta.changes).toContainEqual({ row: 2, version: 'v b' });
});

test('failures are not shown, and are followed by longer pauses', async () => {
  const running = await openLive();
  const { table, server } = running;
  await turn(running, {}, 503);
  expect(table.problem).toBeNull();
  server.takePaths();
  await vi.advanceTimersByTimeAsync(2900);
  expect(server.requests).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(server.requests).toHaveLength(1);
  await server.last.respond(none);
  server.takePaths();
  await turn(running, { changed: 'nonsense' });
  expect(table.problem).toBeNull();
});

test('does not poll in a hidden tab, and polls immediately when it is shown again', async () => {
  const browser = new TabBrowser();
  const { server, stop } = await openLive({ browser });
  browser.show('hidden');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.requests).toEqual([]);
  browser.show('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect(server.requests).toHaveLength(1);
  stop();
  expect(browser.listeningTab.size).toBe(0);
});

test('polls at an event of a source, also during a poll, until it stops', async () => {
  let wake = () => {};
  const ended = vi.fn();
  const { server, stop } = await openLive({
    liveSource: (given) => {
      wake = given;
      return ended;
    },
  });
  wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.requests).toHaveLength(1);
  wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.requests).toHaveLength(1);
  await server.last.respond(none);
  await vi.advanceTimersByTimeAsync(0);
  expect(server.requests).toHaveLength(2);
  stop();
  wake();
  await vi.advanceTimersByTimeAsync(5000);
  expect(ended).toHaveBeenCalledOnce();
  expect(server.requests).toHaveLength(2);
});

describe('a reliable source', () => {
  async function openWithSource(template: Partial<InitTemplate> = { live: true }, options = {}) {
    const source = { wake: () => {}, table: null as LiveTable | null, ended: vi.fn() };
    const running = await openLive(
      {
        ...options,
        liveSource: (wake, table) => {
          Object.assign(source, { wake, table });
          return source.ended;
        },
      },
      template,
    );

    return { ...running, source };
  }

  test('is called for live tables only, with the path of the data route', async () => {
    const { source } = await openWithSource();
    expect(source.table?.readPath).toBe('/api/orders/tableData');
    expect((await openWithSource({})).source.table).toBeNull();
  });

  test('lets the table wait for changes, and poll once a minute', async () => {
    const { server, source, table } = await openWithSource();
    source.table?.setReliable(true);
    // What changed before.
    await vi.advanceTimersByTimeAsync(300);
    expect(server.requests).toHaveLength(1);
    await server.last.respond(none);
    server.takePaths();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(server.requests).toEqual([]);
    source.wake();
    await vi.advanceTimersByTimeAsync(300);
    expect(server.requests).toHaveLength(1);
    await server.last.respond(changed());
    expect([...table.changedRows]).toEqual([2]);
    server.takePaths();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(server.requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.requests).toHaveLength(1);
  });

  test('is not relied on when its connection is lost, until it is back', async () => {
    const { server, source } = await openWithSource();
    source.table?.setReliable(true);
    await vi.advanceTimersByTimeAsync(300);
    await server.last.respond(none);
    server.takePaths();
    source.table?.setReliable(false);
    await vi.advanceTimersByTimeAsync(300);
    expect(server.requests).toHaveLength(1);
    await server.last.respond(none);
    for (const _ of [1, 2, 3]) {
      server.takePaths();
      await turn({ server } as RunningTable, none);
    }
    server.takePaths();
    source.table?.setReliable(true);
    await vi.advanceTimersByTimeAsync(300);
    await server.last.respond(none);
    server.takePaths();
    await vi.advanceTimersByTimeAsync(50_000);
    expect(server.requests).toEqual([]);
  });

  test('requests a change again soon if its request fails', async () => {
    const { server, source } = await openWithSource();
    source.table?.setReliable(true);
    await vi.advanceTimersByTimeAsync(300);
    await server.last.respond({}, 503);
    server.takePaths();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(server.requests).toHaveLength(1);
  });

  test('checks a page once after it was read, since a change may have come before it', async () => {
    const { server, source, table } = await openWithSource();
    source.table?.setReliable(true);
    await vi.advanceTimersByTimeAsync(300);
    await server.last.respond(none);
    server.takePaths();
    const read = table.reload();
    await server.last.respond(page());
    await read;
    server.takePaths();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(server.requests).toHaveLength(1);
    await server.last.respond(none);
    server.takePaths();
    await vi.advanceTimersByTimeAsync(50_000);
    expect(server.requests).toEqual([]);
  });

  test('is not called after the table stopped', async () => {
    const { server, source, stop } = await openWithSource();
    stop();
    expect(source.ended).toHaveBeenCalledOnce();
    source.table?.setReliable(true);
    source.wake();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.requests).toEqual([]);
  });
});

test('sends requests for changes with low priority, and no others', async () => {
  const priorities: unknown[] = [];
  const server = new FakeServer();
  startTable({
    http: (input, init) => {
      priorities.push((init as { readonly priority?: string } | undefined)?.priority);
      return server.http(input, init);
    },
  });
  await server.last.respond(initResponse({ live: true }));
  await server.last.respond(page());
  await vi.advanceTimersByTimeAsync(1500);
  expect(priorities).toEqual([undefined, undefined, 'low']);
});

test('ignores a response for a previous page', async () => {
  const running = await openLive();
  const { table, server } = running;
  server.honoursAbort = false;
  await vi.advanceTimersByTimeAsync(1500);
  const request = server.last;
  table.goToPage(2);
  await settle();
  await server.last.respond({ ...dataResponse({ rows: rows(), page: 2 }), versions: ['x', 'y', 'z'] });
  await request.respond(changed());

  expect(table.changedRows.size).toBe(0);
});
