/**
 * Values of results by their type of XML Schema, in place of the soap package's own, which round: a number, or its text if a
 * number cannot hold all of its digits; a Date, or the text of a date that JavaScript cannot read.
 */
export const exactValues: Readonly<Record<string, (text: string) => unknown>> = {
  int: exactNumber,
  integer: exactNumber,
  short: exactNumber,
  long: exactNumber,
  decimal: exactNumber,
  float: floatNumber,
  double: floatNumber,
  date: exactDate,
  dateTime: exactDate,
};

/** Digits that every number holds. */
const safeDigits = 15;

function exactNumber(text: string): number | string {
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === '' && fraction === '') return text;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const value = Number(text);
  if (digits.length <= safeDigits) return value;
  const shortest = `${sign === '-' ? '-' : ''}${whole.replace(/^0+(?=\d)/, '') || '0'}.${fraction}`.replace(
    /\.?0*$/,
    '',
  );
  const isExact = fraction === '' ? BigInt(text) === BigInt(value) : String(value) === shortest;

  return isExact ? value : text;
}

function floatNumber(text: string): number | string {
  if (/^[+-]?INF$/.test(text))
    return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const value = Number(text);

  return Number.isNaN(value) && text !== 'NaN' ? text : value;
}

function exactDate(text: string): Date | string {
  const date = new Date(text);

  return Number.isNaN(date.getTime()) ? text : date;
}
