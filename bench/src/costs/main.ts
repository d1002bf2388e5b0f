import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEphemeralPostgres } from '@rowhouse/embedded-postgres';
import pg from 'pg';
import { createIfMissing } from '../createIfMissing.ts';
import { median } from '../median.ts';
import { publish } from '../publish.ts';
import { readOptions } from '../readOptions.ts';
import { type Case, casesOf, type Spent, send } from './cases.ts';
import { parentOf, processorTime, residentMegabytes, serverTime } from './processorTime.ts';
import { type JobSpent, report } from './report.ts';
import { type Programs, startPrograms } from './startPrograms.ts';

const usage = `npm run bench -- costs [options]
  --orders 1000000     orders in the table; seeded when they are missing
  --requests 200       requests of each case and round
  --rounds 3           rounds that the cases take turns in
  --database-url URL   an empty database, or one of an earlier run, on this machine; default: an embedded server
  --out FILE           where the report goes; without it, it is printed only`;

/** Pages that are open at the same time, each with its stream of events. */
const openPages = 200;
/** Rows of the export and of the action. */
const jobRows = 100_000;

/** Processor time for each request, of the process that serves and of PostgreSQL: what a machine has to have. Linux. */
export async function main(args: string[]): Promise<void> {
  const { text, number } = readOptions(args, {
    usage,
    names: ['orders', 'requests', 'rounds', 'database-url', 'out'],
  });
  const orders = number('orders', 1_000_000);
  const requests = number('requests', 200);
  const rounds = number('rounds', 3);
  const embedded = text('database-url') === undefined ? await startEphemeralPostgres() : null;
  const url = text('database-url') ?? embedded?.url ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-costs-'));
  let programs: Programs | null = null;
  let client: pg.Client | null = null;

  try {
    await createIfMissing(url);
    programs = await startPrograms(url, folder, orders);
    client = new pg.Client({ connectionString: url, options: '-c search_path=rowhouse' });
    await client.connect();
    await client.query('vacuum analyze');
    const { rows } = await client.query<{ number: string }>('select number from orders limit 1000');
    const postmaster = await postmasterOf(client);
    const cases = casesOf(
      orders,
      rows.map((row) => row.number),
    );
    const measured = new Map<Case, Spent[]>(cases.map((one) => [one, []]));
    // The first round warms code and caches, and is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      for (const one of cases) {
        const spent = await measure(programs, postmaster, one, { requests, from: round * requests });
        if (round > 0) measured.get(one)?.push(spent);
        console.log(
          `${round}: ${one.name}: web ${spent.web.toFixed(2)} ms, database ${spent.database.toFixed(2)} ms`,
        );
      }
    }
    const spent = [...measured].map(
      ([{ name }, all]): Spent => ({
        name,
        web: median(all.map(({ web }) => web)),
        database: median(all.map(({ database }) => database)),
      }),
    );
    const pages = await measurePages(programs);
    const jobs = [
      await measureJob('an export as XLSX', programs, postmaster, client, {
        path: '/api/orders/exportExcel',
        method: 'GET',
        rows: Math.min(jobRows, orders),
      }),
      await measureJob('a declared update', programs, postmaster, client, {
        path: '/api/orders/deliver',
        method: 'PATCH',
        rows: Math.min(jobRows, orders),
      }),
    ];
    const idle = {
      web: residentMegabytes(programs.web.pid ?? 0),
      worker: residentMegabytes(programs.worker.pid ?? 0),
    };
    const version = (
      await client.query<{ version: string }>(`select current_setting('server_version') as version`)
    ).rows[0]?.version;

    await publish(
      report({
        orders,
        requests,
        rounds,
        version: version?.split(' ')[0] ?? '',
        spent,
        pages,
        openPages,
        jobs,
        idle,
      }),
      text('out') ?? null,
    );
  } finally {
    await client?.end();
    await programs?.stop();
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function postmasterOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  if (postmaster <= 1) throw new Error('The processor time of a database on another machine cannot be read.');

  return postmaster;
}

