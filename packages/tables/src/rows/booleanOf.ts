/** MySQL and SQLite answer 1 and 0; null stays null. */
export function booleanOf(value: unknown): boolean | null {
  if (value === null || value === undefined || typeof value === 'boolean') {
    return value ?? null;
  }

  // MySQL's bit(1).
  if (value instanceof Uint8Array) {
    return value.some((byte) => byte !== 0);
  }

  return value === 'false' || value === 'f'
    ? false
    : Boolean(Number.isNaN(Number(value)) ? value : Number(value));
}
