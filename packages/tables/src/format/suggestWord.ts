import leven from 'leven';

/** A longer text is no misspelt word, and would take long to compare. */
const longestWord = 64;

/** The candidate that was probably meant by a misspelt word, if one is close enough. Case does not count. */
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
