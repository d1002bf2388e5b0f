import { totalmem } from 'node:os';
import { cores } from '../cores.ts';
import type { Case } from './cases.ts';
import type { Contender } from './contenders/Contender.ts';
import type { Figures, Measurements } from './measure.ts';
import type { Options } from './options.ts';
import type { ReadWhileWriting } from './readWhileWriting.ts';

interface Circumstances {
  options: Options;
  orders: number;
  /** What preparing the database took, in this run. */
  prepared: string | null;
  postgres: string;
  writes: ReadWhileWriting | null;
}

/** The whole of docs/benchmarks-data.md. */
export function report(
  cases: readonly Case[],
  contenders: readonly Contender[],
  measurements: Measurements,
  { options, orders, prepared, postgres, writes }: Circumstances,
): string {
  const { connections, duration, rounds, poolSize } = options;
  const names = contenders.map((contender) => contender.name);
  const rows = (cell: (figures: Figures) => string) =>
    cases.map(({ id, title }) => [
      title,
      ...names.map((name) => {
        const figures = measurements.get(id)?.get(name);
        return figures === undefined ? '–' : cell(figures);
      }),
    ]);
  return `# Data requests

Pages of ${orders.toLocaleString('en')} orders${options.byMonth ? ', partitioned by month,' : ''} joined to their customers, in one run, side by side. Written by
\`npm run bench -- data\` on ${new Date().toISOString().slice(0, 10)}; run it again on a machine of yours.

- ${cores()}, ${Math.round(totalmem() / 2 ** 30)} GB of memory, PostgreSQL ${postgres}, Node ${process.versions.node};
  database, contenders and load on the same machine.
- Pages of 25 rows, sorted by \`placed_at\` downwards unless said otherwise; the same schema and indexes for all;
  ${poolSize} database connections each, without PostgreSQL's JIT compiler, as the service sets it.
- Before anything is measured, every contender's rows and counts are compared with plain SQL, and each server is put
  under load until its code is compiled.
${options.byMonth ? monthNotes(prepared) : ''}- ${rounds === 1 ? 'One round' : `Medians of ${rounds} rounds`} in which the contenders take turns; ${duration} seconds of full load per case and contender.

${contenders.map(({ name, description }) => `- **${name}**: ${description}`).join('\n')}

## Alone: milliseconds, p50 (p95)

${table(
  ['', ...names],
  rows(({ p50, p95 }) => `${digits(p50)} (${digits(p95)})`),
)}

## ${connections} at the same time: requests a second

${table(
  ['', ...names],
  rows(({ perSecond }) => (perSecond === null ? '–' : digits(perSecond))),
)}

## The server's processor time for each of these: milliseconds

${table(
  ['', ...names],
  rows(({ processor }) => (processor === null ? '–' : digits(processor))),
)}
${ratios(cases, names, measurements)}${writes === null ? '' : whileWriting(writes)}`;
}

function monthNotes(prepared: string | null): string {
  return `- A partition for each month; rows are looked up by \`id\` and \`placed_at\`, and the sort has
  [page marks](guides/pages-and-counts.md#the-middle-of-a-huge-table), which the other contenders do not use.
- A case of more than two seconds is measured two times in each round, and not under load.
${prepared === null ? '' : `- ${prepared}.\n`}`;
}

function whileWriting({ pages, byHand, compared, written }: ReadWhileWriting): string {
  const milliseconds = (value: number) => value.toFixed(1);
  return `
## Random pages by number under writes

One page after another, each with the exact count, while ${digits(written.writes / written.seconds)} statements a second create, move, change and delete rows
(${written.writes.toLocaleString('en')} in all; ${milliseconds(written.p50)} ms each, p95 ${milliseconds(written.p95)}). ${compared} further pages of all these ranges were compared with a plain OFFSET
in their own statement, and so in the same snapshot: all were right.

${table(
  ['pages of', 'pages', 'p50, ms', 'p95, ms', 'longest, ms'],
  [
    ...pages.map(({ title, count, p50, p95, longest }) => [
      title,
      String(count),
      ...[p50, p95, longest].map(milliseconds),
    ]),
    [
      '45 % to 55 %, by OFFSET from the nearer end',
      String(byHand.count),
      milliseconds(byHand.p50),
      '–',
      milliseconds(byHand.longest),
    ],
  ],
)}
`;
}

/** How many times as long the subject takes as each other contender, alone; and as much as it serves. */
function ratios(cases: readonly Case[], names: readonly string[], measurements: Measurements): string {
  const subject = names.includes('rowhouse') ? 'rowhouse' : 'nestjs-paginate';
  const others = names.filter((name) => name !== subject);
  if (!names.includes(subject) || others.length === 0) return '';
  const rows = cases.map(({ id, title }) => {
    const own = measurements.get(id)?.get(subject);
    const cells = others.map((name) => {
      const theirs = measurements.get(id)?.get(name);
      if (own === undefined || theirs === undefined) return '–';
      const load =
        own.perSecond !== null && theirs.perSecond !== null ? digits(own.perSecond / theirs.perSecond) : '–';
      return `${digits(own.p50 / theirs.p50)} / ${load}`;
    });
    return [title, ...cells];
  });
  return `
## ${subject} against the others: time alone / requests a second

Below 1 / above 1 is better than the other.

${table(['', ...others.map((name) => `against ${name}`)], rows)}
`;
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** Three significant digits, no more. */
function digits(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
