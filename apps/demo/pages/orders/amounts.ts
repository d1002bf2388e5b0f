/** The number format of a column. */
export interface NumberFormat {
  readonly decimal: string;
  readonly thousand: string;
  readonly precision: number;
  /** The language that the server has written it in; missing for its default. */
  readonly locale?: string | undefined;
}

/** The difference of two formatted amounts, exact and in the same format; null unless both are amounts. */
export function subtractAmounts(from: unknown, amount: unknown, format: NumberFormat): string | null {
  const [minuend, subtrahend] = [from, amount].map((text) => parseAmount(text, format));
  if (minuend == null || subtrahend == null) return null;
  return formatAmount(minuend - subtrahend, format);
}

/** Marks of direction, which some languages have before a sign. */
const marks = /[\u061c\u200e\u200f]/g;

/** In the smallest unit. */
function parseAmount(text: unknown, { decimal, thousand, precision }: NumberFormat): bigint | null {
  if (typeof text !== 'string') return null;
  const signed = text.replaceAll(marks, '');
  const plain = (thousand === '' ? signed : signed.replaceAll(thousand, '')).replace(decimal || '.', '.');
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain) ?? [];
  if (sign === undefined || fraction.length > precision) return null;
  return BigInt(`${sign}${whole}${fraction.padEnd(precision, '0')}`);
}

function formatAmount(amount: bigint, format: NumberFormat): string {
  const { locale, precision: digits } = format;
  if (locale === undefined) return inDefaultFormat(amount, format);
  const plain = inDefaultFormat(amount, { decimal: '.', thousand: '', precision: digits });
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };

  return new Intl.NumberFormat(`${locale}-u-nu-latn`, options).format(plain as Intl.StringNumericLiteral);
}

function inDefaultFormat(amount: bigint, { decimal, thousand, precision }: NumberFormat): string {
  const digits = `${amount < 0n ? -amount : amount}`.padStart(precision + 1, '0');
  const end = digits.length - precision;
  const whole = digits.slice(0, end).replace(/\B(?=(?:\d{3})+$)/g, () => thousand);
  return `${amount < 0n ? '-' : ''}${whole}${precision > 0 ? `${decimal}${digits.slice(end)}` : ''}`;
}
