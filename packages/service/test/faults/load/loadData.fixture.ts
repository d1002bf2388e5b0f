import { nextAddress, type Stage } from '../Stage.fixture.ts';
import { steadily } from './steadily.fixture.ts';

const tables = ['orders', 'orders', 'cities', 'users'];
const searches = [null, null, '-0123', null, null, 'R-2025'];
const sorts: Readonly<Record<string, readonly string[]>> = {
  orders: ['total', 'placed_at', 'number'],
  cities: ['name'],
  users: ['name'],
};

/** Requests pages of tables as each user in turn, with changing sorts, searches and offsets, at a fixed interval in milliseconds. */
export function loadData(stage: Stage, signal: AbortSignal, every = 90): Promise<void> {
  return steadily(
    every,
    signal,
    (n) => readPage(stage, n),
    // As many as came within half a second.
    Math.max(6, Math.ceil(500 / every)),
  );
}

async function readPage(stage: Stage, n: number): Promise<void> {
  const table = tables[n % tables.length] as string;
  const names = sorts[table] ?? [];
  const { headers } = stage.people[n % stage.people.length] as Stage['people'][number];
  const body = {
    meta: {
      start: (n % 7) * 20,
      length: 20,
      sort: true,
      search: table === 'orders' ? searches[n % searches.length] : null,
    },
    columns: [{ name: names[n % names.length], meta: { sort: n % 2 === 0 ? 'ASC' : 'DESC', visible: true } }],
  };
  await stage.ledger.ask(
    table === 'orders' ? 'table data' : 'other table data',
    `${nextAddress(stage)}/api/${table}/tableData`,
    {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  );
}
