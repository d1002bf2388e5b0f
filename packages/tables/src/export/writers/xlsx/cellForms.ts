import { createDateFormatter, dayNumber, timeZone } from '@rowhouse/table-protocol';
import type { ExportDate, ExportFormat } from '../../ExportWriter.ts';
import type { CellForms } from '../cellReader.ts';
import type { Styles } from './createStyles.ts';
import { inlineText } from './escapeText.ts';
import { dateFormat, numberFormat } from './numberFormats.ts';

const dayLength = 86_400_000;
/** Earlier, the serial numbers of spreadsheets have a day that never was; later, they have none. */
const firstInstant = Date.UTC(1900, 2, 1);
const endInstant = Date.UTC(10_000, 0, 1);
/** Digits of a whole number that the general format shows without an exponent. */
const generalDigits = 11;

/** A column's cells as SpreadsheetML, from the quote that ends the cell's reference; empty cells are left out. */
export function cellForms(format: ExportFormat, styles: Styles): CellForms<string> {
  const date = 'date' in format ? format.date : { pattern: 'c', timeZone: 'UTC' };

  return {
    empty: '',
    text: textCells(styles),
    boolean: booleanCells(styles),
    ...numberForms(format, styles),
    ...dateForms(date, styles),
  };
}

/** Wherever a text begins with one of these, editing it must not make it a formula. */
function startsFormula(text: string): boolean {
  const first = text.charCodeAt(0);

  return first === 0x3d /* = */ || first === 0x2b /* + */ || first === 0x2d /* - */ || first === 0x40; /* @ */
}

function textCells({ fixed }: Styles): (text: string) => string {
  return (text) => inlineText(text, startsFormula(text) ? fixed.text : fixed.plain);
}

function booleanCells({ fixed: { plain } }: Styles): (value: boolean) => string {
  const start = `"${plain === 0 ? '' : ` s="${plain}"`} t="b"><v>`;

  return (value) => `${start}${value ? 1 : 0}</v></c>`;
}

function numberForms(format: ExportFormat, styles: Styles): Pick<CellForms<string>, 'double' | 'decimal'> {
  const { fixed } = styles;
  const code = numberCode(format);
  const plain = fixed.plain === 0 ? '' : ` s="${fixed.plain}"`;
  const integer = ` s="${fixed.integer}"`;
  const ownStyle = code === null ? null : ` s="${styles.withFormat(code)}"`;
  const numberCell = (text: string) =>
    `"${ownStyle ?? (needsIntegerStyle(text) ? integer : plain)}><v>${text}</v></c>`;

  return {
    double: (value) => numberCell(String(value)),
    decimal: (value) => (isExactDouble(value) ? numberCell(value) : inlineText(value, fixed.longNumber)),
  };
}

function numberCode(format: ExportFormat): string | null {
  if (format.kind !== 'number') return null;
  if (format.number) return numberFormat(format.number);

  return format.cents ? '0.00' : null;
}

function needsIntegerStyle(text: string): boolean {
  return text.length > generalDigits && /^-?\d+$/.test(text);
}

function dateForms(
  { pattern, timeZone: zoneName }: Pick<ExportDate, 'pattern' | 'timeZone'>,
  styles: Styles,
): Pick<CellForms<string>, 'instant' | 'day'> {
  const textCell = textCells(styles);
  const formatter = createDateFormatter(pattern, zoneName);
  const zone = timeZone(zoneName);
  const code = dateFormat(pattern);
  const start = code === null ? null : `" s="${styles.withFormat(code)}"><v>`;

  /** `local`: milliseconds since 1970 on the clock that is shown. */
  function serialCell(local: number): string | null {
    return start !== null && local >= firstInstant && local < endInstant
      ? `${start}${serialNumber(local)}</v></c>`
      : null;
  }

  return {
    instant(value) {
      const time = value.getTime();

      return serialCell(time + zone.offset(time)) ?? textCell(formatter.formatInstant(value));
    },
    day(value) {
      const { year, month, day } = value;

      return (
        serialCell(dayNumber(value) * dayLength) ?? textCell(formatter.formatCalendarDate(year, month, day))
      );
    },
  };
}

/** Of 1970-01-01. */
const serialOf1970 = 25_569;
const threeDigits = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'));

/**
 * A date as spreadsheets count it, in days, with twelve decimals for the time; `local` is its clock in milliseconds
 * since 1970. Not written by way of a double: the texts of those are kept by the engine, and fill the memory.
 */
export function serialNumber(local: number): string {
  const days = Math.floor(local / dayLength);
  const clock = local - days * dayLength;
  const whole = String(days + serialOf1970);

  if (clock === 0) {
    return whole;
  }

  const fraction = Math.round((clock / dayLength) * 1e12);
  const first = Math.floor(fraction / 1e6);
  const last = fraction - first * 1e6;

  return `${whole}.${sixDigits(first)}${sixDigits(last)}`;
}

function sixDigits(number: number): string {
  return `${threeDigits[Math.floor(number / 1000)]}${threeDigits[number % 1000]}`;
}

const largestInteger = String(2 ** 53);
/** Digits of a decimal that a double always gives back. */
const exactDigits = 15;

/** Whether a spreadsheet, which calculates with doubles, keeps a number in plain notation as it is. */
export function isExactDouble(number: string): boolean {
  if (number.length <= exactDigits) {
    return true;
  }

  const [whole = '', fraction = ''] = number.replace(/^-/, '').split('.');
  const decimals = fraction.replace(/0+$/, '');

  if (decimals === '') {
    return (
      whole.length < largestInteger.length ||
      (whole.length === largestInteger.length && whole <= largestInteger)
    );
  }

  // Zeros before the first digit do not count.
  return (whole + decimals).replace(/^0+/, '').length <= exactDigits;
}
