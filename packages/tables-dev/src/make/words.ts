/** Normalises `placedAt` and `placed-at` to `placed_at`, for comparing words. */
export function underscored(name: string): string {
  return name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2').replace(/[^\p{L}\p{N}]+/gu, '_');
}

/** Words for numbers of which a sum has no meaning: rates, measured states, positions, points in time and identifiers. */
const neverAdded = new Set(
  (
    'rate rates ratio percent percentage pct average avg mean median min max minimum maximum score scores rating ratings rank level ' +
    'lat latitude lng lon longitude altitude elevation year years month quarter age id no nr number version code zip index position ' +
    'priority factor coefficient probability confidence tolerance temperature temp humidity pressure speed velocity density angle per'
  ).split(' '),
);
/** Words for the amount of one piece, and for that of all pieces, which outweigh them. */
const ofOne = new Set(['price', 'prices', 'discount', 'discounts', 'unit', 'msrp']);
const ofAll = new Set(['total', 'subtotal', 'amount', 'sum', 'quantity', 'qty', 'count']);
/** Names in one word, such as `unitprice`. */
const endings = /(rate|percent|price|latitude|longitude|average|discount)$/;
const amounts = /total|amount|sum|cents|quantity|qty|count|items|cost|tax/i;

/** Whether the sum of a column's numbers is meaningful. */
export function isSummable(name: string, kind: 'integer' | 'decimal'): boolean {
  const words = underscored(name).toLowerCase().split('_');
  if (words.some((word) => neverAdded.has(word))) return false;
  const isOfAll = words.some((word) => ofAll.has(word));
  if (!isOfAll && words.some((word) => ofOne.has(word) || endings.test(word))) return false;

  return kind === 'decimal' || amounts.test(name);
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
