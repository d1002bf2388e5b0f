/** A number in the format of the page's language, with all its digits; as text if it exceeds a double. */
export function numberText(value: number | string): string {
  const text = String(value);
  const digits = text.split('.')[1]?.length ?? 0;

  return formatOf(pageLocale(), digits).format(text as Intl.StringNumericLiteral);
}

/** The decimal separator of the page's language. */
export function decimalMark(): string {
  return numberText('1.5').at(1) ?? '.';
}

const formats = new Map<string, Intl.NumberFormat>();
/** Decimals that every browser can format. */
const mostDigits = 20;

function formatOf(locale: string | undefined, digits: number): Intl.NumberFormat {
  const key = `${locale} ${digits}`;
  const fraction = Math.min(digits, mostDigits);
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, { minimumFractionDigits: fraction, maximumFractionDigits: fraction });
  formats.set(key, format);

  return format;
}

declare const document: { readonly documentElement: { readonly lang: string } } | undefined;

/** The page's `lang`, also in the form `en_US` or `de_DE.UTF-8`; undefined, for the browser's, if it is not supported. */
export function pageLocale(): string | undefined {
  const language = typeof document === 'undefined' ? '' : document.documentElement.lang;
  const tag = language
    .trim()
    .replace(/[.@].*$/, '')
    .replaceAll('_', '-');

  try {
    return Intl.NumberFormat.supportedLocalesOf(tag || []).at(0);
  } catch {
    return undefined;
  }
}
