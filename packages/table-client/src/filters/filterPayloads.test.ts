import { expect, test } from 'vitest';
import { initResponse } from '../responses/responses.fixture.ts';
import type { TableClientOptions } from '../TableClientOptions.ts';
import { FakeBrowser, type RunningTable, settle, startTable } from '../tableClient.fixture.ts';
import { FakeViews } from '../views/views.fixture.ts';
import { filteredTemplate, typicalFilters } from './filterPayloads.fixture.ts';

/** A table that has requested its first page. */
async function open(options: Partial<TableClientOptions> = {}): Promise<RunningTable> {
  const running = startTable({ url: true, ...options });
  await running.server.last.respond(initResponse(filteredTemplate));
  await settle();

  return running;
}

async function opened(name: string): Promise<RunningTable & { readonly views: FakeViews }> {
  const views = new FakeViews();
  const running = await open({ views });
  for (const change of typicalFilters[name] ?? []) change(running.client);
  await settle();

  return { ...running, views };
}

const names = Object.keys(typicalFilters);
/** The order of members is not part of the form. */
const sorted = (state: object) =>
  Object.fromEntries(Object.entries(state).sort(([one], [other]) => (one < other ? -1 : 1)));
const filtersOf = ({ server }: RunningTable) => {
  const { internalFilters, where, meta, columns } = server.last.payload;

  return { internalFilters, where, columns, meta };
};

test('Typical filters are sent, written to the address and stored as ever', async () => {
  const lines: string[] = [];
  for (const name of names) {
    const running = await opened(name);
    const [stored = '{}'] = running.storage.entries.values();
    lines.push(
      `# ${name}`,
      `sent ${JSON.stringify(running.server.last.payload)}`,
      `address ${decodeURIComponent(running.browser.address)}`,
      `stored ${JSON.stringify(sorted(JSON.parse(stored).state ?? {}))}`,
      '',
    );
    running.stop();
  }
  await expect(lines.join('\n')).toMatchFileSnapshot('filterPayloads.golden.txt');
});

test.each(names)('What is kept of a table is sent again: %s', async (name) => {
  const running = await opened(name);
  const sent = filtersOf(running);

  const linked = await open({ browser: new FakeBrowser(running.browser.address) });
  expect(filtersOf(linked)).toEqual(sent);
  const restored = await open({ storage: running.storage });
  expect(filtersOf(restored)).toEqual(sent);

  await running.table.saveViewAs('mine');
  expect(running.table.viewChanged).toBe(false);
  const viewed = await open({ views: running.views });
  await viewed.table.openView('mine');
  await settle();
  expect(filtersOf(viewed)).toEqual(sent);
  expect(viewed.table.viewChanged).toBe(false);
  for (const table of [running, linked, restored, viewed]) table.stop();
});
