import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { thousands } from '../harness/report.ts';
import { queryOf } from './cases.ts';
import type { Demo } from './demo.ts';
import { processorTime, serverTime } from './processorTime.ts';

export const jobs = [
  { name: 'an export as XLSX', path: '/api/orders/exportExcel', method: 'GET' },
  { name: 'a declared update', path: '/api/orders/deliver', method: 'PATCH' },
] as const;

/** Milliseconds between two looks at a running job, and looks at most: five minutes. */
const looking = { pause: 50, times: 6000 };

/** Rows, rows a second, and seconds of processor time for a million rows, of a job over the newest rows, until it has ended. */
export async function measureJob(
  { name, path, method }: (typeof jobs)[number],
  demo: Demo,
  client: pg.Client,
  { rows, postmaster }: { readonly rows: number; readonly postmaster: number },
): Promise<readonly string[]> {
  const { rows: found } = await client.query<{ since: string; matching: number }>(
    `select since, (select count(*)::int from orders where placed_at >= since) as matching
     from (select placed_at as since from orders order by placed_at desc offset ${rows - 1} limit 1) as last`,
  );
  const { since, matching } = found[0] ?? { since: '', matching: 0 };
  const payload = {
    meta: { start: 0, length: 25, sort: false, search: '' },
    intervals: { orders: { placed_at: { min: new Date(since).toISOString() } } },
  };
  const before = [processorTime(demo.worker), serverTime(postmaster)] as const;
  const started = performance.now();
  const response =
    method === 'GET'
      ? await fetch(`${demo.address}${path}?${queryOf(payload)}`, { headers: demo.session })
      : await fetch(demo.address + path, {
          method,
          headers: { ...demo.session, 'content-type': 'application/json' },
          body: JSON.stringify(payload),
        });
  const text = await response.text();
  if (response.status !== 202) throw new Error(`${name}: ${response.status} ${text.slice(0, 500)}`);
  await untilEnded(client);
  const seconds = (performance.now() - started) / 1000;
  const million = 1_000_000 / matching;

  return [
    name,
    thousands(matching),
    thousands(matching / seconds),
    ((processorTime(demo.worker) - before[0]) * million).toFixed(1),
    ((serverTime(postmaster) - before[1]) * million).toFixed(1),
  ];
}

/** Until no job of a table waits or runs. */
async function untilEnded(client: pg.Client): Promise<void> {
  for (let look = 0; look < looking.times; look += 1) {
    const { rowCount } = await client.query(
      "select from table_jobs where status in ('waiting', 'processing') limit 1",
    );
    if (rowCount === 0) return;
    await delay(looking.pause);
  }
  throw new Error('The job did not end within five minutes.');
}
