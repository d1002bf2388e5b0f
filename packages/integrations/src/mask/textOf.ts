import { longestText } from './maskText.ts';

/** Whether bytes of that type are text; those of no type may be. The type in lower case. */
export function isText(type: string): boolean {
  return type === '' || /^text\/|^multipart\/|json|xml|x-www-form-urlencoded|javascript/.test(type);
}

const utf8 = new TextDecoder();

/** Bytes as text, in the charset that their type names, or in UTF-8; not more than `longest` of them. */
export function textOf(body: Uint8Array, type: string, longest = longestText): string {
  const bytes = body.subarray(0, longest);
  if (!type.includes('charset') || type.endsWith('charset=utf-8')) return utf8.decode(bytes);
  const charset = /charset\s{0,4}=\s{0,4}"?([\w-]{1,40})/.exec(type)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
