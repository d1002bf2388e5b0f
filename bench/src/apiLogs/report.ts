import { totalmem } from 'node:os';
import { cores } from '../cores.ts';
import type { Case } from './cases.ts';
import { contenders } from './contenders.ts';
import type { Figures, Measured } from './measure.ts';
import type { Options } from './options.ts';
import { uncounted } from './startServer.ts';
import type { StatisticsFigures } from './statistics.ts';

/** How many times as long the large log may take as the small one, at the 95th percentile. */
const allowed = 3;

export interface Results {
  readonly cases: readonly { readonly of: Case; readonly measured: Measured }[];
  readonly statistics: readonly StatisticsFigures[];
  readonly indexes: readonly { readonly name: string; readonly megabytes: number }[];
  readonly postgres: string;
}

/** The whole of docs/benchmarks-api-logs.md. */
export function report(
  { cases, statistics, indexes, postgres }: Results,
  { rows, small, requests }: Options,
): string {
  const of = (measured: Measured, size: number, name: string) => measured.get(`${size} ${name}`);
  const line = ({ of: { title }, measured }: Results['cases'][number]) => {
    const [ownSmall, ownLarge] = [of(measured, small, 'rowhouse'), of(measured, rows, 'rowhouse')];
    const [floorSmall, floorLarge] = [of(measured, small, 'floor'), of(measured, rows, 'floor')];

    return [
      title,
      cell(ownSmall),
      cell(ownLarge),
      ratio(ownLarge, ownSmall),
      cell(floorSmall),
      cell(floorLarge),
      ratio(floorLarge, floorSmall),
    ];
  };
  const head = (what: string) => [
    what,
    `rowhouse, ${count(small)}`,
    `${count(rows)}`,
    'p95 ratio',
    `floor, ${count(small)}`,
    `${count(rows)}`,
    'p95 ratio',
  ];
  const pages = cases.filter(({ of: { counted } }) => !counted);

  return `# API logs

Pages of the table of API logs over ${count(rows)} calls and over ${count(small)}, both of 30 days, in one run. Written by
\`npm run bench -- apiLogs\` on ${new Date().toISOString().slice(0, 10)}; run it again on a machine of yours.

- ${cores()}, ${Math.round(totalmem() / 2 ** 30)} GB of memory, PostgreSQL ${postgres}, Node ${process.versions.node}; database, servers and load on
  the same machine.
- 200 users, 150 routes, five methods, payloads of about 300 bytes. Pages of 10, newest first, by HTTP over loopback:
  milliseconds, p50 (p95), of ${requests} requests, one after another. The servers take turns request by request.
- Before anything is measured, every answer is compared with plain SQL.
- What is filtered is counted in neither log (\`fullInfoRecordLimit\` ${count(uncounted)}), so that the smaller one has no
  work of its own. The unfiltered count is kept, and carried forward.

${contenders.map(({ name, description }) => `- **${name}**: ${description}.`).join('\n')}

## Pages

The large log may take ${allowed} times as long as the small one, at the 95th percentile. It takes ${times(Math.max(...pages.map(({ measured }) => quotient(of(measured, rows, 'rowhouse'), of(measured, small, 'rowhouse')))))} times at most.

${table(head('Filter'), pages.map(line))}

## Counted on request

What a click on the table's button for the exact number costs: it grows with what is counted.

${table(head('Filter'), cases.filter(({ of: { counted } }) => counted).map(line))}

## The chart

Calls, failures and the 95th percentile of each hour; pages that are open share one answer for five seconds.

${table(
  ['', count(small), count(rows)],
  statistics.map(({ title, ofRows }) => [title, cell(ofRows.get(small)), cell(ofRows.get(rows))]),
)}

## Indexes of ${count(rows)} calls

${table(
  ['', 'MB'],
  indexes.map(({ name, megabytes }) => [`\`${name}\``, count(megabytes)]),
)}
`;
}

/** Cases in which the large log takes longer than allowed. */
export function missed({ cases }: Results, { rows, small }: Options): string[] {
  return cases
    .filter(({ of, measured }) => {
      const over = quotient(measured.get(`${rows} rowhouse`), measured.get(`${small} rowhouse`)) > allowed;

      return over && !of.counted;
    })
    .map(({ of }) => of.title);
}

function quotient(large: Figures | undefined, small: Figures | undefined): number {
  return (large?.p95 ?? Number.NaN) / (small?.p95 ?? Number.NaN);
}

function ratio(large: Figures | undefined, small: Figures | undefined): string {
  return times(quotient(large, small));
}

function times(value: number): string {
  return value.toFixed(2);
}

function cell(figures: Figures | undefined): string {
  return figures === undefined ? '–' : `${digits(figures.p50)} (${digits(figures.p95)})`;
}

function digits(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2);
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;

  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  );
}
