/** The order of plural forms. */
const categories = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/**
 * Replaces `{name}` by a parameter: numbers in the language's format, other values unchanged. `{name|row|rows}` is the plural
 * form for the number `name`; the forms are in CLDR order (zero, one, two, few, many, other), as far as the language has
 * them. Placeholders without a parameter stay.
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

/** The fallback for an invalid language tag. */
function orElse<Value>(make: () => Value, other: Value): Value {
  try {
    return make();
  } catch {
    return other;
  }
}
