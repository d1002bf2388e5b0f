/** The known name that a misspelt one most likely stands for, when one is near enough. */
export function didYouMean(name: string, known: readonly string[]): string | undefined {
  const near = known
    .map((word) => ({ word, changes: changesBetween(name.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, changes }) => changes <= Math.max(2, word.length / 4) && changes < word.length / 1.5);

  return near.sort((a, b) => a.changes - b.changes)[0]?.word;
}

/** Letters to insert, remove or replace: the Levenshtein distance. */
function changesBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }

  return row.at(-1) ?? 0;
}
