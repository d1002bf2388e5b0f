import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dataResponse } from '../responses/responses.fixture.ts';
import { openTable, settle } from '../tableClient.fixture.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

describe('counts and totals', () => {
  test('are forced once', async () => {
    const { table, server } = await openTable();
    const done = table.forceInfo();
    expect(server.last.payload.meta.forceInfo).toBe(true);
    await server.last.respond(dataResponse());
    await done;
    void table.reload();
    expect(server.last.payload.meta.forceInfo).toBe(false);
  });

  test('apply to other pages and another sort after they were forced, not to another search or a reload', async () => {
    const { table, server } = await openTable();
    const suppressed = (page: number, count = 1000) => ({
      ...dataResponse({ page, count, pages: null }),
      filters: true,
    });
    void table.reload();
    await server.last.respond(suppressed(1));
    expect(table.pages).toBeNull();
    void table.forceInfo();
    await server.last.respond({
      ...dataResponse({ count: 1000, pages: 5 }),
      filtered: 42,
      formattedFiltered: '42',
      total: { total: '9.00' },
    });
    table.goToPage(5);
    await settle();
    await server.last.respond(suppressed(5));
    expect(table).toMatchObject({ page: 5, pages: 5, hasNextPage: false });
    expect(table.body).toMatchObject({
      count: 1000,
      filtered: 42,
      total: { total: '9.00' },
      fullRecordInfo: true,
      pagination: { page: 5, pages: 5, atStart: false, atEnd: true, atMiddle: false, middlePages: [2, 3, 4] },
    });
    table.toggleSort('number');
    await settle();
    await server.last.respond({ ...suppressed(1), estimated: true, count: 990 });
    expect(table.body).toMatchObject({ count: 1000, filtered: 42 });
    expect(table.body).not.toHaveProperty('estimated');
    table.goToPage(2);
    await settle();
    await server.last.respond(suppressed(2, 1001));
    expect(table.pages).toBeNull();
    table.setSearch('x');
    await vi.runAllTimersAsync();
    await server.last.respond(suppressed(1));
    expect(table.pages).toBeNull();
    table.setSearch('');
    await vi.runAllTimersAsync();
    await server.last.respond(suppressed(1));
    expect(table.pages).toBe(5);
    void table.reload();
    await server.last.respond(suppressed(1));
    expect(table.pages).toBeNull();
  });

  test('are not forced again by what follows a failure', async () => {
    const { table, server } = await openTable();
    void table.forceInfo();
    await server.last.respond({}, 504);
    void table.reload();
    expect(server.last.payload.meta.forceInfo).toBe(false);
  });
});
