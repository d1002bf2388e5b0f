/** Up to two initials of a name in any script: the first and the last word's; of an e-mail address, its first letter. */
export function initialsOf(name: string): string {
  const words = name
    .split('@', 1)
    .join('')
    .split(/\s+/)
    .filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const segmenter = new Intl.Segmenter();
  return ends
    .map((word = '') => [...segmenter.segment(word)][0]?.segment ?? '')
    .join('')
    .toLocaleUpperCase();
}
