/**
 * Decodes bytes by their byte order mark, or else the charset of the content type, or else as UTF-16 or UTF-8 by their
 * content. Bytes of an unknown charset are decoded as UTF-8 if they are valid. Throws RangeError if they are not and, if
 * `fatal`, TypeError for bytes that are invalid in the charset.
 */
export function decodeText(
  bytes: Uint8Array,
  contentType: string | null,
  { fatal = false }: { readonly fatal?: boolean } = {},
): string {
  const label = /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType ?? '')?.[1]?.toLowerCase();
  const charset =
    markedCharset(bytes) ?? (label === undefined ? wideCharset(bytes) : standardLabel(label, bytes));
  if (charset === null || charset === 'utf-8') return (fatal ? strictUtf8 : utf8).decode(bytes);
  try {
    return new TextDecoder(charset, { fatal }).decode(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return utf8OfUnknown(bytes, error);
  }
}

const utf8 = new TextDecoder();
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function utf8OfUnknown(bytes: Uint8Array, unknown: RangeError): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw unknown;
  }
}

/** Names of code pages in the standard of TextDecoder. */
const codePages: Readonly<Record<string, string>> = {
  866: 'ibm866',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  65001: 'utf-8',
};

/** The label that TextDecoder knows for one that only others use: `utf8mb4`, `cp1250`, `latin-1`, `iso8859_15`. */
function standardLabel(label: string, bytes: Uint8Array): string {
  if (/^(?:utf[-_]?8|utf8mb[34]|utf-8-sig)$/.test(label)) return 'utf-8';
  if (/^(?:utf[-_]?16|ucs[-_]?2)$/.test(label)) return wideCharset(bytes) ?? 'utf-16le';
  if (label === 'ansi') return 'windows-1252';
  const page = /^(?:x-)?(?:cp|ms|win|windows)[-_]?(\d{3,5})$/.exec(label)?.[1];
  if (page !== undefined) return codePages[page] ?? `windows-${page}`;
  const latin = /^latin[-_]?(\d{1,2})$/.exec(label)?.[1];
  if (latin !== undefined) return latin === '9' ? 'iso-8859-15' : `latin${latin}`;
  const part = /^iso[-_]?8859[-_](\d{1,2})$/.exec(label)?.[1];

  return part === undefined ? label : `iso-8859-${part}`;
}

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
