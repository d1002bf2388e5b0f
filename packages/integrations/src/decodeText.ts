/**
 * Decodes bytes by their byte order mark, or else the charset of the content type, or else as UTF-8. Throws RangeError
 * for an unknown charset and, if `fatal`, TypeError for bytes that are invalid in the charset.
 */
export function decodeText(
  bytes: Uint8Array,
  contentType: string | null,
  { fatal = false }: { readonly fatal?: boolean } = {},
): string {
  const charset = markedCharset(bytes) ?? /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1];
  if (charset === undefined || /^utf-?8$/i.test(charset)) return (fatal ? strictUtf8 : utf8).decode(bytes);

  return new TextDecoder(charset, { fatal }).decode(bytes);
}

const utf8 = new TextDecoder();
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function markedCharset([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return undefined;
}

/** Maximum characters of a text, or bytes of a body, that are read. */
export const longestText = 1_048_576;

/** Whether a media type, in lower case, is text; an empty one may be. */
export function isText(type: string): boolean {
  return type === '' || /^text\/|^multipart\/|json|xml|x-www-form-urlencoded|javascript/.test(type);
}

/** Decodes at most `longest` bytes by their content, the charset of their type, or as UTF-8. Never throws. */
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
 * Detects UTF-16 and UTF-32 by the byte order mark or by zeros in the first characters; null for others. It takes
 * precedence over the charset of the content type, with which names of secrets would not be found.
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

/** Replaces what PostgreSQL refuses: NUL and lone surrogates. */
export function wellFormed(text: string): string {
  const whole = text.toWellFormed();

  return whole.includes('\0') ? whole.replaceAll('\0', '\uFFFD') : whole;
}
