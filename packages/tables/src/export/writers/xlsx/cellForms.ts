import { createDateFormatter } from '@rowhouse/table-protocol';
import { dayNumber, timeZone } from '@rowhouse/table-protocol/internal';
import type { ExportDate, ExportFormat } from '../../ExportWriter.ts';
import type { CellForms } from '../cellReader.ts';
import { Fragment, TextBuffer } from '../textBuffer.ts';
import type { InstantCell } from '../textCell.ts';
import type { Styles } from './createStyles.ts';
import { inlineText, startsFormula } from './escapeText.ts';
import { dateFormat, numberFormat } from './numberFormats.ts';

const secondsOfDay = 86_400;
const dayLength = secondsOfDay * 1000;
/** Earlier serial numbers include a day that did not exist (29 February 1900); none are defined after 9999. */
const firstInstant = Date.UTC(1900, 2, 1);
const endInstant = Date.UTC(10_000, 0, 1);
/** Maximum digits that the general format shows, without an exponent. */
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
  const numberCell = (text: string) => {
    const isLong = isLonger(format, text);
    if (isLong && text.length > generalDigits) return inlineText(text, fixed.longNumber);
    const style = isLong ? plain : (ownStyle ?? (needsIntegerStyle(text) ? integer : plain));

    return `"${style}><v>${text}</v></c>`;
  };

  return {
    double: (value) => numberCell(String(value)),
    decimal: (value) => (isExactDouble(value) ? numberCell(value) : inlineText(value, fixed.longNumber)),
  };
}

/** Whether a number has more digits than its type declares, so that its format would hide some. */
function isLonger(format: ExportFormat, text: string): boolean {
  if (format.kind !== 'number' || !format.number || (format.scale ?? null) === null) return false;
  const point = text.indexOf('.');
  const decimals = point === -1 ? 0 : text.replace(/0+$/, '').length - point - 1;

  return decimals > Math.max(format.number.precision, format.scale ?? 0) || text.includes('e-');
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
  const addSerial = serialCell(pattern, styles);
  const buffer = new TextBuffer(serialLength);

  function cell(local: number, text: () => string): string {
    return addSerial?.(local, buffer) ? buffer.take().toString('latin1') : textCell(text());
  }

  return {
    instant: (time) => cell(time + zone.offset(time), () => formatter.formatInstant(new Date(time))),
    day: ({ year, month, day }) =>
      cell(dayNumber({ year, month, day }) * dayLength, () => formatter.formatCalendarDate(year, month, day)),
  };
}

/** Adds the cell of an instant as `cellForms` creates it, if that is a number. */
export function instantCell(format: ExportFormat, styles: Styles): InstantCell {
  if (!('date' in format)) return () => false;

  const zone = timeZone(format.date.timeZone);
  const addSerial = serialCell(format.date.pattern, styles);

  return (time, file) => addSerial?.(time + zone.offset(time), file) ?? false;
}

/** Maximum bytes of a serial number with the markup around it. */
const serialLength = 64;

/**
 * Adds a date as a number to a file; false if there is no number for it. `local`: its clock in milliseconds since 1970.
 * Null if spreadsheets have no equal to the pattern.
 */
function serialCell(pattern: string, styles: Styles): ((local: number, file: TextBuffer) => boolean) | null {
  const code = dateFormat(pattern);
  if (code === null) return null;

  const before = new Fragment(`" s="${styles.withFormat(code)}"><v>`);
  const after = new Fragment('</v></c>');

  return (local, file) => {
    if (local < firstInstant || local >= endInstant) return false;

    file.addFragment(before);
    addSerialNumber(local, file);
    file.addFragment(after);

    return true;
  };
}

/** Serial number of 1970-01-01. */
const serialOf1970 = 25_569;
const million = 1_000_000;
const point = 0x2e;

/**
 * Adds a date as spreadsheets count it, in days, with twelve decimals for the time; `local` is its clock in milliseconds
 * since 1970. To the second that the cell shows: programs round to it, and half a second before midnight would be the next
 * day. By its digits, because V8 caches the texts of doubles, which would use much memory.
 */
export function addSerialNumber(local: number, file: TextBuffer): void {
  const days = Math.floor(local / dayLength);
  const clock = Math.floor((local - days * dayLength) / 1000);
  file.addDigits(days + serialOf1970);
  if (clock === 0) return;

  const fraction = Math.round((clock / secondsOfDay) * million * million);
  const first = Math.floor(fraction / million);
  file.addByte(point);
  file.addDigits(first, 6);
  file.addDigits(fraction - first * million, 6);
}

const largestInteger = String(2 ** 53);
/** Number of decimal digits that a double always preserves. */
const exactDigits = 15;

/** Whether a spreadsheet, which calculates with doubles, preserves a number in plain notation exactly. */
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

  // Leading zeros do not count.
  return (whole + decimals).replace(/^0+/, '').length <= exactDigits;
}
