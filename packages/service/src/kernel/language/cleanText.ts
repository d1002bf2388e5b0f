/**
 * A text that the database can keep and a header can carry: without control characters and half characters, which
 * names from tables may have in them. `lines` keeps line breaks. Longer ones are cut.
 */
export function cleanText(text: string, { most, lines = false }: { most: number; lines?: boolean }): string {
  const known = lines ? text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n') : text;
  const unwanted = lines ? /[\p{Cc}]/gu : /[\p{Cc}\u2028\u2029]+/gu;
  const clean = known.toWellFormed().replace(unwanted, (found) => (lines && found === '\n' ? found : ' '));
  const characters = [...clean];

  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : clean;
}
