/** `A` for 0, `Z` for 25, `AA` for 26. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);

  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}
