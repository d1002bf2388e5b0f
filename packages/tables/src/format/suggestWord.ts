import leven from 'leven';

/** Longer texts are not misspelt words, and would be slow to compare. */
const longestWord = 64;

/** The candidate most similar to a misspelt word, if one is similar enough. Ignores case. */
export function suggestWord(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > longestWord) return undefined;
  const written = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.round(written.length * 0.4) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - written.length) >= bestDistance) continue;
    const distance = leven(written, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * The same for a name that may be a `table.column`. In a known table only the columns are compared, because the shared
 * name of the table would make any two of them similar.
 */
export function suggestName(name: string, candidates: readonly string[]): string | undefined {
  const { table, column } = partsOf(name);
  const ofTable = candidates.filter((candidate) => partsOf(candidate).table === table);
  if (ofTable.length === 0) return suggestWord(name, candidates);
  const meant = suggestWord(
    column,
    ofTable.map((candidate) => partsOf(candidate).column),
  );

  return ofTable.find((candidate) => partsOf(candidate).column === meant);
}

function partsOf(name: string): { readonly table: string; readonly column: string } {
  const dot = name.lastIndexOf('.');

  return { table: name.slice(0, Math.max(dot, 0)), column: name.slice(dot + 1) };
}
