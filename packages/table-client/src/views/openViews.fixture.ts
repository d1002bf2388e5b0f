import { dataResponse, initResponse } from '../responses/responses.fixture.ts';
import type { TableClientOptions } from '../TableClientOptions.ts';
import { type FakeBrowser, type RunningTable, startTable } from '../tableClient.fixture.ts';
import { type FakeViews, view } from './views.fixture.ts';

export const late = view('late', {
  sort: [{ name: 'total', direction: 'DESC' }],
  where: { data: 'orders.placed_at', operator: 'is', value: 'this month' },
  search: 'smith',
  length: 25,
  density: 'roomy',
  widths: { number: 90, total: 120 },
});

/** A table that shows its first page. */
export async function open(
  views: FakeViews,
  options: Partial<TableClientOptions> & { readonly browser?: FakeBrowser } = {},
): Promise<RunningTable> {
  const running = startTable({ url: true, views, ...options });
  await running.server.last.respond(initResponse());
  await running.server.last.respond(dataResponse());

  return running;
}

export const messages = ({ table }: RunningTable) =>
  table.notices.map(({ kind, message }) => [kind, message]);
