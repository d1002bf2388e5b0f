/**
 * Measures contenders in rounds in which they take turns, so that noise of the machine affects all alike; every other round
 * goes through them backwards. Prints what `show` makes of each. With `warmUp`, round 0 is run and not counted.
 */
export async function inTurns<Contender extends { readonly name: string }, Figures>(
  rounds: number,
  contenders: readonly Contender[],
  measure: (contender: Contender, round: number) => Promise<Figures>,
  show: (figures: Figures) => string,
  { warmUp = true }: { readonly warmUp?: boolean } = {},
): Promise<Map<Contender, Figures[]>> {
  const measured = new Map(contenders.map((contender) => [contender, [] as Figures[]]));
  for (let round = warmUp ? 0 : 1; round <= rounds; round += 1) {
    for (const contender of round % 2 === 0 ? contenders.toReversed() : contenders) {
      const figures = await measure(contender, round);
      console.log(`${round}: ${contender.name}: ${show(figures)}`);
      if (round > 0) measured.get(contender)?.push(figures);
    }
  }

  return measured;
}
