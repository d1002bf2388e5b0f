/** In which the plural forms of a language are written. */
const categories = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/**
 * Puts parameters in place of `{name}`: numbers as the language writes them, other values as they are. `{name|row|rows}`
 * is the form of a word that goes with the number `name`, in the order of CLDR: zero, one, two, few, many, other, as far as the
 * language has them. Names without a parameter stay.
 */
export function fillIn(
  text: string,
  parameters: Readonly<Record<string, string | number>>,
  language: string,
): string {
  return text.replace(/\{(\w+)((?:\|[^{}|]*)*)\}/g, (placeholder, name: string, forms: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (value === undefined) return placeholder;
    if (forms !== '') return formOf(forms.slice(1).split('|'), Number(value), language);

    return typeof value === 'number' ? formatNumber(language, value) : value;
  });
}

function formOf(forms: readonly string[], value: number, language: string): string {
  const rules = orElse(() => new Intl.PluralRules(language), new Intl.PluralRules('en'));
  const known = new Set<string>(rules.resolvedOptions().pluralCategories);
  const index = categories.filter((category) => known.has(category)).indexOf(rules.select(value));

  return forms[index] ?? forms.at(-1) ?? '';
}

function formatNumber(language: string, value: number): string {
  return orElse(() => new Intl.NumberFormat(language).format(value), String(value));
}

/** For a tag that is none. */
function orElse<Value>(make: () => Value, other: Value): Value {
  try {
    return make();
  } catch {
    return other;
  }
}
