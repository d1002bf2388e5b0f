import { setTimeout as wait } from 'node:timers/promises';
import { nextAddress, type Stage } from '../Stage.fixture.ts';

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
    // The number of requests in half a second.
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

/** Another program reads orders. The number in each address identifies its row in the log. */
export async function loadCalls(stage: Stage, signal: AbortSignal): Promise<void> {
  const orders = await stage.db.selectFrom('orders').select('number').orderBy('id').limit(500).execute();
  await steadily(160, signal, async (n) => {
    const number = orders[n % orders.length]?.number ?? '';
    const address = nextAddress(stage);
    const { status } = await stage.ledger.ask(
      'order read by key',
      `${address}/api/shop/orders/${number}?n=${n}`,
      { headers: { 'x-api-key': stage.apiKey } },
    );
    stage.calls.set(`${n}`, { status, address, at: Date.now() });
  });
}

/**
 * Starts `work` every `every` milliseconds until aborted, and waits for all runs. A run is skipped while `maxRunning` are
 * in progress, so that a slow machine is not overloaded.
 */
export async function steadily(
  every: number,
  signal: AbortSignal,
  work: (n: number) => Promise<void>,
  maxRunning = 6,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let n = 0; !signal.aborted; n++) {
    if (running.size < maxRunning) {
      const one = work(n).finally(() => running.delete(one));
      running.add(one);
    }
    await wait(Math.max(0, startedAt + (n + 1) * every - performance.now()));
  }
  await Promise.all(running);
}
