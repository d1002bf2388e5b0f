import { cores } from '../cores.ts';
import { median } from '../median.ts';
import { thousands } from '../thousands.ts';
import type { Contender } from './contenders.ts';
import type { WorkerFigures } from './workers/workerSettings.ts';

export interface Series {
  readonly contender: Contender;
  readonly many: readonly WorkerFigures[];
  readonly few: readonly WorkerFigures[];
  /** Bytes of the file of many rows; null where none is written. */
  readonly bytes: number | null;
}

/** The whole of docs/benchmarks-export.md. */
export function report(
  series: readonly Series[],
  { orders, few, rounds, postgres }: { orders: number; few: number; rounds: number; postgres: string },
): string {
  const own = series.find(({ contender }) => contender.name === 'rowhouse');
  const rows = series.map((one) => {
    const speed = perSecond(one.many);
    const against = own ? (perSecond(own.many) / speed).toFixed(2) : '–';
    return [
      one.contender.name,
      thousands(speed),
      against,
      median(one.many.map(({ cpuSeconds }) => cpuSeconds)).toFixed(1),
      thousands(median(one.few.map(({ peakMegabytes }) => peakMegabytes))),
      thousands(median(one.many.map(({ peakMegabytes }) => peakMegabytes))),
      one.bytes === null ? '–' : (one.bytes / 1e6).toFixed(1),
    ];
  });
  return `# Exports

${thousands(orders)} orders joined to their customers, ten columns, as a spreadsheet and as CSV, in one run, side by side. Written by
\`npm run bench -- export\` on ${new Date().toISOString().slice(0, 10)}; run it again on a machine of yours.

- ${cores()}, PostgreSQL ${postgres} on the same machine, Node ${process.versions.node}.
- Each export is a process of its own: from the first statement to the closed file; memory is its largest resident set.
- The order numbers in the file of ${thousands(few)} rows of every contender are read back, from spreadsheets by exceljs, and compared with SQL,
  in order, before anything counts.
- Medians of ${rounds} rounds in which the contenders take turns.

${series.map(({ contender: { name, description } }) => `- **${name}**: ${description}.`).join('\n')}

| | rows/s | rowhouse is | CPU s | MB at ${thousands(few)} | MB at ${thousands(orders)} | file MB |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.map(([name, speed, against, ...others]) => `| ${name} | ${speed} | ${against} × | ${others.join(' | ')} |`).join('\n')}
`;
}

function perSecond(figures: readonly WorkerFigures[]): number {
  return median(figures.map(({ rows, milliseconds }) => (1000 * rows) / milliseconds));
}
