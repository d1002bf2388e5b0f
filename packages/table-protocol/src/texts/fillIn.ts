/** The order of plural forms. */
const categories = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/**
 * Replaces `{name}` by a parameter: numbers in the language's format, other values unchanged. `{name|# row|# rows}` is the
 * plural form for the number `name`, in which `#` is that number; a form may contain further parameters. The forms are in
 * CLDR order (zero, one, two, few, many, other), as far as the language has them. Placeholders without a parameter stay, and
 * so do plurals whose parameter is not a number.
 */
export function fillIn(
  text: string,
  parameters: Readonly<Record<string, string | number>>,
  language: string,
  numberText: (value: number) => string = (value) => formatNumber(language, value),
): string {
  const parameter = (name: string) => (Object.hasOwn(parameters, name) ? parameters[name] : undefined);
  const shown = (value: string | number) => (typeof value === 'number' ? numberText(value) : value);
  const chosen = text.replace(
    /\{(\w+)((?:\|(?:[^{}|]|\{\w+\})*)+)\}/g,
    (placeholder, name: string, forms: string) => {
      const value = parameter(name);
      if (typeof value !== 'number') return placeholder;

      return formOf(forms.slice(1).split('|'), value, language).replaceAll('#', () => numberText(value));
    },
  );

  return chosen.replace(/\{([^{}|]+)\}/g, (placeholder, name: string) =>
    shown(parameter(name) ?? placeholder),
  );
}

/** The plural categories of a language, in the order of the forms. */
export function pluralCategories(language: string): readonly string[] {
  const known = new Set<string>(rulesOf(language).resolvedOptions().pluralCategories);

  return categories.filter((category) => known.has(category));
}

function formOf(forms: readonly string[], value: number, language: string): string {
  const index = pluralCategories(language).indexOf(rulesOf(language).select(value));

  return forms[index] ?? forms.at(-1) ?? '';
}

function rulesOf(language: string): Intl.PluralRules {
  return orElse(() => new Intl.PluralRules(language), new Intl.PluralRules('en'));
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
