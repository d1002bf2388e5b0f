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

/** A table for each figure, cases by contenders, and the first contender's ratio to the others. */
export function sectionsOf(
  cases: readonly Case[],
  contenders: readonly Contender[],
  measured: ReadonlyMap<Pair, readonly Figures[]>,
  connections: number,
): readonly Section[] {
  const names = contenders.map(({ name }) => name);
  const medians = new Map(
    [...measured].map(([{ item, target }, rounds]) => [
      `${item.id} ${target.contender.name}`,
      medianFigures(rounds),
    ]),
  );
  const section = (
    heading: string,
    columns: readonly string[],
    cell: (figures: Figures, id: string) => string,
  ): Section => ({
    heading,
    table: {
      head: ['', ...columns],
      rows: cases.map(({ id, title }) => [
        title,
        ...columns.map((name) => {
          const figures = medians.get(`${id} ${name}`);
          return figures ? cell(figures, id) : '–';
        }),
      ]),
    },
  });
  const [subject = '', ...others] = names;
  const ratio = (own: number | null, other: number | null) =>
    digits(own === null || other === null ? null : own / other);

  return [
    section('Alone: milliseconds, p50 (p95)', names, ({ p50, p95 }) => `${digits(p50)} (${digits(p95)})`),
    section(`${connections} at the same time: requests a second`, names, ({ perSecond }) =>
      digits(perSecond),
    ),
    section("The server's processor time for each of these: milliseconds", names, ({ processor }) =>
      digits(processor),
    ),
    {
      text: 'Below 1 / above 1 is better than the other.',
      ...section(`${subject} against the others: time alone / requests a second`, others, (other, id) => {
        const own = medians.get(`${id} ${subject}`);
        return own ? `${ratio(own.p50, other.p50)} / ${ratio(own.perSecond, other.perSecond)}` : '–';
      }),
    },
  ];
}

function medianFigures(rounds: readonly Figures[]): Figures {
  return {
    p50: medianOf(rounds, ({ p50 }) => p50),
    p95: medianOf(rounds, ({ p95 }) => p95),
    perSecond: medianOf(rounds, ({ perSecond }) => perSecond),
    processor: medianOf(rounds, ({ processor }) => processor),
  };
}
