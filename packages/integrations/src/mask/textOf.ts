import { decodeText } from '../decodeText.ts';
import { longestText } from './maskText.ts';
import { wideCharset } from './wideCharset.ts';

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
