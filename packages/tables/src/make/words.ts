/** Names that are written in capitals. */
const capitals = new Set(['id', 'url', 'ip', 'vat', 'sku', 'iban', 'html', 'api', 'uuid']);

/** `placed_at` and `placedAt` → `Placed at`. */
export function humanised(name: string): string {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (capitals.has(word.toLowerCase()) ? word.toUpperCase() : word.toLowerCase()));
  const text = words.join(' ');

  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const secretWords =
  /passw|passphrase|secret|token|hash|salt|api_?key|private_?key|credential|(^|_)(otp|totp|pin|cvv|cvc|ssn|csrf|mfa)(_|$)/i;

/** Whether a column is called like something that nobody should see in a table. */
export function isSecret(name: string): boolean {
  return secretWords.test(name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2'));
}

const nameWords = ['name', 'full_name', 'display_name', 'title', 'label', 'number', 'code', 'email'];

/** How well a column tells a person which row it is: less is better, and null not at all. */
export function nameRank(name: string): number | null {
  const rank = nameWords.indexOf(name.toLowerCase());

  return rank < 0 ? null : rank;
}

/** Whether adding up the numbers of a column says something. */
export function isSummable(name: string, kind: 'integer' | 'decimal'): boolean {
  if (
    /rate|ratio|percent|price|score|rating|latitude|longitude|average|(^|_)(lat|lng|lon|id|no|number|year)(_|$)/i.test(
      name,
    )
  ) {
    return false;
  }

  return kind === 'decimal' || /total|amount|sum|cents|quantity|count|items|cost|tax/i.test(name);
}

/** A TypeScript string. */
export function quotedText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
