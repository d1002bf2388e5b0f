import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dataResponse, initResponse } from '../responses/responses.fixture.ts';
import { openTable, settle, startTable } from '../tableClient.fixture.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  return () => vi.useRealTimers();
});

describe('a page that cannot be read', () => {
  test.each([
    [400, 'refused'],
    [401, 'signed-out'],
    [403, 'forbidden'],
    [404, 'missing'],
    [405, 'missing'],
    [414, 'refused'],
    [422, 'refused'],
    [429, 'busy'],
    [500, 'failed'],
    [502, 'unavailable'],
    [503, 'unavailable'],
    [504, 'unavailable'],
  ])(
    'is a problem with status %i, of kind %s; the rows stay, and the next success ends it',
    async (status, kind) => {
      const { table, server } = await openTable();
      void table.reload();
      await server.last.respond(
        { message: 'In the words of the server.', errors: { 'meta.start': ['Too far.'] } },
        status,
      );
      expect(table).toMatchObject({ loading: false, rows: { length: 10 } });
      expect(table.problem).toEqual({
        kind,
        status,
        message: 'In the words of the server.',
        errors: { 'meta.start': ['Too far.'] },
        retryAfter: null,
        request: 'data',
      });
      void table.reload();
      expect(table.problem).not.toBeNull();
      await server.last.respond(dataResponse());
      expect(table.problem).toBeNull();
    },
  );

  test('is repeated when the browser is online again', async () => {
    const { table, server, browser } = await openTable();
    table.goToPage(3);
    await settle();
    await server.last.drop();
    expect(table.problem).toMatchObject({ kind: 'offline', status: null, request: 'data' });
    browser.emit('online');
    expect(server.last.payload.meta.start).toBe(20);
    await server.last.respond(dataResponse({ page: 3 }));
    expect(table).toMatchObject({ problem: null, page: 3 });
    browser.emit('online');
    expect(server.requests).toHaveLength(2);
  });

  test('requests init again when back online if it was unavailable', async () => {
    const { table, server, browser } = startTable();
    await server.last.drop();
    browser.emit('online');
    await server.last.respond(initResponse());
    await server.last.respond(dataResponse());
    expect(table).toMatchObject({ problem: null, phase: 'ready', rows: { length: 10 } });
  });

  test.each([
    ['a page of HTML', '<!doctype html><title>Sign in</title>', 'body'],
    ['half of a JSON text', '{"data":[', 'body'],
    ['nothing', '', 'body'],
    ['a list', '[]', 'body'],
    ['rows that are none', JSON.stringify({ ...dataResponse(), data: ['a'] }), 'data'],
    ['no page', JSON.stringify({ ...dataResponse(), pagination: null }), 'pagination'],
    ['a count in words', JSON.stringify({ ...dataResponse(), count: 'many' }), 'count'],
  ])('is malformed if the response is %s', async (_, text, path) => {
    const { table, server } = await openTable();
    void table.reload();
    await server.last.respondText(text);
    expect(table.problem).toMatchObject({ kind: 'malformed', status: 200, request: 'data' });
    expect(Object.keys(table.problem?.errors ?? {})).toEqual([path]);
    expect(table.rows).toHaveLength(10);
  });

  test('is described in the language of the host if the server sends no text', async () => {
    const { table, server } = await openTable({}, { i18n: (text) => text.toUpperCase() });
    void table.reload();
    await server.last.respondText('<h1>Bad gateway</h1>', 502);
    expect(table.problem?.message).toBe('THE SERVER IS NOT READY. WAIT A MOMENT AND TRY AGAIN.');
  });
});

