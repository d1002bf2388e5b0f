/**
 * Up to two initials of a name in any script: the first and the last word's; of an e-mail address, its first letter.
 * Empty when the name has no letter, digit or picture.
 */
export function initialsOf(name: string): string {
  const words = name
    .split('@', 1)
    .join('')
    .split(/\s+/)
    // Quotes, brackets and what nobody sees are no initials.
    .map((word) => word.replace(/^[^\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]+/u, ''))
    .filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const segmenter = new Intl.Segmenter();
  return ends
    .map((word = '') => [...segmenter.segment(word)][0]?.segment ?? '')
    .join('')
    .toLocaleUpperCase();
}
