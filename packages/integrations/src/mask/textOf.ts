import { decodeText } from '../decodeText.ts';

/** Characters of a text, or bytes of a body, that are read; more are left out. */
export const longestText = 1_048_576;

/** Whether bytes of that type are text; those of no type may be. The type in lower case. */
export function isText(type: string): boolean {
  return type === '' || /^text\/|^multipart\/|json|xml|x-www-form-urlencoded|javascript/.test(type);
}

const utf8 = new TextDecoder();

/** Bytes as text, in the charset that they show or their type names, or in UTF-8; not more than `longest` of them. */
export function textOf(body: Uint8Array, type: string, longest = longestText): string {
  const bytes = body.subarray(0, longest);
  const wide = wideCharset(bytes);
  // Half of the characters of UTF-32 are NUL in UTF-16.
  if (wide !== null) return new TextDecoder(wide).decode(bytes).replace(/[\0\uFEFF]/g, '');
  if (!type.includes('charset') || type.endsWith('charset=utf-8')) return utf8.decode(bytes);
  try {
    return decodeText(bytes, type);
  } catch {
    return utf8.decode(bytes);
  }
}

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

/** Text that every database takes: PostgreSQL refuses NUL and half of a surrogate pair. */
export function wellFormed(text: string): string {
  const whole = text.toWellFormed();

  return whole.includes('\0') ? whole.replaceAll('\0', '\uFFFD') : whole;
}
