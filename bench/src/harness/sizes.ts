import { inTurns } from './inTurns.ts';
import { fixed, type Table, thousands, written } from './report.ts';
import { medianOf } from './statistics.ts';
import type { RunFigures } from './worker.ts';

interface SizedContender {
  readonly name: string;
  /** Whether it runs over the few rows only. */
  readonly fewOnly?: boolean;
}

/** A contender with a number of rows. */
interface Run<Contender> {
  readonly name: string;
  readonly contender: Contender;
  readonly rows: number;
}

/** A further column, from the rounds over many rows: those of the contender, and of the first one. */
interface FurtherColumn<Figures> {
  readonly head: string;
  cell(own: readonly Figures[], first: readonly Figures[]): string;
}

/**
 * Measures contenders in turns, over few and over many rows. The table has speed and memory over both, and processor time over
 * many. `warmUp` is that of `inTurns`.
 */
export async function measureSizes<Contender extends SizedContender, Figures extends RunFigures>(
  contenders: readonly Contender[],
  sizes: readonly [few: number, many: number],
  rounds: number,
  measure: (run: Run<Contender>) => Promise<Figures>,
  {
    warmUp,
    further = [],
  }: { readonly warmUp: boolean; readonly further?: readonly FurtherColumn<Figures>[] },
): Promise<Table> {
  const [few, many] = sizes;
  const runs = contenders.flatMap((contender): Run<Contender>[] =>
    (contender.fewOnly || few === many ? [few] : [few, many]).map((rows) => ({
      name: `${contender.name}: ${thousands(rows)} rows`,
      contender,
      rows,
    })),
  );
  const show = ({ milliseconds, peakMegabytes }: RunFigures) =>
    `${thousands(milliseconds)} ms, ${thousands(peakMegabytes)} MB`;
  const measured = await inTurns(rounds, runs, measure, show, { warmUp });
  const roundsOf = (contender: Contender | undefined, rows: number) =>
    [...measured].find(([run]) => run.contender === contender && run.rows === rows)?.[1] ?? [];

  return {
    head: [
      '',
      ...sizes.map((rows) => `rows/s, ${thousands(rows)}`),
      'CPU s',
      ...sizes.map((rows) => `MB at ${thousands(rows)}`),
      ...further.map(({ head }) => head),
    ],
    rows: contenders.map((contender) => {
      const own = roundsOf(contender, many);
      return [
        contender.name,
        ...sizes.map((rows) => figure(roundsOf(contender, rows), (one) => (1000 * rows) / one.milliseconds)),
        figure(own, ({ cpuSeconds }) => cpuSeconds, fixed(1)),
        ...sizes.map((rows) => figure(roundsOf(contender, rows), ({ peakMegabytes }) => peakMegabytes)),
        ...further.map(({ cell }) => (own.length === 0 ? '–' : cell(own, roundsOf(contenders[0], many)))),
      ];
    }),
  };
}

function figure<Figures>(
  rounds: readonly Figures[],
  of: (figures: Figures) => number,
  write?: (median: number) => string,
): string {
  return written(rounds.length === 0 ? null : medianOf(rounds, of), write);
}
