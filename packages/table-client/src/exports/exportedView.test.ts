import type { InitButton } from '@rowhouse/table-protocol';
import { describe, expect, test } from 'vitest';
import { dataResponse, initResponse } from '../responses/responses.fixture.ts';
import { FakeBrowser, settle, startTable } from '../tableClient.fixture.ts';
import { FakeViews, view } from '../views/views.fixture.ts';

const excel: InitButton = {
  name: 'excel',
  path: '/api/orders/exportExcel',
  action: 'export',
  confirmation: false,
  selection: false,
};
const buttons = { global: [], row: [], dropdown: [excel] };

async function open(browser: FakeBrowser, template: object = {}, views = new FakeViews()) {
  const running = startTable({ url: true, views, browser });
  await running.server.last.respond(initResponse({ selectable: true, ...template }));
  await running.server.last.respond(dataResponse());
  await settle();

  return running;
}

describe('A link', () => {
  test('selects rows once, and keeps the rest of the address', async () => {
    const browser = new FakeBrowser('/orders?orders.select=%5B3%2C%22a%2Cb%22%5D&tab=2&orders.q=smith');
    const { table } = await open(browser);

    expect(table.selected).toEqual([3, 'a,b']);
    expect(table.search).toBe('smith');
    expect(browser.entries).toEqual(['/orders?tab=2&orders.q=smith']);
  });

  test.each(['', 'all', '{"a":1}', '[null,{}]', '[1'])('selects nothing by %j', async (text) => {
    const browser = new FakeBrowser(`/orders?orders.select=${encodeURIComponent(text)}`);
    const { table } = await open(browser);

    expect(table.selected).toEqual([]);
    expect(browser.address).toBe('/orders');
  });

  test('selects nothing in a table whose rows cannot be selected', async () => {
    const { table } = await open(new FakeBrowser('/orders?orders.select=[1]'), { selectable: false });

    expect(table.selected).toEqual([]);
  });
});

describe('An export', () => {
  const choice = { format: 'xlsx', columns: ['number'], rows: 'matching', grouped: false } as const;
  const exported = async (address: string, change: (running: Awaited<ReturnType<typeof open>>) => void) => {
    const views = new FakeViews(view('late', { search: 'late' }));
    const running = await open(new FakeBrowser(address), { buttons }, views);
    change(running);
    void running.table.startExport(choice);
    await settle();
    const sent = running.server.requests.findLast(({ path }) => path === excel.path);

    return sent?.payload;
  };

  test('names the open view, and says whether the table differs from it', async () => {
    const nothing = () => undefined;
    const name = view('late', {}).name;

    expect(await exported('/orders?orders.view=late', nothing)).toMatchObject({ view: { name } });
    expect(await exported('/orders?orders.view=late', ({ table }) => table.setSearch('x'))).toMatchObject({
      view: { name, changed: true },
    });
    expect(await exported('/orders', nothing)).not.toHaveProperty('view');
  });
});
