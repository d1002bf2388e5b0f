import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { inTurns } from '../harness/inTurns.ts';
import { databaseUrl, number } from '../harness/options.ts';
import { openPostgres } from '../harness/postgres.ts';
import { thousands } from '../harness/report.ts';
import { medianOf } from '../harness/statistics.ts';
import { defineSuite } from '../harness/suite.ts';
import { type Case, casesOf, send } from './cases.ts';
import { type Demo, startDemo } from './demo.ts';
import { measureJob } from './jobs.ts';
import { parentOf, processorTime, residentMegabytes, serverTime } from './processorTime.ts';

/** Of a request: milliseconds of processor time. */
interface Spent {
  readonly web: number;
  readonly database: number;
}

/** Pages that are open at the same time, each with its stream of events, and the seconds for which they are. */
const openPages = { count: 200, seconds: 30 };
/** Rows of the export and of the action. */
const jobRows = 100_000;
const jobs = [
  { name: 'an export as XLSX', path: '/api/orders/exportExcel', method: 'GET' },
  { name: 'a declared update', path: '/api/orders/deliver', method: 'PATCH' },
] as const;

/** Processor time of requests, open pages and jobs of the demo, and memory: what a machine has to have. Linux. */
export const suite = defineSuite(
  {
    orders: number(1_000_000, 'orders in the table; seeded when they are missing'),
    requests: number(200, 'requests of each case and round'),
    rounds: number(3, 'rounds in which the cases take turns'),
    databaseUrl: {
      ...databaseUrl,
      help: 'an empty database on this machine, or that of an earlier run; defaults as for other suites',
    },
  },
  async ({ orders, requests, rounds, ...options }) => {
    const database = await openPostgres(options.databaseUrl);
    const folder = await mkdtemp(join(tmpdir(), 'rowhouse-costs-'));
    const client = new pg.Client({ connectionString: database.url, options: '-c search_path=rowhouse' });
    let demo: Demo | null = null;
    try {
      demo = await startDemo(database.url, folder, orders);
      const running = demo;
      await client.connect();
      await client.query('vacuum analyze');
      const { rows: found } = await client.query<{ number: string }>('select number from orders limit 1000');
      const postmaster = await postmasterOf(client);
      const cases = casesOf(
        orders,
        found.map((row) => row.number),
      );
      const measured = await inTurns(rounds, cases, async (one, round) => {
        const spent = await measure(running, postmaster, one, { requests, from: round * requests });
        console.log(
          `${round}: ${one.name}: web ${spent.web.toFixed(2)} ms, database ${spent.database.toFixed(2)} ms`,
        );
        return spent;
      });
      const pages = await measurePages(running);
      const jobRowsOf = async (job: (typeof jobs)[number]) => {
        const spent = await measureJob(job, running, client, { rows: Math.min(jobRows, orders), postmaster });
        const figures = [thousands(spent.rows), thousands(spent.rowsPerSecond)];
        return [job.name, ...figures, spent.worker.toFixed(1), spent.database.toFixed(1)];
      };
      const [xlsx, update] = jobs;

      return {
        title: 'What a request costs',
        about: `Processor time and memory of the demo with ${thousands(orders)} orders: one process that serves, one that works, and PostgreSQL.`,
        postgres: database.version,
        notes: [
          'Processor time as Linux counts it for each process and its threads, so that it does not depend on what else the machine does, except for caches that are shared.',
          `${thousands(requests)} requests of each kind in a round, eight at the same time, no two of them the same; medians of ${rounds} rounds. By HTTP, with the session of a signed-in user or the key of a program; permission, validation and formatting are included.`,
        ],
        sections: [
          {
            heading: 'Requests',
            table: {
              head: ['milliseconds of processor time', 'web process', 'PostgreSQL'],
              rows: [...measured].map(([{ name }, rounds]) => [
                name,
                medianOf(rounds, ({ web }) => web).toFixed(2),
                medianOf(rounds, ({ database }) => database).toFixed(2),
              ]),
            },
          },
          {
            heading: 'Open pages',
            text: `${openPages.count} pages that are open, each with its stream of events, while nothing happens:`,
            table: { head: ['of one page', ''], rows: pages },
          },
          {
            heading: 'Jobs',
            table: {
              head: [
                '',
                'rows',
                'rows/s',
                'worker, CPU s a million rows',
                'PostgreSQL, CPU s a million rows',
              ],
              rows: [await jobRowsOf(xlsx), await jobRowsOf(update)],
            },
          },
          {
            text: `Memory after all of it: web process ${thousands(residentMegabytes(running.web))} MB, worker ${thousands(residentMegabytes(running.worker))} MB.`,
          },
        ],
      };
    } finally {
      await client.end();
      await demo?.stop();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);

async function postmasterOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  if (postmaster <= 1) throw new Error('The processor time of a database on another machine cannot be read.');

  return postmaster;
}

/** Eight requests at the same time, until all have been sent. */
async function measure(
  demo: Demo,
  postmaster: number,
  one: Case,
  { requests, from }: { readonly requests: number; readonly from: number },
): Promise<Spent> {
  const before = [processorTime(demo.web), serverTime(postmaster)] as const;
  let turn = from;
  const sending = async () => {
    while (turn < from + requests) await send(demo, one, turn++);
  };
  await Promise.all(Array.from({ length: 8 }, sending));
  const each = (seconds: number) => (1000 * seconds) / requests;

  return {
    web: each(processorTime(demo.web) - before[0]),
    database: each(serverTime(postmaster) - before[1]),
  };
}

/** What an open page costs while nothing happens: its stream of events. */
async function measurePages({ address, session, web }: Demo): Promise<readonly (readonly string[])[]> {
  const { count, seconds } = openPages;
  const before = { memory: residentMegabytes(web), time: processorTime(web) };
  const stop = new AbortController();
  const streams = await Promise.all(
    Array.from({ length: count }, () =>
      fetch(`${address}/api/core/notifications/stream`, { headers: session, signal: stop.signal }),
    ),
  );
  const refused = streams.find(({ ok }) => !ok);
  if (refused) throw new Error(`A stream was not opened: ${refused.status}.`);
  const start = processorTime(web);
  await delay(seconds * 1000);
  const perHour = ((processorTime(web) - start) * 3600) / seconds / count;
  const kilobytes = (1024 * (residentMegabytes(web) - before.memory)) / count;
  stop.abort();

  return [
    ['opening the stream', `${((1000 * (start - before.time)) / count).toFixed(2)} ms`],
    ['keeping it open for an hour', `${(1000 * perHour).toFixed(0)} ms`],
    ['memory', `${kilobytes.toFixed(0)} kB`],
  ];
}
