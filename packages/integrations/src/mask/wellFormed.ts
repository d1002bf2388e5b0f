/** Text that every database takes: PostgreSQL refuses NUL and half of a surrogate pair. */
export function wellFormed(text: string): string {
  const whole = text.toWellFormed();

  return whole.includes('\0') ? whole.replaceAll('\0', '\uFFFD') : whole;
}
