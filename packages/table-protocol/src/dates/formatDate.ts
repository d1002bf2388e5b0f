import { civilDate, dayNumber } from './civilDate.ts';
import { type DateParts, type DateToken, tokenOf, zoneLetters } from './dateLetters.ts';
import { firstInstant, timeZone } from './timeZone.ts';

/** Formats dates in one PHP date format. Created once per column, called for every cell. */
export interface DateFormatter {
  /** Formats an instant in the formatter's zone; returns an empty text for an invalid Date. */
  formatInstant(instant: Date): string;
  /** Formats a date without a time, the same in every zone. `month` is 1 to 12; time letters show midnight. */
  formatCalendarDate(year: number, month: number, day: number): string;
}

/**
 * Compiles a PHP date format (every letter of PHP's `date()`, English names, a backslash before a literal letter).
 * `zoneName` is an IANA name; an unknown one throws a RangeError. Offsets are shown to the minute.
 */
export function createDateFormatter(format: string, zoneName: string): DateFormatter {
  const pieces = compile(format);
  const zone = timeZone(zoneName);
  const showsZone = usesZone(format);

  function write(parts: DateParts): string {
    let text = '';
    for (const piece of pieces) {
      text += typeof piece === 'string' ? piece : piece(parts);
    }
    return text;
  }

  return {
    formatInstant(instant) {
      const time = instant.getTime();
      if (Number.isNaN(time)) {
        return '';
      }
      const offset = zone.offset(time);
      const local = time + offset;
      const days = Math.floor(local / 86_400_000);
      const { year, month, day } = civilDate(days);
      const clock = local - days * 86_400_000;
      return write({ year, month, day, days, clock, instant: time, offset, zone });
    },
    formatCalendarDate(year, month, day) {
      const days = dayNumber({ year, month, day });
      const instant = showsZone ? firstInstant(days, zone) : days * 86_400_000;
      const offset = showsZone ? zone.offset(instant) : 0;
      return write({ year, month, day, days, clock: 0, instant, offset, zone });
    },
  };
}

/** Literal text and letters in order; neighbouring literals are joined. */
function compile(format: string): DateToken[] {
  const pieces: DateToken[] = [];
  for (const [token, escaped] of format.matchAll(/\\(.)|./gsu)) {
    const piece = escaped ?? tokenOf(token) ?? token;
    const last = pieces.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') {
      pieces[pieces.length - 1] = last + piece;
    } else {
      pieces.push(piece);
    }
  }
  return pieces;
}

function usesZone(format: string): boolean {
  return [...format.replace(/\\./gsu, '')].some((letter) => zoneLetters.includes(letter));
}
