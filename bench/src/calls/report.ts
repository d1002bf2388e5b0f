import { cores } from '../cores.ts';
import { median } from '../median.ts';
import { thousands } from '../thousands.ts';
import type { Figures, LogFigures, Series } from './measure.ts';
import type { Options } from './options.ts';

/** The log at a steady rate, with a small buffer. */
export interface Paced {
  readonly rate: number;
  readonly calls: number;
  readonly dropped: number;
}

export interface Results {
  readonly outbound: readonly Series[];
  readonly inbound: readonly Series[];
  readonly reading: readonly Series[];
  readonly outboundPaced: readonly Paced[];
  readonly inboundPaced: readonly Paced[];
  readonly postgres: string;
}

/** The whole of docs/benchmarks-api-calls.md. */
export function report(
  { outbound, inbound, reading, outboundPaced, inboundPaced, postgres }: Results,
  { seconds, rounds, connections }: Options,
): string {
  return `# API calls

Side by side in one run. Written by \`npm run bench -- calls\` on ${new Date().toISOString().slice(0, 10)}; run it again on a machine of yours.

- ${cores()}, PostgreSQL ${postgres}, all on the same machine: contenders, the other side, load and database take processor time from each other. Node ${process.versions.node}.
- Each contender is a process of its own; so is the other side. ${rounds} rounds of ${seconds} seconds in which they take turns, ${connections} calls at once; after each four they are started anew, since two processes of one program may differ by 5 %. What is measured is a part of a load that has lasted for a second before, and goes on. A ratio is the median of the rounds’ ratios, each to the floor in the same round; its range is in brackets.
- A call is a POST with about 500 bytes of JSON, answered with about 850, and some ten headers each way, one of them a token.
- After each round the rows in the database are counted and looked at: each call is written or counted as dropped, and no row has the token.

## Outbound

${described(outbound)}

${table(outbound, 'calls/s')}

${logText(outbound)}

${pacedTable(outboundPaced)}

## Inbound

${described(inbound)}

${table(inbound, 'requests/s')}

${logText(inbound)}

${pacedTable(inboundPaced)}

## Inbound, with a page read

The route above does nothing, so that the logger shows. This one reads what a list of a back office is made of.

${described(reading)}

${table(reading, 'requests/s')}

${logText(reading)}
`;
}

function described(series: readonly Series[]): string {
  return series.map(({ contender: { name, description } }) => `- **${name}**: ${description}.`).join('\n');
}

function table(series: readonly Series[], unit: string): string {
  const [floor] = series;
  const rows = series.map(({ contender, rounds }) => {
    const ratio = ratios(rounds, floor?.rounds ?? [], ({ perSecond }) => perSecond);
    const cost = ratios(rounds, floor?.rounds ?? [], ({ cpu }) => cpu);

    return `| ${contender.name} | ${thousands(median(rounds.map(({ perSecond }) => perSecond)))} | ${ratio} | ${median(rounds.map(({ cpu }) => cpu)).toFixed(1)} | ${cost} |`;
  });
  return `| | ${unit} | to ${floor?.contender.name} | its processor time each, µs | to ${floor?.contender.name} |
| --- | ---: | ---: | ---: | ---: |
${rows.join('\n')}`;
}

function ratios(
  rounds: readonly Figures[],
  floor: readonly Figures[],
  of: (figures: Figures) => number,
): string {
  const each = rounds.map((figures, index) => of(figures) / of(floor[index] ?? figures));

  return `${median(each).toFixed(2)} (${Math.min(...each).toFixed(2)}–${Math.max(...each).toFixed(2)})`;
}

/** What became of the records of the rounds. */
function logText(series: readonly Series[]): string {
  const rows = series.flatMap(({ contender, rounds }) => {
    const logs = rounds.flatMap(({ log }) => (log === null ? [] : [log]));
    if (logs.length === 0) return [];
    const sum = (of: (log: LogFigures) => number) =>
      thousands(logs.reduce((total, log) => total + of(log), 0));
    const middle = (of: (log: LogFigures) => number) => median(logs.map(of));

    return `| ${contender.name} | ${sum(({ calls }) => calls)} | ${sum(({ written }) => written)} | ${sum(({ dropped }) => dropped)} | ${thousands(middle(({ perSecond }) => perSecond))} | ${middle(({ emptied }) => emptied).toFixed(2)} | ${middle(({ cpu }) => cpu).toFixed(1)} |`;
  });
  return `What became of the records: all rounds together; how many were written a second while calls were made, within the log’s share of the time; how long it took to write what waited afterwards, and what each of those cost the process.

| | calls | written | dropped | written/s meanwhile | emptied in s | µs for each |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}`;
}

function pacedTable(paced: readonly Paced[]): string {
  return `At a steady rate, with room for 1,000 records only:

| calls/s | calls | dropped |
| ---: | ---: | ---: |
${paced.map(({ rate, calls, dropped }) => `| ${thousands(rate)} | ${thousands(calls)} | ${thousands(dropped)} |`).join('\n')}`;
}
