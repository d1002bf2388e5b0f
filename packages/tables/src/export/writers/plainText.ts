/** What a value other than a text, number, boolean or date is written as; empty where there is nothing to write. */
export function plainText(value: unknown): string {
  if (typeof value !== 'object' || value === null) {
    return '';
  }
  if (value instanceof Uint8Array) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex');
  }
  // As on the screen.
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    return value.map((item) => (item === null || item === undefined ? '' : String(item))).join(', ');
  }

  try {
    return JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? String(item) : item)) ?? '';
  } catch {
    // A record that contains itself.
    return '';
  }
}
