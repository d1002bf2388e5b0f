import { dayNumber } from '@rowhouse/table-protocol/internal';

/** Parses the bytes of a text as milliseconds since 1970; NaN for other formats. */
export type ReadDateBytes = (bytes: Uint8Array, from: number, to: number) => number;

const zero = 0x30;
const minute = 60_000;
const dayLength = 86_400_000;
const code = (character: string) => character.charCodeAt(0);
const [minus, plus, colon, point, space] = [code('-'), code('+'), code(':'), code('.'), code(' ')];

/** In winter and summer, past and future, and in all lengths. */
const samples = [
  ...['2026-01-15', '1975-07-15', '2099-12-31'],
  ...['2026-07-15 12:00:00', '1972-01-15 23:59:59.5', '2050-01-15 01:02:03.123456'],
  ...['2026-07-15 12:00:00+00', '1972-01-15 23:59:59.5-03', '2050-01-15 01:02:03.123999+05:30'],
];

/**
 * Parses dates in PostgreSQL's default format with the same result as its driver: without a zone in the time zone of
 * the process. Null if `read` returns other results, because the application has its own parser.
 */
export function isoDateReader(read: (text: string) => unknown): ReadDateBytes | null {
  // A type uses only some of the formats, and may refuse the others.
  const same = samples.filter((text) => {
    const bytes = Buffer.from(text);
    const date = read(text);

    return date instanceof Date && date.getTime() === readIsoDate(bytes, 0, bytes.length);
  });

  return same.length === samples.length ? readIsoDate : null;
}

/** `2026-07-15`, `2026-07-15 12:00:00.123`, `2026-07-15 12:00:00.123+05:30`; from the year 100 to 9999. */
const readIsoDate: ReadDateBytes = (bytes, from, to) => {
  const year = fourDigits(bytes, from);
  const month = twoDigits(bytes, from + 5);
  const day = twoDigits(bytes, from + 8);
  if (
    bytes[from + 4] !== minus ||
    bytes[from + 7] !== minus ||
    !(year >= 100 && month >= 1 && month <= 12 && day >= 1)
  ) {
    return Number.NaN;
  }
  if (to - from === 10) return new Date(year, month - 1, day).getTime();
  if (to - from < 19 || bytes[from + 10] !== space) return Number.NaN;

  const hours = twoDigits(bytes, from + 11);
  const minutes = twoDigits(bytes, from + 14);
  const seconds = twoDigits(bytes, from + 17);
  if (bytes[from + 13] !== colon || bytes[from + 16] !== colon || Number.isNaN(hours + minutes + seconds)) {
    return Number.NaN;
  }

  let at = from + 19;
  let milliseconds = 0;
  if (bytes[at] === point) {
    let digits = 0;
    let unit = 1;
    for (at += 1; at < to && isDigit(bytes[at] as number); at += 1) {
      digits = 10 * digits + (bytes[at] as number) - zero;
      unit *= 10;
    }
    // In the driver's order of operations, which differs by one millisecond for some values.
    milliseconds = 1000 * (digits / unit);
  }
  if (at === to) return new Date(year, month - 1, day, hours, minutes, seconds, milliseconds).getTime();

  const clock = (hours * 60 + minutes) * minute + seconds * 1000 + Math.trunc(milliseconds);

  return dayNumber({ year, month, day }) * dayLength + clock - offsetOf(bytes, at, to);
};

/** Milliseconds of `+05`, `-03:30`; NaN for anything else. */
function offsetOf(bytes: Uint8Array, from: number, to: number): number {
  const sign = bytes[from] === plus ? 1 : bytes[from] === minus ? -1 : Number.NaN;
  const hours = twoDigits(bytes, from + 1);
  if (to - from === 3) return sign * hours * 60 * minute;
  if (to - from !== 6 || bytes[from + 3] !== colon) return Number.NaN;

  return sign * (hours * 60 + twoDigits(bytes, from + 4)) * minute;
}

function fourDigits(bytes: Uint8Array, from: number): number {
  return 100 * twoDigits(bytes, from) + twoDigits(bytes, from + 2);
}

function twoDigits(bytes: Uint8Array, from: number): number {
  const tens = bytes[from] as number;
  const ones = bytes[from + 1] as number;

  return isDigit(tens) && isDigit(ones) ? 10 * (tens - zero) + ones - zero : Number.NaN;
}

function isDigit(byte: number): boolean {
  return byte >= zero && byte <= zero + 9;
}
