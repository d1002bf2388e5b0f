import type { FacetsResponse, FacetValue } from '@rowhouse/table-protocol';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dataResponse, initResponse } from '../responses/responses.fixture.ts';
import { openTable, settle, startTable } from '../tableClient.fixture.ts';

const template = { facets: ['orders.status', 'orders.paid'], statistics: ['total', 'status'] };
const values: FacetValue[] = [
  { value: 'sent', label: 'Sent', count: 12 },
  { value: 'new', label: 'New', count: 3 },
];
const response = (facets: FacetsResponse['facets'], fullRecordInfo = true): FacetsResponse => ({
  facets,
  fullRecordInfo,
});
const statusResponse = response({ 'orders.status': { values, more: 2 } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

describe('facets', () => {
  test('are requested together if opened together, with the search and filters of the rows', async () => {
    const { table, server } = await openTable(template);
    table.setSearch('x');
    table.setFilter({ label: 'Paid', data: 'orders.paid', type: 'boolean', value: true, mode: null });
    await vi.runAllTimersAsync();
    await server.last.respond(dataResponse({ count: 15 }));
    server.takePaths();
    table.openFacet('orders.status');
    table.openFacet('orders.paid');
    expect(table.facets).toEqual({
      'orders.status': { status: 'loading', values: [], more: 0 },
      'orders.paid': { status: 'loading', values: [], more: 0 },
    });
    await settle();
    expect(server.requests).toHaveLength(1);
    expect(server.last).toMatchObject({
      method: 'POST',
      path: '/api/orders/tableData',
      payload: {
        columns: [],
        meta: {
          search: 'x',
          searchMode: 'full',
          forceInfo: false,
          facets: ['orders.paid', 'orders.status'],
        },
        internalFilters: [{ data: 'orders.paid', value: true }],
      },
    });
    await server.last.respond(
      response({
        'orders.status': { values, more: 2 },
        'orders.paid': { values: [{ value: null, label: null, count: 1 }], more: 0 },
      }),
    );
    expect(table.facets).toEqual({
      'orders.status': { status: 'ready', values, more: 2 },
      'orders.paid': { status: 'ready', values: [{ value: null, label: null, count: 1 }], more: 0 },
    });
    expect(table.loading).toBe(false);
  });

  test('wait for the page, which is requested unchanged', async () => {
    const { table, server } = startTable();
    await server.last.respond(initResponse(template));
    table.openFacet('orders.status');
    await settle();
    expect(server.last.payload.meta).not.toHaveProperty('facets');
    const [, page] = server.requests;
    await page?.respond(dataResponse());
    expect(server.requests).toHaveLength(3);
    expect(server.last.payload.meta).toMatchObject({ facets: ['orders.status'] });
  });

  test('wait for a page that is being read, and use its search', async () => {
    const { table, server } = await openTable(template);
    table.setSearch('x');
    await vi.runAllTimersAsync();
    table.openFacet('orders.status');
    await settle();
    expect(server.requests).toHaveLength(1);
    expect(table.facets['orders.status']?.status).toBe('loading');
    await server.last.respond(dataResponse({ count: 3 }));
    expect(server.requests).toHaveLength(2);
    expect(server.last.payload.meta).toMatchObject({ search: 'x', facets: ['orders.status'] });
  });

  test('are requested again when the search or a filter has changed the rows, and not for another page', async () => {
    const { table, server } = await openTable(template);
    table.openFacet('orders.status');
    await settle();
    await server.last.respond(statusResponse);
    server.takePaths();
    table.goToPage(2);
    await settle();
    await server.last.respond(dataResponse({ page: 2 }));
    expect(server.requests).toHaveLength(1);
    table.setSearch('x');
    await vi.runAllTimersAsync();
    expect(server.last.payload.meta).not.toHaveProperty('facets');
    expect(table.facets['orders.status']).toMatchObject({ status: 'ready', values });
    await server.last.respond(dataResponse({ count: 3 }));
    expect(server.last.payload.meta).toMatchObject({ search: 'x', facets: ['orders.status'] });
    expect(table.facets['orders.status']).toMatchObject({ status: 'loading', values });
  });

  test('ignore a response for rows that are no longer shown, even if its request cannot be aborted', async () => {
    const { table, server } = await openTable(template);
    server.honoursAbort = false;
    table.openFacet('orders.status');
    await settle();
    const first = server.last;
    table.setSearch('x');
    await vi.runAllTimersAsync();
    await server.last.respond(dataResponse({ count: 3 }));
    expect(first.signal?.aborted).toBe(true);
    await first.respond(statusResponse);
    expect(table.facets['orders.status']?.values).toEqual([]);
    const newer = response({
      'orders.status': { values: [{ value: 'new', label: 'New', count: 3 }], more: 0 },
    });
    await server.last.respond(newer);
    expect(table.facets['orders.status']).toEqual({ status: 'ready', ...newer.facets['orders.status'] });
  });

  test('are counted on demand over the limit, and again after another search', async () => {
    const { table, server } = await openTable(template);
    table.openFacet('orders.status');
    await settle();
    await server.last.respond(response({}, false));
    expect(table.facets['orders.status']).toEqual({ status: 'uncounted', values: [], more: 0 });
    table.countFacets();
    expect(table.facets['orders.status']?.status).toBe('loading');
    expect(server.last.payload.meta).toMatchObject({ forceInfo: true, facets: ['orders.status'] });
    await server.last.respond(statusResponse);
    expect(table.facets['orders.status']).toMatchObject({ status: 'ready', values });
    table.setSearch('x');
    await vi.runAllTimersAsync();
    await server.last.respond(dataResponse({ count: 3 }));
    expect(server.last.payload.meta).toMatchObject({ forceInfo: false, facets: ['orders.status'] });
  });

  test('are not requested for filters without a facet, or that are not open', async () => {
    const { table, server, stop } = await openTable(template);
    table.openFacet('orders.total');
    table.closeFacet('orders.paid');
    table.countFacets();
    await settle();
    expect(table.facets).toEqual({});
    table.openFacet('orders.status');
    table.openFacet('orders.status');
    table.closeFacet('orders.status');
    await settle();
    expect(server.takePaths()).toHaveLength(1);
    table.closeFacet('orders.status');
    expect(table.facets).toEqual({});
    table.setSearch('x');
    await vi.runAllTimersAsync();
    await server.last.respond(dataResponse());
    expect(server.takePaths()).toHaveLength(1);
    stop();
    table.openFacet('orders.status');
    await settle();
    expect(server.requests).toEqual([]);
  });

  test('keep the rows when they fail, and can be requested again', async () => {
    const { table, server } = await openTable(template);
    table.openFacet('orders.status');
    await settle();
    await server.last.respond({ message: 'No.' }, 500);
    expect(table.facets['orders.status']?.status).toBe('failed');
    expect(table.problem).toBeNull();
    table.countFacets();
    await server.last.respond(statusResponse);
    expect(table.facets['orders.status']?.status).toBe('ready');
  });

  test('contain only what can be read of an invalid response', async () => {
    const { table, server } = await openTable(template);
    table.openFacet('orders.status');
    await settle();
    await server.last.respond({
      facets: {
        'orders.status': {
          values: [...values, { value: {}, count: 1 }, { value: 'x', count: -1 }, null],
          more: 'many',
        },
      },
      fullRecordInfo: true,
    });
    expect(table.facets['orders.status']).toEqual({ status: 'ready', values, more: 0 });
  });
});

describe('the statistics of a column', () => {
  const statistics = {
    count: 15,
    empty: 1,
    distinct: 9,
    min: '1.00',
    max: '99.50',
    sum: '1,234.50',
    average: '82.30',
  };

  test('are read under the search and filters of the rows', async () => {
    const { table, server } = await openTable(template);
    const read = table.columnStatistics('total');
    await settle();
    expect(server.last.payload.meta).toMatchObject({ statistics: 'total', forceInfo: false });
    await server.last.respond({ statistics, fullRecordInfo: true });
    expect(await read).toEqual(statistics);
  });

  test('are null over the limit until they are forced', async () => {
    const { table, server } = await openTable(template);
    const read = table.columnStatistics('total');
    await settle();
    await server.last.respond({ statistics: null, fullRecordInfo: false });
    expect(await read).toBeNull();
    void table.columnStatistics('total', { forceInfo: true });
    await settle();
    expect(server.last.payload.meta).toMatchObject({ statistics: 'total', forceInfo: true });
  });

  test('are a described failure if they cannot be read', async () => {
    const { table, server } = await openTable(template);
    const failure = expect(table.columnStatistics('total')).rejects.toMatchObject({
      problem: { kind: 'malformed', errors: { 'statistics.empty': ['It is not a whole number.'] } },
    });
    await settle();
    await server.last.respond({ statistics: { ...statistics, empty: 'some' }, fullRecordInfo: true });
    await failure;
  });
});

test('the rows of another combined filter are counted, under the search and the other filters', async () => {
  const { table, server } = await openTable();
  const count = table.countRows({ data: 'orders.paid', operator: 'isEmpty' });
  await settle();
  expect(server.last).toMatchObject({
    path: '/api/orders/tableData',
    payload: { where: { data: 'orders.paid', operator: 'isEmpty' }, meta: { start: 0, length: 1 } },
  });
  await server.last.respond({ ...dataResponse({ count: 15 }), filtered: 4 });
  expect(await count).toBe(4);
});
