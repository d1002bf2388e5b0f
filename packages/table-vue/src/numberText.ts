/** A number, or the digits of one that no double holds, as the page's language writes it; with all its digits. */
export function numberText(value: number | string): string {
  const text = String(value);
  const digits = text.split('.')[1]?.length ?? 0;

  return formatOf(pageLocale(), digits).format(text as Intl.StringNumericLiteral);
}

const formats = new Map<string, Intl.NumberFormat>();
/** Digits after the decimal sign that every browser can write. */
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

/** The page's `lang`, also one spelled as by servers (`en_US`, `de_DE.UTF-8`); the browser's where it says nothing usable. */
function pageLocale(): string | undefined {
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
