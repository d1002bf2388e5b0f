import { availableParallelism, cpus } from 'node:os';
import type { Figures } from '../apiLogs/measure.ts';
import { thousands } from '../thousands.ts';
import type { Load } from './underLoad.ts';

export interface PageFigures {
  readonly title: string;
  readonly plain: Figures;
  readonly months: Figures;
}

export interface Results {
  /** Rows before the conversion, and after it with those logged meanwhile. */
  readonly before: number;
  readonly after: number;
  /** Seconds. */
  readonly took: number;
  readonly steps: readonly { readonly step: string; readonly at: number }[];
  readonly load: Load;
  readonly pages: readonly PageFigures[];
  readonly retention: {
    readonly deleted: number;
    readonly deleteSeconds: number;
    readonly dropped: readonly string[];
    readonly dropSeconds: number;
  };
  /** Version of the server. */
  readonly postgres: string;
  readonly perSecond: number;
  readonly requests: number;
}

const figures = ({ p50, p95 }: Figures) => `${p50.toFixed(2)} (${p95.toFixed(2)})`;

export function report({
  before,
  after,
  took,
  steps,
  load,
  pages,
  retention,
  postgres,
  perSecond,
  requests,
}: Results): string {
  const at = (name: string) => steps.find(({ step }) => step === name)?.at ?? 0;

  return `# Logs by month

A log of ${thousands(before)} calls partitioned by month under load, and compared with the same log as one table. Written by
\`npm run bench -- logMonths\` on ${new Date().toISOString().slice(0, 10)}; run it again on a machine of yours.

${availableParallelism()} cores (${cpus()[0]?.model}), PostgreSQL ${postgres}, Node ${process.versions.node}; database, load and servers on the same machine, which had
other work to do.

## The conversion

Meanwhile ${perSecond} calls a second were logged as the service does, single rows inserted one after another without a second
attempt, and first pages read.

| | |
| --- | ---: |
| rows before | ${thousands(before)} |
| calls logged meanwhile | ${thousands(load.logged)} |
| of those refused or dropped | ${load.refused} |
| single rows inserted meanwhile | ${thousands(load.inserted)} |
| statements that failed | ${load.failed.length} |
| rows after | ${thousands(after)} |
| expected | ${thousands(before + load.logged + load.inserted)} |
| longest INSERT | ${load.longestInsert.toFixed(0)} ms (median ${load.medianInsert.toFixed(1)} ms) |
| longest first page | ${load.longestPage.toFixed(0)} ms |
| seconds in all | ${took.toFixed(1)} |
| … building the key | ${(at('limit') - at('key')).toFixed(1)} |
| … validating the limit | ${(at('exchange') - at('validate')).toFixed(1)} |
| … exchanging the tables, and making two months | ${(at('analyze') - at('exchange')).toFixed(1)} |
| … analyzing | ${(took - at('analyze')).toFixed(1)} |
| attempts that gave way to others | ${steps.filter(({ step }) => step === 'blocked').length} |

A digest of the old rows is the same before and after.

## Pages

The table of API logs as in [its benchmark](benchmarks-api-logs.md), each answer compared with plain SQL first: milliseconds, p50
(p95), of ${requests} requests, one after another, both logs by turns.

| Filter | one table | by month | ratio of p50 |
| --- | ---: | ---: | ---: |
${pages.map(({ title, plain, months }) => `| ${title} | ${figures(plain)} | ${figures(months)} | ${(months.p50 / plain.p50).toFixed(2)} |`).join('\n')}

## Retention

| | calls | seconds |
| --- | ---: | ---: |
| rows deleted from one table | ${thousands(retention.deleted)} | ${retention.deleteSeconds.toFixed(1)} |
| ${retention.dropped.join(', ')} dropped | ${thousands(after)} | ${retention.dropSeconds.toFixed(1)} |
`;
}
