import { cores } from '../cores.ts';
import { median } from '../median.ts';
import { thousands } from '../thousands.ts';
import { type Comparison, type Round, warmSeconds } from './compare.ts';
import type { Figures, LogFigures } from './measure.ts';
import type { Options } from './options.ts';

/** The log at a steady rate, with a small buffer. */
export interface Paced {
  readonly rate: number;
  readonly calls: number;
  readonly dropped: number;
}

export interface Results {
  readonly outbound: Comparison;
  readonly inbound: Comparison;
  readonly reading: Comparison;
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
- Each contender is a process of its own; so are the other side and the database. ${connections} calls at the same time, for ${seconds} seconds of a load that has lasted for ${warmSeconds.usual} before (${warmSeconds.keepingAll}, where all calls are kept) and goes on; ${rounds} times, with new processes each time, since two processes of one program may differ by 5 %. A ratio is the median of the ${rounds}; its range is in brackets.
- A call is a POST with about 500 bytes of JSON, answered with about 850, and some ten headers each way, one of them a token.
- After each round the rows in the database are counted and looked at: each call is written or counted as dropped, and no row has the token.

## Outbound

They take turns; a ratio is to the floor of the same round.

${described(outbound)}

${table(outbound, 'calls/s')}

${logText(outbound)}

${pacedTable(outboundPaced)}

## Inbound

${together(inbound)}

${described(inbound)}

${table(inbound, 'requests/s')}

${logText(inbound)}

${pacedTable(inboundPaced)}

## Inbound, with a page read

The route above does nothing, so that the logger shows. This one reads what a list of a back office is made of. They take turns, since it is the database that both would wait for.

${described(reading)}

${table(reading, 'requests/s')}

${logText(reading)}
`;
}

/** Why the ratios show the cost of a contender. */
function together({ isOnOneCore }: Comparison): string {
  return isOnOneCore
    ? 'Each contender works beside the floor, at the same time and on the same processor core, of which each has half: whatever else the machine does slows both, and a ratio tells of a few percent.'
    : 'Each contender works beside the floor, at the same time. This system could not keep both on one processor core, so the processor time tells more than the calls.';
}

function described({ floor, series }: Comparison): string {
  return [floor, ...series.map(({ contender }) => contender)]
    .map(({ name, description }) => `- **${name}**: ${description}.`)
    .join('\n');
}

function table({ floor, series }: Comparison, unit: string): string {
  const floors = series.flatMap(({ rounds }) =>
    rounds.map((round) => ({ own: round.floor, floor: round.floor })),
  );
  const rows = [{ contender: floor, rounds: floors }, ...series].map(({ contender, rounds }) =>
    [
      '',
      contender.name,
      thousands(median(rounds.map(({ own }) => own.perSecond))),
      ratio(rounds, ({ perSecond }) => perSecond),
      median(rounds.map(({ own }) => own.cpu)).toFixed(1),
      ratio(rounds, ({ cpu }) => cpu),
      '',
    ]
      .join(' | ')
      .trim(),
  );
  return `| | ${unit} | to ${floor.name} | its processor time each, µs | to ${floor.name} |
| --- | ---: | ---: | ---: | ---: |
${rows.join('\n')}`;
}

function ratio(rounds: readonly Round[], of: (figures: Figures) => number): string {
  const each = rounds.map(({ own, floor }) => of(own) / of(floor));

  return `${median(each).toFixed(2)} (${Math.min(...each).toFixed(2)}–${Math.max(...each).toFixed(2)})`;
}

/** What became of the records of the rounds. */
function logText({ series }: Comparison): string {
  const rows = series.flatMap(({ contender, rounds }) => {
    const logs = rounds.flatMap(({ own }) => (own.log === null ? [] : [own.log]));
    if (logs.length === 0) return [];
    const sum = (of: (log: LogFigures) => number) =>
      thousands(logs.reduce((total, log) => total + of(log), 0));
    const middle = (of: (log: LogFigures) => number) => median(logs.map(of));

    return `| ${contender.name} | ${sum(({ calls }) => calls)} | ${sum(({ written }) => written)} | ${sum(({ dropped }) => dropped)} | ${thousands(middle(({ perSecond }) => perSecond))} | ${middle(({ emptied }) => emptied).toFixed(2)} | ${middle(({ cpu }) => cpu).toFixed(1)} |`;
  });
  return `What became of the records: all rounds together; how many were written a second while calls were made; how long it took to write what waited afterwards, and what each of those cost the process.

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
