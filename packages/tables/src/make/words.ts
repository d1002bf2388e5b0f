/** Abbreviations that are written in capitals. */
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

/** Normalises `placedAt` and `placed-at` to `placed_at`, for comparing words. */
export function underscored(name: string): string {
  return name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2').replace(/[^\p{L}\p{N}]+/gu, '_');
}

const nameWords = [
  'name',
  'full_name',
  'display_name',
  'title',
  'label',
  'number',
  'code',
  'email',
  'username',
  'login',
  'slug',
];

/** How well a column names a row for users: lower is better, null not at all. */
export function nameRank(name: string): number | null {
  const words = underscored(name).toLowerCase();
  const rank = nameWords.indexOf(words);
  if (rank >= 0) return rank;

  // Names such as `company_name` rank after `name` and after all other complete names.
  const ending = nameWords.findIndex((word) => words.endsWith(`_${word}`));

  return ending < 0 ? null : nameWords.length + ending;
}

/** Whether the sum of a column's numbers is meaningful. */
export function isSummable(name: string, kind: 'integer' | 'decimal'): boolean {
  if (
    /rate|ratio|percent|price|score|rating|latitude|longitude|average|(^|_)(lat|lng|lon|id|no|number|year)(_|$)/i.test(
      underscored(name),
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

/** Names that `data` of a template can contain. */
export function isPlainName(name: string): boolean {
  return /^[^\s.]+$/.test(name);
}

/** A name that `data` of a template can contain. */
export function safeName(name: string): string {
  return name.replace(/[\s.]+/g, '_');
}

/** The name, numbered if it is taken; `toHost` converts it to a name of the query's rows. */
export function uniqueName(
  name: string,
  taken: ReadonlySet<string>,
  toHost = (own: string): string => own,
): string {
  for (let number = 1; ; number++) {
    const numbered = toHost(number === 1 ? name : `${name}_${number}`);
    if (!taken.has(numbered)) return numbered;
  }
}
