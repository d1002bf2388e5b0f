import { totalmem } from 'node:os';
import { cores } from '../cores.ts';
import type { Case } from './cases.ts';
import type { Contender } from './contenders/Contender.ts';
import type { Figures, Measurements } from './measure.ts';
import type { Options } from './options.ts';

interface Circumstances {
  options: Options;
  orders: number;
  postgres: string;
}

/** The whole of docs/benchmarks-data.md. */
export function report(
  cases: readonly Case[],
  contenders: readonly Contender[],
  measurements: Measurements,
  { options, orders, postgres }: Circumstances,
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

Pages of ${orders.toLocaleString('en')} orders joined to their customers, in one run, side by side. Written by
\`npm run bench -- data\` on ${new Date().toISOString().slice(0, 10)}; run it again on a machine of yours.

- ${cores()}, ${Math.round(totalmem() / 2 ** 30)} GB of memory, PostgreSQL ${postgres}, Node ${process.versions.node};
  database, contenders and load on the same machine.
- Pages of 25 rows, sorted by \`placed_at\` downwards unless said otherwise; the same schema and indexes for all;
  ${poolSize} database connections each.
- Before anything is measured, every contender's rows and counts are compared with plain SQL, and each server is put
  under load until its code is compiled.
- Medians of ${rounds} rounds in which the contenders take turns; ${duration} seconds of full load per case and contender.

${contenders.map(({ name, description }) => `- **${name}**: ${description}`).join('\n')}

## Alone: milliseconds, p50 (p95)

${table(
  ['', ...names],
  rows(({ p50, p95 }) => `${digits(p50)} (${digits(p95)})`),
)}

## ${connections} at once: requests a second

${table(
  ['', ...names],
  rows(({ perSecond }) => digits(perSecond)),
)}
${ratios(cases, names, measurements)}`;
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
      return `${digits(own.p50 / theirs.p50)} / ${digits(own.perSecond / theirs.perSecond)}`;
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
