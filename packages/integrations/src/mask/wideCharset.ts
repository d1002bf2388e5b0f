/**
 * Which UTF-16 or UTF-32 bytes are, by their byte order mark or by the zeros of their first characters; null for others. No
 * charset of a content type counts more than that: names of secrets would not be found.
 */
export function wideCharset(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (bytes.length < 4 || (first !== 0 && second !== 0)) return null;
  if (first !== 0) return second === 0 && (fourth === 0 || third === 0) ? 'utf-16le' : null;
  if (second !== 0) return third === 0 && fourth !== 0 ? 'utf-16be' : null;

  return third === 0xfe || third === 0 ? 'utf-16be' : null;
}
