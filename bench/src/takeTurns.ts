import { median } from './median.ts';

export interface TurnFigures {
  /** Medians, in milliseconds. */
  readonly own: number;
  readonly byHand: number;
}

/** Measures both in rounds in which they take turns, so that what the machine does meanwhile is the same for both. */
export async function takeTurns(
  rounds: number,
  own: () => Promise<unknown>,
  byHand: () => Promise<unknown>,
): Promise<TurnFigures> {
  const times: { own: number[]; byHand: number[] } = { own: [], byHand: [] };
  for (let round = 0; round < rounds; round++) {
    const turns = [
      async () => times.own.push(await timed(own)),
      async () => times.byHand.push(await timed(byHand)),
    ];
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
  }

  return { own: median(times.own), byHand: median(times.byHand) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();

  return performance.now() - begin;
}

/** The rows of a report's table. */
export function turnRows(figures: readonly (TurnFigures & { readonly title: string })[], digits = 0): string {
  return figures
    .map(
      ({ title, own, byHand }) =>
        `| ${title} | ${own.toFixed(digits)} | ${byHand.toFixed(digits)} | ${(own / byHand).toFixed(2)} |`,
    )
    .join('\n');
}
