import { tokenOf } from '@rowhouse/table-protocol/internal';

/** A displayed date: the day as `YYYY-MM-DD`, the time as `HH:MM:SS`; null for a format without a time. */
export interface ShownDate {
  readonly day: string;
  readonly time: string | null;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Letters of PHP's date formats that identify a day or a time. */
const patterns: Readonly<Record<string, string>> = {
  d: '(?<day>\\d\\d)',
  j: '(?<day>\\d\\d?)',
  m: '(?<month>\\d\\d)',
  n: '(?<month>\\d\\d?)',
  F: '(?<name>\\p{L}+)',
  M: '(?<name>\\p{L}+)',
  Y: '(?<year>\\d{4})',
  H: '(?<hour>\\d\\d)',
  G: '(?<hour>\\d\\d?)',
  h: '(?<half>\\d\\d)',
  g: '(?<half>\\d\\d?)',
  i: '(?<minute>\\d\\d)',
  s: '(?<second>\\d\\d)',
  a: '(?<noon>[ap]m)',
  A: '(?<noon>[AP]M)',
};
const isoLetters: Readonly<Record<string, string>> = { c: 'Y-m-d\\TH:i:sP' };

/**
 * Parses a date in its PHP format; null if the format does not identify a day, as one with a year of two digits, repeats
 * a part, or does not match the text, and for days that no calendar has, such as `2024-05-00` of MariaDB.
 */
export function readShownDate(text: string, format: string): ShownDate | null {
  const parts = compiled(format)?.exec(text)?.groups;
  if (!parts) return null;
  const { year, month, name, day, hour, half, noon, minute = '00', second = '00' } = parts;
  const monthNumber = month ?? (name && String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1));
  if (!year || !monthNumber || monthNumber === '0' || !day) return null;
  if (!isDay(Number(year), Number(monthNumber), Number(day))) return null;
  const hours = half ? (noon ? (Number(half) % 12) + (/^p/i.test(noon) ? 12 : 0) : null) : hour;
  if (hours === null) return null;

  return {
    day: `${year}-${monthNumber.padStart(2, '0')}-${day.padStart(2, '0')}`,
    time: hours === undefined ? null : `${String(hours).padStart(2, '0')}:${minute}:${second}`,
  };
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);

  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const known = new Map<string, RegExp | null>();

function compiled(format: string): RegExp | null {
  let expression = known.get(format);
  if (expression === undefined) {
    expression = compile(format);
    known.set(format, expression);
  }

  return expression;
}

function compile(format: string): RegExp | null {
  let source = '';
  const letters = [...format];

  for (let index = 0; index < letters.length; index += 1) {
    const letter = letters[index] ?? '';
    if (letter === '\\') {
      index += 1;
      source += escaped(letters[index] ?? letter);
    } else if (Object.hasOwn(isoLetters, letter)) {
      letters.splice(index, 1, ...(isoLetters[letter] ?? ''));
      index -= 1;
    } else {
      // Parts that identify neither day nor time, such as the name of the weekday, are skipped.
      source += patterns[letter] ?? (tokenOf(letter) === undefined ? escaped(letter) : '[^\\s]+?');
    }
  }

  try {
    return new RegExp(`^${source}$`, 'u');
  } catch {
    // A repeated part of the format.
    return null;
  }
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
