/** `2026-11-21`, as it is in the time zone. */
export function localDay(instant: Date, timeZone: string): string {
  return formatted(instant, { timeZone, dateStyle: 'short' });
}

/** `2026-11-21 14:30 (Europe/Berlin)`. */
export function localTime(instant: Date, timeZone: string): string {
  return `${formatted(instant, { timeZone, dateStyle: 'short', timeStyle: 'short' })} (${timeZone})`;
}

/** Swedish writes dates the international way. */
function formatted(instant: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('sv-SE', options).format(instant);
}
