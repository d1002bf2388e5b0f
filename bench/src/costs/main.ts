import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { inTurns } from '../harness/inTurns.ts';
import { databaseUrl, number } from '../harness/options.ts';
import { openPostgres } from '../harness/postgres.ts';
import { fixed, tableOf, thousands } from '../harness/report.ts';
import { defineSuite } from '../harness/suite.ts';
import { type Case, casesOf, send } from './cases.ts';
import { type Demo, startDemo } from './demo.ts';
import { jobs, measureJob } from './jobs.ts';
import { parentOf, processorTime, residentMegabytes, serverTime } from './processorTime.ts';

/** Of a request: milliseconds of processor time. */
interface Spent {
  readonly web: number;
  readonly database: number;
}

/** Pages that are open at the same time, each with its stream of events, and the seconds for which they are. */
const openPages = { count: 200, seconds: 30 };
/** Rows of the export and of the action. */
const mostJobRows = 100_000;

/** Processor time of requests, open pages and jobs of the demo, and memory: what a machine has to have. Linux. */
export const suite = defineSuite(
  {
    orders: number(1_000_000, 'orders in the table; seeded when they are missing'),
    requests: number(200, 'requests of each case and round'),
    rounds: number(3, 'rounds in which the cases take turns'),
    databaseUrl: databaseUrl('an empty database on this machine, or that of an earlier run'),
  },
  async ({ orders, requests, rounds, ...options }) => {
    await using database = await openPostgres(options.databaseUrl);
    await using folder = await mkdtempDisposable(join(tmpdir(), 'rowhouse-costs-'));
    const client = new pg.Client({ connectionString: database.url, options: '-c search_path=rowhouse' });
    await using demo = await startDemo(database.url, folder.path, orders);
    await client.connect();
    try {
      await client.query('vacuum analyze');
      const { rows: found } = await client.query<{ number: string }>('select number from orders limit 1000');
      const postmaster = await postmasterOf(client);
      const cases = casesOf(
        orders,
        found.map((row) => row.number),
      );
      const measured = await inTurns(
        rounds,
        cases,
        (one, round) => measure(demo, postmaster, one, { requests, from: round * requests }),
        ({ web, database }) => `web ${web.toFixed(2)} ms, database ${database.toFixed(2)} ms`,
      );
      const pages = await measurePages(demo);
      const jobRows: (readonly string[])[] = [];
      for (const job of jobs) {
        const rows = Math.min(mostJobRows, orders);
        jobRows.push(await measureJob(job, demo, client, { rows, postmaster }));
      }

      return {
        title: 'What a request costs',
        about: `Processor time and memory of the demo with ${thousands(orders)} orders: one process that serves, one that works, and PostgreSQL.`,
        postgres: database.version,
        notes: [
          'Processor time as Linux counts it for each process and its threads, so that it does not depend on what else the machine does, except for caches that are shared.',
          `${thousands(requests)} requests of each kind in a round, eight at the same time, no two of them the same. By HTTP, with the session of a signed-in user or the key of a program; permission, validation and formatting are included.`,
        ],
        rounds,
        sections: [
          {
            heading: 'Requests: milliseconds of processor time',
            table: tableOf(measured, [
              { head: 'web process', of: ({ web }) => web, write: fixed(2) },
              { head: 'PostgreSQL', of: ({ database }) => database, write: fixed(2) },
            ]),
          },
          {
            heading: 'Open pages',
            text: `${openPages.count} pages that are open, each with its stream of events, while nothing happens:`,
            table: { head: ['of one page', ''], rows: pages },
          },
          {
            heading: 'Jobs',
            table: {
              head: ['', 'rows', 'rows/s', 'worker, CPU s a million rows', 'PostgreSQL'],
              rows: jobRows,
            },
          },
          {
            text: `Memory after all of it: web process ${thousands(residentMegabytes(demo.web))} MB, worker ${thousands(residentMegabytes(demo.worker))} MB.`,
          },
        ],
      };
    } finally {
      await client.end();
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
