import { digits, type Section } from '../harness/report.ts';
import { medianOf } from '../harness/statistics.ts';
import type { Case } from './cases.ts';
import type { Contender } from './contenders.ts';
import type { Figures, RunningContender } from './measure.ts';

/** A case and a contender that takes part in it. */
interface Pair {
  readonly item: Case;
  readonly target: RunningContender;
}

/** A table for each figure, cases by contenders. */
export function sectionsOf(
  cases: readonly Case[],
  contenders: readonly Contender[],
  measured: ReadonlyMap<Pair, readonly Figures[]>,
  connections: number,
): readonly Section[] {
  const roundsOf = (item: Case, contender: Contender) =>
    [...measured].find(([pair]) => pair.item === item && pair.target.contender === contender)?.[1];
  const section = (heading: string, cell: (rounds: readonly Figures[]) => string): Section => ({
    heading,
    table: {
      head: ['', ...contenders.map(({ name }) => name)],
      rows: cases.map((item) => [
        item.title,
        ...contenders.map((contender) => {
          const rounds = roundsOf(item, contender);
          return rounds ? cell(rounds) : '–';
        }),
      ]),
    },
  });
  const median = (rounds: readonly Figures[], figure: keyof Figures) =>
    digits(medianOf(rounds, (one): number | null => one[figure]));

  return [
    section(
      'Alone: milliseconds, p50 (p95)',
      (rounds) => `${median(rounds, 'p50')} (${median(rounds, 'p95')})`,
    ),
    section(`${connections} at the same time: requests a second`, (rounds) => median(rounds, 'perSecond')),
    section("The server's processor time for each of these: milliseconds", (rounds) =>
      median(rounds, 'processor'),
    ),
  ];
}
