const day = 86_400_000;
const first1904 = Date.UTC(1904, 0, 1);
/** The day before the first of 1900, and before 1 March, as the calendar of 1900 has a 29 February that never was. */
const before1900 = Date.UTC(1899, 11, 31);
const lost = 60;
const last = Date.UTC(9999, 11, 31) + day;

/**
 * The day of a number of days, with its time if it has one; a time alone for less than a day. Null if it is none.
 */
export function serialDate(serial: number, is1904: boolean): string | null {
  if (!(serial >= 0)) return null;
  // Spreadsheets keep whole milliseconds with an error of a few digits.
  const time = Math.round((serial % 1) * day);
  const days = Math.floor(serial);
  if (days === 0 && !is1904) return time === 0 || time === day ? null : clock(time);
  if (!is1904 && days === lost) return null;
  const start = is1904 ? first1904 : days < lost ? before1900 : before1900 - day;
  const instant = start + days * day + time;
  if (instant >= last) return null;
  const text = new Date(instant).toISOString();

  return instant % day === 0 ? text.slice(0, 10) : text.replace(/(\.000)?Z$/, '');
}

function clock(time: number): string {
  return new Date(time)
    .toISOString()
    .slice(11)
    .replace(/(\.000)?Z$/, '');
}
