import { cores } from '../cores.ts';
import { thousands } from '../thousands.ts';
import type { Spent } from './cases.ts';

export interface JobSpent {
  readonly name: string;
  readonly rows: number;
  readonly rowsPerSecond: number;
  /** Seconds of processor time for a million rows. */
  readonly worker: number;
  readonly database: number;
}

export interface Costs {
  readonly orders: number;
  readonly requests: number;
  readonly rounds: number;
  readonly version: string;
  readonly spent: readonly Spent[];
  readonly openPages: number;
  /** Of one open page: milliseconds once, seconds an hour, kilobytes of memory. */
  readonly pages: { readonly opening: number; readonly perHour: number; readonly kilobytes: number };
  readonly jobs: readonly JobSpent[];
  /** Memory of the processes after all of it, in MB. */
  readonly idle: { readonly web: number; readonly worker: number };
}

export function report(costs: Costs): string {
  const { orders, requests, rounds, version, spent, pages, openPages, jobs, idle } = costs;

  return `# What a request costs

Processor time of the demo with ${thousands(orders)} orders: one process that serves, one that works, and PostgreSQL. Written by
\`npm run bench -- costs\` on ${new Date().toISOString().slice(0, 10)}; run it again on a machine of yours.

- ${cores()}, PostgreSQL ${version}, Node ${process.versions.node}. Processor time as Linux counts it for each process and its threads,
  so that it does not depend on what else the machine does, but for caches that are shared.
- ${thousands(requests)} requests of each kind in a round, eight at the same time, no two of them the same; medians of ${rounds} rounds. By HTTP, with the
  session of a signed-in user or the key of a program; permission, validation and formatting are included.

## Requests

| milliseconds of processor time | web process | PostgreSQL |
| --- | ---: | ---: |
${spent.map(({ name, web, database }) => `| ${name} | ${web.toFixed(2)} | ${database.toFixed(2)} |`).join('\n')}

## Open pages

${openPages} pages that are open, each with its stream of events, while nothing happens:

| of one page | |
| --- | ---: |
| opening the stream | ${pages.opening.toFixed(2)} ms |
| keeping it open for an hour | ${(1000 * pages.perHour).toFixed(0)} ms |
| memory | ${pages.kilobytes.toFixed(0)} kB |

## Jobs

| | rows | rows/s | worker, CPU s a million rows | PostgreSQL, CPU s a million rows |
| --- | ---: | ---: | ---: | ---: |
${jobs
  .map(
    ({ name, rows, rowsPerSecond, worker, database }) =>
      `| ${name} | ${thousands(rows)} | ${thousands(rowsPerSecond)} | ${worker.toFixed(1)} | ${database.toFixed(1)} |`,
  )
  .join('\n')}

Memory after all of it: web process ${thousands(idle.web)} MB, worker ${thousands(idle.worker)} MB.
`;
}