describe('a server that sends Retry-After', () => {
  test.each([429, 503])('is requested again automatically with status %i', async (status) => {
    const { table, server } = await openTable();
    const reloaded = table.reload();
    await server.last.respond({}, status, { 'retry-after': '7' });
    await reloaded;
    expect(table).toMatchObject({ loading: false, problem: { retryAfter: 7000 } });
    await vi.advanceTimersByTimeAsync(6999);
    expect(server.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.requests).toHaveLength(2);
    expect(table).toMatchObject({ loading: true, problem: { kind: expect.any(String) } });
    await server.last.respond({}, status, { 'retry-after': '7' });
    expect(table.problem?.retryAfter).toBeNull();
    await vi.runAllTimersAsync();
    expect(server.requests).toHaveLength(2);
  });

  test('supports a date, and applies to init', async () => {
    const { table, server } = startTable();
    await server.last.respond({}, 503, { 'retry-after': new Date(Date.now() + 20_500).toUTCString() });
    expect(table.problem).toMatchObject({ request: 'init' });
    await vi.advanceTimersByTimeAsync(21_000);
    expect(server.takePaths()).toEqual(['GET /api/orders/init', 'GET /api/orders/init']);
  });

  test.each([
    ['much later', 503, '31'],
    ['never', 503, undefined],
    ['in a word', 429, 'soon'],
    ['though it has failed', 500, '1'],
  ])('is not requested again with %s', async (_, status, retryAfter) => {
    const { table, server } = await openTable();
    void table.reload();
    await server.last.respond({}, status, { ...(retryAfter && { 'retry-after': retryAfter }) });
    expect(table.problem?.retryAfter).toBeNull();
    await vi.runAllTimersAsync();
    expect(server.requests).toHaveLength(1);
  });

  test('is not requested again if the user has requested something else', async () => {
    const { table, server } = await openTable();
    void table.reload();
    await server.last.respond({}, 503, { 'retry-after': '5' });
    table.goToPage(2);
    await settle();
    await server.last.respond(dataResponse({ page: 2 }));
    await vi.runAllTimersAsync();
    expect(server.requests).toHaveLength(2);
    expect(table.problem).toBeNull();
  });
});

describe('a slow server', () => {
  test('is slow after three seconds, until it responds', async () => {
    const { table, server } = await openTable();
    void table.reload();
    await vi.advanceTimersByTimeAsync(2999);
    expect(table.slow).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(table.slow).toBe(true);
    await server.last.respond(dataResponse());
    expect(table.slow).toBe(false);
    await vi.runAllTimersAsync();
    expect(table.slow).toBe(false);
  });

  test('is not while it has a new request', async () => {
    const { table } = await openTable();
    void table.reload();
    await vi.advanceTimersByTimeAsync(2000);
    void table.reload();
    await vi.advanceTimersByTimeAsync(2000);
    expect(table.slow).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(table.slow).toBe(true);
  });
});

describe('a newer request', () => {
  test('aborts the previous one', async () => {
    const { table, server } = await openTable();
    table.goToPage(2);
    await settle();
    table.goToPage(3);
    await settle();
    expect(server.requests.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    expect(table.problem).toBeNull();
    expect(table.loading).toBe(true);
  });

  test.each([
    [
      'response',
      (request: { respond(body: unknown): Promise<void> }) => request.respond(dataResponse({ page: 2 })),
    ],
    ['error', (request: { drop(): Promise<void> }) => request.drop()],
  ] as const)('is not affected by a late %s to the previous one', async (_, end) => {
    const { table, server } = await openTable();
    server.honoursAbort = false;
    table.goToPage(2);
    await settle();
    const [older] = server.requests;
    table.goToPage(3);
    await settle();
    if (older) await end(older);
    expect(table).toMatchObject({ loading: true, problem: null });
    expect(table.rowNumber(0)).toBe(1);
    await server.last.respond(dataResponse({ page: 3 }));
    expect(table.rows[0]).toEqual({ id: 21 });
  });

  test.each([true, false])(
    'is waited for by a reload that it has replaced; abort honoured: %s',
    async (honoursAbort) => {
      const { table, server } = await openTable();
      server.honoursAbort = honoursAbort;
      let isDone = false;
      const reloaded = table.reload().then(() => {
        isDone = true;
      });
      table.goToPage(2);
      await settle();
      expect(isDone).toBe(false);
      await server.last.respond(dataResponse({ page: 2 }));
      await reloaded;
      expect(table.page).toBe(2);
    },
  );

  test('ends loading when the host has a fault, which is not kept from its developers', async () => {
    const faulty = await openTable({}, { i18n: (text) => failOn(text, 'The server is not ready.') });
    const reloaded = faulty.table.reload();
    const failure = expect(reloaded).rejects.toThrow('Fault of the host');
    await faulty.server.last.respond({}, 503);
    await failure;
    expect(faulty.table.loading).toBe(false);
    void faulty.table.reload();
    await faulty.server.last.respond(dataResponse());
    expect(faulty.table).toMatchObject({ loading: false, problem: null });
  });
});

function failOn(text: string, start: string): string {
  if (text.startsWith(start)) throw new Error('Fault of the host');

  return text;
}
