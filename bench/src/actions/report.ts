import { cores } from '../cores.ts';
import { median } from '../median.ts';
import { thousands } from '../thousands.ts';
import type { Contender } from './contenders.ts';
import type { WorkerFigures } from './workers/workerSettings.ts';

export interface Series {
  readonly contender: Contender;
  readonly few: WorkerFigures[];
  /** Empty where it runs over the few rows only. */
  readonly many: WorkerFigures[];
}

/** The whole of docs/benchmarks-actions.md. */
export function report(
  series: readonly Series[],
  { orders, few, rounds, postgres }: { orders: number; few: number; rounds: number; postgres: string },
): string {
  const rows = series.map((one) => [
    one.contender.name,
    figure(one.few, perSecond),
    figure(one.many, perSecond),
    figure(one.many, ({ cpuSeconds }) => cpuSeconds, 1),
    figure(one.few, ({ peakMegabytes }) => peakMegabytes),
    figure(one.many, ({ peakMegabytes }) => peakMegabytes),
  ]);

  return `# Actions

An action over ${thousands(orders)} orders joined to their customers, twelve columns, the newest first. Written by
\`npm run bench -- action\` on ${new Date().toISOString().slice(0, 10)}; run it again on a machine of yours.

- ${cores()}, PostgreSQL ${postgres} on the same machine, Node ${process.versions.node}.
- Each run is a process of its own, from the first statement to the last; memory is its largest resident set.
- Number and sum of the keys that the function was called with are compared with SQL in every run. Those that write set
  items, which has no index, to another number in every run, after a vacuum; which rows have it is compared after the run.
- Medians of ${rounds} rounds in which the contenders take turns.

${series.map(({ contender: { name, description } }) => `- **${name}**: ${description}.`).join('\n')}

| | rows/s, ${thousands(few)} | rows/s, ${thousands(orders)} | CPU s | MB at ${thousands(few)} | MB at ${thousands(orders)} |
| --- | ---: | ---: | ---: | ---: | ---: |
${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}

function perSecond({ rows, milliseconds }: WorkerFigures): number {
  return (1000 * rows) / milliseconds;
}

function figure(all: readonly WorkerFigures[], read: (one: WorkerFigures) => number, digits = 0): string {
  if (all.length === 0) return '–';
  const value = median(all.map(read));
  return digits === 0 ? thousands(value) : value.toFixed(digits);
}