/** Eight requests at the same time, until all have been sent. */
async function measure(
  programs: Programs,
  postmaster: number,
  one: Case,
  { requests, from }: { readonly requests: number; readonly from: number },
): Promise<Spent> {
  const web = programs.web.pid ?? 0;
  const before = [processorTime(web), serverTime(postmaster)] as const;
  let turn = from;
  const run = async () => {
    while (turn < from + requests) await send(programs, one, turn++);
  };
  await Promise.all(Array.from({ length: 8 }, run));
  const each = (seconds: number) => (1000 * seconds) / requests;

  return {
    name: one.name,
    web: each(processorTime(web) - before[0]),
    database: each(serverTime(postmaster) - before[1]),
  };
}

/** What an open page costs while nothing happens: its stream of events. */
async function measurePages({ address, session, web }: Programs) {
  const pid = web.pid ?? 0;
  const before = { memory: residentMegabytes(pid), time: processorTime(pid) };
  const stop = new AbortController();
  const streams = await Promise.all(
    Array.from({ length: openPages }, () =>
      fetch(`${address}/api/core/notifications/stream`, { headers: session, signal: stop.signal }),
    ),
  );
  const opened = streams.filter(({ ok }) => ok).length;
  if (opened < openPages)
    throw new Error(`${opened} of ${openPages} streams were opened: ${streams[0]?.status}.`);
  const opening = processorTime(pid) - before.time;
  const start = processorTime(pid);
  await delay(30_000);
  const perHour = ((processorTime(pid) - start) * 120) / openPages;
  const kilobytes = (1024 * (residentMegabytes(pid) - before.memory)) / openPages;
  stop.abort();

  return { opening: (1000 * opening) / openPages, perHour, kilobytes };
}

/** Processor time of a job over the first rows, from the request until it has ended. */
async function measureJob(
  name: string,
  programs: Programs,
  postmaster: number,
  client: pg.Client,
  { path, method, rows }: { readonly path: string; readonly method: 'GET' | 'PATCH'; readonly rows: number },
): Promise<JobSpent> {
  const worker = programs.worker.pid ?? 0;
  const { rows: found } = await client.query<{ since: string; matching: number }>(
    `select since, (select count(*)::int from orders where placed_at >= since) as matching
     from (select placed_at as since from orders order by placed_at desc offset ${rows - 1} limit 1) as last`,
  );
  const { since, matching } = found[0] ?? { since: '', matching: 0 };
  const payload = {
    meta: { start: 0, length: 25, sort: false, search: '' },
    intervals: { orders: { placed_at: { min: new Date(since).toISOString() } } },
  };
  const query = new URLSearchParams(
    Object.entries(payload).map(([key, value]): [string, string] => [key, JSON.stringify(value)]),
  );
  const before = [processorTime(worker), serverTime(postmaster)] as const;
  const started = performance.now();
  const response = await fetch(`${programs.address}${path}${method === 'GET' ? `?${query}` : ''}`, {
    method,
    headers: { ...programs.session, ...(method === 'PATCH' && { 'content-type': 'application/json' }) },
    ...(method === 'PATCH' && { body: JSON.stringify(payload) }),
  });
  const text = await response.text();
  if (response.status !== 202) throw new Error(`${name}: ${response.status} ${text.slice(0, 500)}`);
  await untilEnded(client);
  const seconds = (performance.now() - started) / 1000;
  const million = 1_000_000 / matching;

  return {
    name,
    rows: matching,
    rowsPerSecond: matching / seconds,
    worker: (processorTime(worker) - before[0]) * million,
    database: (serverTime(postmaster) - before[1]) * million,
  };
}

/** Until no job of a table waits or runs. */
async function untilEnded(client: pg.Client): Promise<void> {
  for (let attempt = 0; attempt < 6000; attempt += 1) {
    const { rows } = await client.query<{ open: number }>(openJobs);
    if (rows[0]?.open === 0) return;
    await delay(50);
  }
  throw new Error('The job did not end within five minutes.');
}

const openJobs = `select count(*)::int as open from table_jobs where status in ('waiting', 'processing')`;
