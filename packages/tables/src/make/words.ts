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

/** Numbers of which a sum has no meaning: what is measured by a unit, states, positions and names. */
const neverSummed =
  /(^|_)(rates?|ratios?|percents?|percentages?|pct|perc|average|avg|mean|median|min|max|minimum|maximum|scores?|ratings?|ranks?|levels?|lat|latitude|lng|lon|long|longitude|altitude|elevation|years?|months?|quarter|age|id|ids|no|nr|number|version|code|zip|factor|coefficient|probability|confidence|index|position|priority|margin|yield|interest|temperature|temp|humidity|pressure|speed|velocity|density|angle|threshold|balance_after|running_total|tolerance|markup|multiplier|apr|apy|vat|per)(_|$)/;
/** Amounts of one piece, unless a later word says that it is an amount of all. */
const ofOnePiece = /(^|_)(prices?|discounts?|unit|msrp|rrp|list|standard|fee_percent)(_|$)/;
const ofAll = /(^|_)(total|subtotal|amount|sum|quantity|qty|count|cents_total)(_|$)/;
const amounts = /total|amount|sum|cents|quantity|qty|count|items|cost|tax/;

/** Whether the sum of a column's numbers is meaningful. */
export function isSummable(name: string, kind: 'integer' | 'decimal'): boolean {
  const words = underscored(name).toLowerCase();
  if (neverSummed.test(words) || /percent|(rate|price|latitude|longitude|average|discount)$/.test(words)) {
    return false;
  }
  if (ofOnePiece.test(words) && !ofAll.test(words)) return false;

  return kind === 'decimal' || amounts.test(words);
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
