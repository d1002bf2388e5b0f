/**
 * Bytes as text, in the charset of the content type; UTF-8 by default, and a byte order mark counts more than either.
 * Throws RangeError for a charset that nobody knows, and TypeError for bytes that are none of the charset when `fatal`.
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
