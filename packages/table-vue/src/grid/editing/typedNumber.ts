import { numberText } from '@rowhouse/table-client/internal';

/** Separators of the page's language. */
function separators(): { readonly decimal: string; readonly group: string } {
  const [, group = '', decimal = '.'] =
    /^\P{Nd}*\p{Nd}+(\P{Nd}*).*?(\P{Nd})\p{Nd}$/u.exec(numberText('1234567.5')) ?? [];

  return { decimal, group };
}

/** A plain decimal in the notation of the page's language, without grouping. */
export function typedDecimal(plain: string): string {
  return plain.replace('.', separators().decimal);
}

/**
 * A typed number as a plain decimal, with an exponent if it has one; undefined for anything else. The separators are those of the page's language; the
 * other one of `.` and `,` is also accepted as the decimal separator if it cannot be a thousands separator.
 */
export function readTypedNumber(typed: string): string | undefined {
  const { decimal, group } = separators();
  const text = latinDigits(typed)
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replace(/^[−–]/, '-')
    .replace(/^\+/, '');
  const thousands = group.trim() === '' ? ',' : group;
  const [, mantissa = '', exponent = ''] = /^(.*?)((?:e[-−+]?\d{1,4})?)$/i.exec(text) ?? [];
  const isGrouped = new RegExp(`^-?\\d{1,3}(?:[${thousands}]\\d{3})+(?:[${decimal}]\\d*)?$`).test(mantissa);
  const ungrouped = isGrouped && thousands !== decimal ? mantissa.replaceAll(thousands, '') : mantissa;
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d*)(?:[.,٫](\d*))?$/.exec(ungrouped) ?? [];
  if (whole + fraction === '') return undefined;

  const plain = `${sign}${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction && `.${fraction}`}`;

  return plain + exponent.toLowerCase().replace('−', '-');
}

/** Digits of other scripts, such as Arabic ones, as 0 to 9. */
function latinDigits(text: string): string {
  return text.replaceAll(/(?!\d)\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1;

    return String(code - zero);
  });
}
