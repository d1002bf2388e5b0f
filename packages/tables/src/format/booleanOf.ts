/** Texts that mean false, in lower case. All others mean true. */
export const falseWords = ['', '0', 'f', 'false', 'n', 'no', 'off'] as const;

/**
 * MySQL and SQLite return numbers, of which only 0 is false, and SQLite may have stored texts; null stays null. The same as
 * `Dialect.truth`.
 */
export function booleanOf(value: unknown): boolean | null {
  if (value === null || value === undefined || typeof value === 'boolean') {
    return value ?? null;
  }

  // MySQL's bit(1).
  if (value instanceof Uint8Array) {
    return value.some((byte) => byte !== 0);
  }
  if (typeof value !== 'string') return Boolean(Number.isNaN(Number(value)) ? value : Number(value));

  return !(falseWords as readonly string[]).includes(value.toLowerCase()) && Number(value) !== 0;
}
